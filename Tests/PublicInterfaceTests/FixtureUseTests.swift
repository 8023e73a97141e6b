import NetworkTesting
import RegexBuilder

/// A file that nothing reads is kept up to date for nothing, and a golden file that nothing compares holds no text.
@Suite("The files in Fixtures")
struct FixtureUseTests {
  /// The texts that may name a fixture: Swift and pages, by the folder of their target.
  private static let texts: [String: String] = {
    let urls = ArticleBlock.files("Tests", ".swift") + ArticleBlock.files("Sources", ".swift") + ArticleBlock.articles
    return urls.filter { $0.lastPathComponent != "FixtureUseTests.swift" }.reduce(into: [:]) { texts, url in
      let target = path(of: url).split(separator: "/").prefix(2).joined(separator: "/")
      texts[target, default: ""] += (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    }
  }()

  private static let files = ArticleBlock.files("Fixtures", "").filter { !$0.hasDirectoryPath }.map(path(of:))

  private static func path(of url: URL) -> String {
    String(url.path.dropFirst(PackageManifest.root.resolvingSymlinksInPath().path.count + 1))
  }

  /// A string of a target that stands for several files, as `"Failures/\(name).txt"` does.
  private struct Pattern {
    let target: String
    /// What their paths begin with: `Failures/`.
    let start: String
    /// What comes between the first value and the last one; nil if there is one value.
    let middle: Substring?
    /// What they end with: `.txt`.
    let end: String
  }

  private static let patterns: [Pattern] = texts.flatMap { target, text in
    let value = #/\\\((?:[^"\n()]|\([^()\n]*\)|"[^"\n]*")*\)/#
    return text.matches(
      of: Regex {
        "\""
        Capture { #/[\w-]+/[\w./-]*/# }
        value
        Optionally {
          Capture { #/[\w./-]*/# }
          value
        }
        Capture { #/[\w.-]*/# }
        "\""
      }
    ).map { Pattern(target: target, start: String($0.1), middle: $0.2, end: String($0.3)) }
  }

  /// Whether a string names a file, or one that stands for several does, with a value that is a word of its target.
  private static func isNamed(_ path: String, wordByWord: Bool = false) -> Bool {
    let plain = (path as NSString).deletingPathExtension
    if texts.values.contains(where: { $0.contains("\"\(path)\"") || $0.contains("\"\(plain)\"") }) { return true }
    return patterns.contains { pattern in
      guard path.count >= pattern.start.count + pattern.end.count, path.hasPrefix(pattern.start) else { return false }
      let name = pattern.end.isEmpty ? plain : path
      guard name.hasSuffix(pattern.end) else { return false }
      let rest = name.dropFirst(pattern.start.count).dropLast(pattern.end.count)
      let words = wordByWord || pattern.middle != nil ? rest.split { "-.".contains($0) } : [rest]
      return words.allSatisfy { word in texts[pattern.target]?.contains(word) == true }
    }
  }

  @Test("A golden file is compared by a test")
  func golden() {
    let folder = "Fixtures/Golden/"
    let golden = Self.files.filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count)) }
    #expect(golden.count > 250)
    // Those of the command are named for its arguments.
    let unused = golden.filter { !Self.isNamed($0, wordByWord: $0.hasPrefix("Command/")) }
    #expect(unused.isEmpty, "No test compares \(unused.sorted()): delete them.")
  }

  @Test("A fixture is used by more than tests that go through all of them")
  func fixtures() throws {
    let folder = "Fixtures/"
    let fixtures = Self.files.filter { !$0.hasPrefix("Fixtures/Golden/") }.map { String($0.dropFirst(folder.count)) }
    #expect(fixtures.count > 20)
    let recordings = try fixtures.filter { $0.hasSuffix(".har") }.map { try PackageManifest.text(folder + $0) }
    let unused = fixtures.filter { path in
      let name = path.components(separatedBy: "/").last ?? path
      // A recording may have its bodies in files beside it; a test may go through a folder.
      if recordings.contains(where: { $0.contains("\"\(name)\"") }) { return false }
      if Self.texts.values.contains(where: { $0.contains(".hasPrefix(\"\(path.dropLast(name.count))\")") }) {
        return false
      }
      return !Self.isNamed(path) && !Self.isNamed(path.replacing("recordings/", with: ""))
    }
    #expect(unused.isEmpty, "Nothing uses \(unused.sorted()): delete them.")
  }

  @Test(
    "A file that nothing names is reported", arguments: ["Failures/gone-field.txt", "Gone/a.txt", "items/quagga.json"])
  func gone(_ path: String) { #expect(!Self.isNamed(path)) }
}
