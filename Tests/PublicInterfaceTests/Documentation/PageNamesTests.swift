import NetworkTesting

/// The names and the paths on the pages are those of the package, so that no page describes what is gone.
@Suite("The names on the pages")
struct PageNamesTests {
  private static let code = NamesInCode()
  private static let pages = (try? Page.all(of: code)) ?? []

  @Test("A page names only what exists", arguments: pages.map(\.path))
  func names(_ path: String) throws {
    for span in try Page(path).spans {
      let missing = Self.code.missing(in: span)
      #expect(missing.isEmpty, "\(path) names what the package does not have: \(missing), in \(span). \(Self.advice)")
    }
  }

  private static let advice = """
    Write the name that it has now. If another library has it, or the reader's package, add it to `NamesInCode.others`.
    """

  @Test(
    "A name that is gone is reported",
    arguments: [
      "WokenTasks", "takesJob", "Answer.Pace", "MockTransport.reportRest()", ".request(.purge, \"/a\")",
      "Text/Secrets.swift", "bash .ci/gone", "Sources/NetworkGone", "ClockStep.contents → ClockStep.gone",
    ])
  func gone(_ span: String) { #expect(Self.code.missing(in: span).count == 1) }

  @Test(
    "A name that exists isn't reported",
    arguments: [
      "ClockStep", "Answer.Change", "nextRequest", "RequestLog.report(_:)", "MockTransport.requests(matching:)",
      ".network(…)", "Runtime/ClockStep.swift", "Problem+Recording.swift", "bash .ci/run", "Tests/QuickStart",
      "Task.sleep", "users/7", "swift test --filter ListsTests", "application/json", "Idempotency-Key",
      "NETWORK_TESTING_FULL=1",
    ])
  func there(_ span: String) { #expect(Self.code.missing(in: span).isEmpty) }

  @Test("Each name of others is on a page")
  func others() {
    let spans = Self.pages.flatMap(\.spans).joined(separator: "\n")
    let unneeded = NamesInCode.others.filter { !spans.contains($0) }
    #expect(unneeded.isEmpty, "No page names \(unneeded.sorted()): delete them from `NamesInCode.others`.")
  }
}

/// A page, as far as it names code and files.
private struct Page {
  let path: String
  private let text: String

  init(_ path: String) throws {
    self.path = path
    text = try PackageManifest.text(path)
  }

  /// The pages of the repository and the articles of all modules.
  static func all(of names: NamesInCode) throws -> [Self] {
    let pages = names.paths.filter { path in
      guard path.hasSuffix(".md") else { return false }
      return [".github/docs/", ".agents/skills/"].contains(where: path.hasPrefix)
        || path.hasPrefix("Sources/") && path.contains(".docc/")
    }
    return try (["README.md", "CONTRIBUTING.md"] + pages).map { try Self($0) }
  }

  /// Whether its blocks without a language name code and files, not a test's output.
  private var hasBlocksOfNames: Bool { path.hasPrefix(".github/docs/") || path == "CONTRIBUTING.md" }

  /// What it sets as code, without its Swift, which other tests compile. The links of DocC have two backticks and are not among them.
  var spans: [String] {
    let (lines, blocks) = parts
    let spans = lines.joined(separator: "\n").components(separatedBy: "`").enumerated().compactMap { number, part in
      number % 2 == 1 && !part.isEmpty ? part.replacingOccurrences(of: "\n", with: " ") : nil
    }
    return spans + (hasBlocksOfNames ? blocks.map(String.init) : [])
  }

  /// The lines outside of blocks, and those of blocks without a language.
  private var parts: (lines: [Substring], blocks: [Substring]) {
    var lines: [Substring] = []
    var blocks: [Substring] = []
    var isBlock = false
    var language: Substring = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let start = line.drop { $0 == " " }
      if start.hasPrefix("```"), !start.dropFirst(3).contains("`") {
        isBlock.toggle()
        language = start.dropFirst(3)
      } else if !isBlock {
        lines.append(line)
      } else if language.isEmpty {
        blocks.append(line)
      }
    }
    return (lines, blocks)
  }
}
