import NetworkTesting

/// A block of Swift in an article, which stands in a test a second time, so that it is compiled and run.
///
/// The test has it between two comments, of which the first names it by its article and heading. What stands between them is
/// written from the article by `UPDATE_GOLDEN=1 swift test --filter DocumentationTests`:
///
///     // Stubbing.md, "Answers in order", block 2
///     …
///     // end of block
struct ArticleBlock: Sendable {
  /// The article, the heading and, from the second block under a heading on, its number.
  let name: String
  let code: String

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func files(_ folder: String, _ ending: String) -> [URL] {
    let found = FileManager.default.enumerator(
      at: root.appendingPathComponent(folder).resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
    return (found?.compactMap { $0 as? URL } ?? []).filter {
      $0.path.hasSuffix(ending) && !$0.path.contains("/.build")
    }
  }

  static let articles =
    files("Sources", ".md")
    + ["README.md", ".agents/skills/network-testing/SKILL.md"].map { root.appendingPathComponent($0) }

  /// The blocks of Swift in an article.
  static func all(in article: URL) throws -> [Self] {
    var heading = ""
    var count = 0
    var blocks: [Self] = []
    // Every second part is a block.
    for (number, part) in try String(contentsOf: article, encoding: .utf8).components(separatedBy: "```").enumerated() {
      if number % 2 == 0 {
        guard let last = part.split(separator: "\n").last(where: { $0.hasPrefix("#") }) else { continue }
        heading = String(last.drop { $0 == "#" }.dropFirst())
        count = 0
      } else if part.hasPrefix("swift\n") {
        count += 1
        let name = "\(article.lastPathComponent), \"\(heading)\"" + (count > 1 ? ", block \(count)" : "")
        blocks.append(Self(name: name, code: String(part.dropFirst(6))))
      }
    }
    return blocks
  }

  /// Code without what is not compiled or depends on where it stands: comments, imports, spaces, line breaks and commas.
  static func compact(_ text: some StringProtocol) -> String {
    let lines = text.split(separator: "\n").map { " " + $0.split(separator: " ").joined(separator: " ") }
    let code = lines.filter { !$0.contains(#/^ (@testable )?import /#) }.map { $0.components(separatedBy: " //")[0] }
    return code.map { $0.filter { !$0.isWhitespace && $0 != "," } }.joined()
  }
}

/// A copy of a block in a test file.
struct CopiedBlock {
  let name: String
  /// The lines between the comments.
  let lines: Range<Int>
  let indentation: Substring

  /// The copies in a file, from the first to the last.
  static func all(in lines: [Substring]) -> [Self] {
    lines.indices.compactMap { start in
      guard let found = lines[start].wholeMatch(of: #/( *)// (\S+\.md, ".+"(, block \d+)?)/#),
        let end = lines[start...].firstIndex(where: { $0.drop { $0 == " " } == "// end of block" })
      else { return nil }
      return Self(name: String(found.2), lines: start + 1..<end, indentation: found.1)
    }
  }

  /// Whether it has the code of an article's block.
  func isCopy(of block: ArticleBlock, in lines: [Substring]) -> Bool {
    ArticleBlock.compact(lines[self.lines].joined(separator: "\n")) == ArticleBlock.compact(block.code)
  }

  /// A file's text with the code of the articles where it has other code.
  static func updated(_ text: String, from blocks: [String: ArticleBlock]) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for copy in all(in: lines).reversed() {
      guard let block = blocks[copy.name], !copy.isCopy(of: block, in: lines) else { continue }
      let code = block.code.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .filter { !$0.contains(#/^(@testable )?import /#) }.drop { $0.isEmpty }
      lines.replaceSubrange(copy.lines, with: code.map { $0.isEmpty ? $0 : copy.indentation + $0 })
    }
    return lines.joined(separator: "\n")
  }
}
