import NetworkTesting

/// The Swift of the documentation is that of files that are compiled and run.
@Suite("The documentation")
struct DocumentationTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// How blocks begin that cannot be compiled in a test, and why.
  private static let uncompiled = [
    ".package(url:": "a part of a manifest", ".testTarget(\n  name: \"AppTests\"": "a part of a manifest",
  ]

  private static func files(_ folder: String, _ ending: String) -> [URL] {
    let found = FileManager.default.enumerator(
      at: root.appendingPathComponent(folder).resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
    return (found?.compactMap { $0 as? URL } ?? []).filter {
      $0.path.hasSuffix(ending) && !$0.path.contains("/.build")
    }
  }

  private static let articles =
    files("Sources", ".md")
    + ["README.md", ".agents/skills/network-testing/SKILL.md"].map { root.appendingPathComponent($0) }

  /// Code without what is not compiled or depends on where it stands: comments, imports, spaces, line breaks and commas.
  private static func compact(_ text: some StringProtocol) -> String {
    let lines = text.split(separator: "\n").map { " " + $0.split(separator: " ").joined(separator: " ") }
    let code = lines.filter { !$0.contains(#/^ (@testable )?import /#) }.map { $0.components(separatedBy: " //")[0] }
    return code.map { $0.filter { !$0.isWhitespace && $0 != "," } }.joined()
  }

  private static let sources = ["PublicInterfaceTests", "QuickStart", "Adapters", "LaunchedApp", "LaunchedAppTests"]
    .flatMap { files("Tests/\($0)", ".swift") }.compactMap { try? String(contentsOf: $0, encoding: .utf8) }.map(compact)

  /// Whether a file has all of a block, in which `…` leaves something out.
  private static func isCompiled(_ block: String) -> Bool {
    let parts = compact(block).components(separatedBy: "…")
    return sources.contains { source in
      var rest = source[...]
      return parts.allSatisfy { part in
        guard !part.isEmpty else { return true }
        guard let found = rest.range(of: part) else { return false }
        rest = rest[found.upperBound...]
        return true
      }
    }
  }

  /// The blocks of Swift in a file.
  private static func blocks(in url: URL) throws -> [String] {
    // Every second part is a block.
    try String(contentsOf: url, encoding: .utf8).components(separatedBy: "```").enumerated().compactMap {
      number, part in
      number % 2 == 1 && part.hasPrefix("swift\n") ? String(part.dropFirst(6)) : nil
    }
  }

  @Test("has Swift that is compiled and run", arguments: articles.map(\.lastPathComponent))
  func blocks(_ name: String) throws {
    let article = try #require(Self.articles.first { $0.lastPathComponent == name })
    for block in try Self.blocks(in: article) where !Self.uncompiled.keys.contains(where: block.hasPrefix) {
      #expect(Self.isCompiled(block), "\(name) shows code that no test has:\n\(block)")
    }
  }

  // `NetworkTesting` exports Foundation, and `NetworkEndpoints` does not: what these tests compile does not show it.
  @Test("imports what an app's file needs", arguments: articles.map(\.lastPathComponent))
  func imports(_ name: String) throws {
    let article = try #require(Self.articles.first { $0.lastPathComponent == name })
    for block in try Self.blocks(in: article) where block.contains("import NetworkEndpoints\n") {
      #expect(block.contains("import Foundation\n"), "\(name)")
    }
  }

  @Test("has code that a page shows without scrolling", arguments: articles.map(\.lastPathComponent))
  func columns(_ name: String) throws {
    let article = try #require(Self.articles.first { $0.lastPathComponent == name })
    let wide = try Self.blocks(in: article).flatMap { $0.split(separator: "\n") }.filter { $0.count > 68 }
    #expect(wide.isEmpty, "\(name): \(wide)")
  }

  // Around `try await`, `#expect` shows no value.
  @Test("awaits before it expects", arguments: articles.map(\.lastPathComponent))
  func expectations(_ name: String) throws {
    let article = try #require(Self.articles.first { $0.lastPathComponent == name })
    let blocks = try Self.blocks(in: article)
    #expect(!blocks.contains { $0.contains(#/#expect\((try|await)/#) }, "\(name)")
  }

  @Test("has articles")
  func count() {
    #expect(Self.articles.count >= 15, "\(Self.articles.map(\.lastPathComponent))")
  }
}
