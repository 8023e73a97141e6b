import NetworkStubs
import NetworkTesting

/// The article on Apple platforms says what `.ci/as-if-darwin-running` has found.
@Suite("The table of what holds on Apple platforms")
struct ApplePlatformsTests {
  private static let article = "Sources/NetworkTesting/NetworkTesting.docc/ApplePlatforms.md"
  private static let found = ".ci/as-if-darwin-found"

  /// What the job has found, by difference, as the table says it.
  private static func texts() throws -> [String: String] {
    let lines = try PackageManifest.text(found).split(separator: "\n").filter {
      !$0.hasPrefix("#") && !$0.hasPrefix(" ")
    }
    let pairs = lines.map { $0.split(separator: " ") }.filter { $0.count == 2 }
    return Dictionary(pairs.map { (String($0[0]), text(of: String($0[1]))) }) { first, _ in first }
  }

  private static func text(of count: String) -> String {
    switch count {
    case "?": "not run yet"
    case "0": "none"
    default: count
    }
  }

  /// Returns the cells of a row whose third one names a difference; nil for any other line.
  private static func cells(_ line: Substring) -> [String]? {
    let cells = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    guard cells.count == 6, cells[3].wholeMatch(of: /\ \w+\ /) != nil, cells[3] != " difference " else { return nil }
    return cells
  }

  @Test("the table of Apple platforms has a row for each difference, with the number of tests that fall with it")
  func rows() throws {
    let texts = try Self.texts()
    let article = try PackageManifest.text(Self.article)
    var named: [String] = []
    let lines = article.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard var cells = Self.cells(line) else { return String(line) }
      let name = cells[3].trimmingCharacters(in: .whitespaces)
      named.append(name)
      cells[4] = " \(texts[name] ?? "not a difference") "
      return cells.joined(separator: "|")
    }
    #expect(named.sorted() == texts.keys.sorted(), "A row of the article and a line of \(Self.found) belong together.")
    let wanted = lines.joined(separator: "\n")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(wanted.utf8).write(to: PackageManifest.root.appendingPathComponent(Self.article), options: .atomic)
    } else {
      #expect(article == wanted, "Write the numbers by UPDATE_GOLDEN=1 swift test --filter ApplePlatformsTests.")
    }
  }

  // Foundation's texts for errors differ from platform to platform, so a golden file with one would fit one platform only.
  @Test("no text that tests compare as a whole has Foundation's own words for an error")
  func words() throws {
    let own = ["could not be completed", "couldn’t be", "doesn’t exist", "ErrorDomain error"]
    for file in ArticleBlock.files("Fixtures/Golden", "") where !file.hasDirectoryPath {
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      #expect(own.filter { text.contains($0) }.isEmpty, "\(file.lastPathComponent)")
    }
  }

  @Test("the table of Apple platforms leaves out no difference that the package can turn on")
  func differences() throws {
    let known = try Set(Self.texts().keys)
    for difference in AppleDifference.allCases {
      #expect(known.contains(difference.rawValue), "\(difference.rawValue) has no line in \(Self.found)")
    }
  }
}
