import NetworkTesting

/// The Swift of the documentation is that of files that are compiled and run.
@Suite("The documentation")
struct DocumentationTests {
  /// How blocks begin that cannot be compiled in a test, and why.
  private static let uncompiled = [
    ".package(url:": "a part of a manifest", ".testTarget(\n  name: \"AppTests\"": "a part of a manifest",
  ]

  private static let articles = ArticleBlock.articles
  private static let blocks = (try? articles.flatMap(ArticleBlock.all)) ?? []
  private static let blocksByName = Dictionary(blocks.map { ($0.name, $0) }) { first, _ in first }

  /// The files whose Swift is compiled, with the code of the articles where the tests are to update what is golden.
  private static let files: [(name: String, text: String)] = {
    let folders = ["PublicInterfaceTests", "QuickStart", "Adapters", "LaunchedApp", "LaunchedAppTests"]
    return folders.flatMap { ArticleBlock.files("Tests/\($0)", ".swift") }.compactMap { url in
      guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
      guard ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil else { return (url.lastPathComponent, text) }
      let updated = CopiedBlock.updated(text, from: blocksByName)
      if updated != text { try? Data(updated.utf8).write(to: url, options: .atomic) }
      return (url.lastPathComponent, updated)
    }
  }()

  private static let sources = files.map { ArticleBlock.compact($0.text) }

  /// Whether a file has all of a block, in which `…` leaves something out.
  private static func isCompiled(_ block: String) -> Bool {
    let parts = ArticleBlock.compact(block).components(separatedBy: "…")
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

  private static func blocks(in article: String) throws -> [String] {
    let url = try #require(articles.first { $0.lastPathComponent == article })
    return try ArticleBlock.all(in: url).map(\.code)
  }

  @Test("the documentation has Swift that is compiled and run", arguments: articles.map(\.lastPathComponent))
  func blocks(_ name: String) throws {
    for block in try Self.blocks(in: name) where !Self.uncompiled.keys.contains(where: block.hasPrefix) {
      #expect(Self.isCompiled(block), "\(name) shows code that no test has:\n\(block)\n\(Self.advice)")
    }
  }

  private static let advice = "UPDATE_GOLDEN=1 swift test --filter DocumentationTests copies it to its test."

  @Test("the documentation is copied as it is to the tests that name a block of it")
  func copies() {
    var count = 0
    for (file, text) in Self.files {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for copy in CopiedBlock.all(in: lines) {
        count += 1
        guard let block = Self.blocksByName[copy.name] else {
          Issue.record("\(file) names a block that no article has: \(copy.name)")
          continue
        }
        #expect(copy.isCopy(of: block, in: lines), "\(file) has other code than \(copy.name). \(Self.advice)")
      }
    }
    #expect(count >= 120, "\(count)")
    #expect(Self.blocks.count == Self.blocksByName.count, "Two blocks have one name: an article has a heading twice.")
  }

  // `NetworkTesting` exports Foundation, and `NetworkEndpoints` does not: what these tests compile does not show it.
  @Test("imports what an app's file needs", arguments: articles.map(\.lastPathComponent))
  func imports(_ name: String) throws {
    for block in try Self.blocks(in: name) where block.contains("import NetworkEndpoints\n") {
      #expect(block.contains("import Foundation\n"), "\(name)")
    }
  }

  @Test("the documentation has code that a page shows without scrolling", arguments: articles.map(\.lastPathComponent))
  func columns(_ name: String) throws {
    let wide = try Self.blocks(in: name).flatMap { $0.split(separator: "\n") }.filter { $0.count > 68 }
    #expect(wide.isEmpty, "\(name): \(wide)")
  }

  // Around `try await`, `#expect` shows no value.
  @Test("the documentation awaits before it expects", arguments: articles.map(\.lastPathComponent))
  func expectations(_ name: String) throws {
    let blocks = try Self.blocks(in: name)
    #expect(!blocks.contains { $0.contains(#/#expect\((try|await)/#) }, "\(name)")
  }

  @Test("the documentation has articles")
  func count() {
    #expect(Self.articles.count >= 15, "\(Self.articles.map(\.lastPathComponent))")
  }
}
