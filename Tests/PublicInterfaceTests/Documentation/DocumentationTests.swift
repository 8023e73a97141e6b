import NetworkTesting

/// The Swift of the documentation is that of files that are compiled and run.
@Suite("The documentation")
struct DocumentationTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Those whose blocks are not held against files yet.
  private static let unchecked: Set = [
    "README.md", "Callbacks.md", "Recording.md", "Sessions.md", "Simulation.md", "Time.md", "NetworkEndpoints.md",
    "NetworkFixtures.md", "NetworkTesting.md", "NetworkLoopback.md",
  ]

  private static func files(_ folder: String, _ ending: String) -> [URL] {
    let found = FileManager.default.enumerator(at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
    return (found?.compactMap { $0 as? URL } ?? []).filter {
      $0.path.hasSuffix(ending) && !$0.path.contains("/.build")
    }
  }

  private static let articles = files("Sources", ".md").filter { !unchecked.contains($0.lastPathComponent) }

  /// Lines without what depends on where they stand: indentation, and spaces before comments.
  private static func lines(_ text: some StringProtocol) -> [String] {
    text.split(separator: "\n").map { line in
      line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
  }

  private static let code: String = {
    let all = files("Tests/PublicInterfaceTests/Documentation", ".swift") + files("Tests/QuickStart", ".swift")
    return all.compactMap { try? String(contentsOf: $0, encoding: .utf8) }.flatMap(lines).joined(separator: "\n")
  }()

  @Test("has Swift that is compiled and run", arguments: articles.map(\.lastPathComponent))
  func blocks(_ name: String) throws {
    let article = try #require(Self.articles.first { $0.lastPathComponent == name })
    let parts = try String(contentsOf: article, encoding: .utf8).components(separatedBy: "```")
    // Every second part is a block.
    for (number, part) in parts.enumerated() where number % 2 == 1 && part.hasPrefix("swift\n") {
      let block = Self.lines(part.dropFirst(6)).joined(separator: "\n")
      #expect(Self.code.contains(block), "\(name) shows code that no test has:\n\(part.dropFirst(6))")
    }
  }

  @Test("has at least the articles that are held against tests")
  func count() {
    #expect(Self.articles.count >= 6, "\(Self.articles.map(\.lastPathComponent))")
  }
}
