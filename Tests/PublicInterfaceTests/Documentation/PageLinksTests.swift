import NetworkTesting
import TestSupport

/// Each link of a page leads somewhere for both of its readers: the one of the repository and the one of DocC's site.
///
/// The pages link as Markdown does, and `.ci/docc-links` writes DocC's form where the site is built.
@Suite("The links on the pages")
struct PageLinksTests {
  private static let pages: [LinkedPage] = {
    let paths = NamesInCode.paths(in: "").filter { $0.hasSuffix(".md") && !$0.hasPrefix("Fixtures/") }
    return paths.compactMap { try? LinkedPage($0) }
  }()
  private static let pagesByPath = Dictionary(pages.map { ($0.path, $0) }) { first, _ in first }

  @Test("A link leads to a file of the repository, and to one of its headings", arguments: pages.map(\.path))
  func repository(_ path: String) throws {
    let page = try LinkedPage(path)
    let isDocC = page.text.contains(#/<doc:|\]\(doc:/#)
    #expect(!isDocC, "\(path) has a link that only DocC follows: write [Time](Time.md).")
    for link in page.links {
      let file = PackageManifest.root.appendingPathComponent(link.path).path
      #expect(FileManager.default.fileExists(atPath: file), "\(path) links to \(link.path)")
      guard let anchor = link.anchor else { continue }
      let anchors = Self.pagesByPath[link.path]?.anchors ?? []
      #expect(anchors.contains(anchor), "\(path) links to \(anchor) of \(link.path), which has \(anchors)")
    }
  }

  // The site has the pages of the catalogues, and no others.
  @Test("A link of an article leads to a page of the site", arguments: pages.filter(\.isArticle).map(\.path))
  func site(_ path: String) throws {
    let outside = try LinkedPage(path).links.filter { !$0.path.contains(".docc/") }
    #expect(outside.isEmpty, "\(path) links to what the site does not have: name it in backticks.")
  }

  @Test("README leads to each article in two clicks")
  func clicks() throws {
    var seen: Set = ["README.md"]
    for _ in 1...2 { seen.formUnion(seen.flatMap { Self.pagesByPath[$0]?.links.map(\.path) ?? [] }) }
    // The page of a type belongs to its symbol.
    let articles = Self.pages.filter { $0.isArticle && !$0.path.contains("/Types/") }.map(\.path)
    #expect(articles.count > 20)
    #expect(Set(articles).subtracting(seen).isEmpty)
  }

  @Test("A heading has the anchor that a forge gives it")
  func anchors() {
    let page = LinkedPage(path: "a.md", text: "# A page\n\n## `json()`, and more\n\n```\n# none\n```\n## A page\n")
    #expect(page.anchors == ["a-page", "json-and-more", "a-page-1"])
  }

  @Test("A link is found across lines, and not in code")
  func found() {
    let text = """
      See [a
      b](../B/C.md#d-e), `[c](d.md)`, [`f`](f.md) and [site](https://a.test).
      ```
      [e](f.md)
      ```
      [g](#h)
      [i]: ../I.md#j
      """
    let links = LinkedPage(path: "A/B.docc/D.md", text: text).links
    #expect(links.map(\.path) == ["A/B/C.md", "A/B.docc/f.md", "A/B.docc/D.md", "A/I.md"])
    #expect(links.map(\.anchor) == ["d-e", nil, "h", "j"])
  }

  #if os(Linux) || os(macOS)
    private static let python = ClientProgram.python(with: "re")
    private static let catalogues = Set(pages.filter(\.isArticle).map { $0.path.prefix { $0 != "." } + ".docc" })

    @Test("DocC gets its own form of each link", .python("re"), arguments: catalogues.map(String.init).sorted())
    func converted(_ catalogue: String) async throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("links-\(UUID())")
      defer { try? FileManager.default.removeItem(at: folder) }
      let output = try await Self.convert(PackageManifest.root.appendingPathComponent(catalogue), to: folder)
      #expect(output.status == 0, "\(output.errors)")
      for file in ArticleBlock.files(folder.path, ".md") {
        let text = try String(contentsOf: file, encoding: .utf8)
        let left = LinkedPage(path: "", text: text).links.filter { !$0.path.hasSuffix(".png") }
        #expect(left.isEmpty, "\(file.lastPathComponent)")
      }
    }

    @Test(
      "A link that leads nowhere fails the site", .python("re"),
      arguments: ["[a](Gone.md)", "[a](A.md#gone)", "[a](../README.md)"])
    func gone(_ link: String) async throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("links-\(UUID())")
      defer { try? FileManager.default.removeItem(at: folder) }
      let catalogue = folder.appendingPathComponent("A.docc")
      try FileManager.default.createDirectory(at: catalogue, withIntermediateDirectories: true)
      try Data("outside".utf8).write(to: folder.appendingPathComponent("README.md"))
      try Data("# A\n\n\(link)\n".utf8).write(to: catalogue.appendingPathComponent("A.md"))
      let output = try await Self.convert(catalogue, to: folder.appendingPathComponent("out"))
      #expect(output.status == 1)
      #expect(output.errors.contains("links to"))
    }

    private static func convert(_ catalogue: URL, to folder: URL) async throws -> ClientProgram.Output {
      let script = PackageManifest.root.appendingPathComponent(".ci/docc-links").path
      return try await #require(python).run([script, catalogue.path, folder.path])
    }
  #endif
}

/// A page, as far as it links.
private struct LinkedPage: Sendable {
  struct Link: Sendable {
    /// The file, from the root of the repository.
    let path: String
    /// The anchor of a heading, without `#`.
    let anchor: String?
  }

  let path: String
  /// Its Markdown without code.
  let text: String
  /// Its Markdown without blocks.
  private let prose: String

  init(_ path: String) throws { self.init(path: path, text: try PackageManifest.text(path)) }

  init(path: String, text: String) {
    self.path = path
    prose = text.replacing(#/(?ms)^ *```.*?^ *```$/#, with: "")
    // An image or a name may be the text of a link, so its backticks go, and what they hold stays.
    self.text = prose.replacing(#/\[(`[^`\]]+`)\]\(/#) { "[\($0.1.filter { $0 != "`" })](" }
      .replacing(#/`+[^`]+`+/#, with: "")
  }

  var isArticle: Bool { path.hasPrefix("Sources/") }

  /// What it links to in the repository.
  var links: [Link] {
    let links = text.matches(of: #/\[[^\]]+\]\(([^)\s:#]*)(?:#([^)\s]*))?\)/#).map(\.output)
    let definitions = text.matches(of: #/(?m)^\[[^\]]+\]: ([^\s:#]+)(?:#(\S*))?$/#).map(\.output)
    return (links + definitions).map { match in
      let anchor = match.2.map { String($0) }
      guard !match.1.isEmpty else { return Link(path: path, anchor: anchor) }
      var parts = path.split(separator: "/").dropLast()
      for part in match.1.split(separator: "/") where part != "." {
        if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
      }
      return Link(path: parts.joined(separator: "/"), anchor: anchor)
    }
  }

  /// The anchors of its headings on a forge: lower case, without punctuation, and numbered from the second of a name on.
  var anchors: [String] {
    var counts: [String: Int] = [:]
    return prose.matches(of: #/(?m)^#{1,6} +(.+?) *$/#).map { match in
      let kept = match.1.lowercased().filter { $0.isLetter || $0.isNumber || "_- ".contains($0) }
      let anchor = kept.replacing(" ", with: "-")
      let count = counts[anchor, default: 0]
      counts[anchor] = count + 1
      return count == 0 ? anchor : "\(anchor)-\(count)"
    }
  }
}
