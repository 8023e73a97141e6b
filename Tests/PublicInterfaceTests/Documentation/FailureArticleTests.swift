import NetworkSimulation
import NetworkTesting

/// Each text of a failure is found in the article about failures by its first words.
@Suite("When a test fails")
struct FailureArticleTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let golden = root.appendingPathComponent("Fixtures/Golden").resolvingSymlinksInPath()

  /// The golden files that are not the text of an issue, and what they are.
  private static let others = [
    "Failures/faults.txt": "what URLSession throws", "Loopback/faults.txt": "what a client throws",
    "Loopback/refusals.txt": "a table", "Recording/report.txt": "a note about what was recorded",
    "Recording/snapshot.http": "a request", "Sessions/bare-linux.txt": "a table",
    "Sessions/hosting-app.txt": "a warning",
    "Simulation/traces.txt": "a table",
  ]

  private static func names(in folder: String) -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(atPath: golden.appendingPathComponent(folder).path)
    return (files ?? []).sorted().map { "\(folder)/\($0)" }.filter { others[$0] == nil }
  }

  private static let names = ["Callbacks", "Failures", "Fixtures", "Loopback", "Recording", "Sessions", "Simulation"]
    .flatMap(names)

  /// The beginnings that the headings name, in which … and numbers stand for anything.
  private static let beginnings: [[String]] = {
    let article = root.appendingPathComponent("Sources/NetworkTesting/NetworkTesting.docc/WhenATestFails.md")
    let lines = ((try? String(contentsOf: article, encoding: .utf8)) ?? "").split(separator: "\n")
    return lines.filter { $0.hasPrefix("### ") }.flatMap { $0.dropFirst(4).components(separatedBy: " · ") }
      .map { $0.replacing(#/[0-9]+/#, with: "…").components(separatedBy: "…") }
  }()

  private static func begins(_ line: Substring, with parts: [String]) -> Bool {
    guard line.hasPrefix(parts[0]) else { return false }
    var rest = line
    return parts.allSatisfy { part in
      guard let found = part.isEmpty ? rest.startIndex..<rest.startIndex : rest.range(of: part) else { return false }
      rest = rest[found.upperBound...]
      return true
    }
  }

  @Test("when a test fails has a heading for each text", arguments: names)
  func headings(_ name: String) throws {
    let text = try String(contentsOf: Self.golden.appendingPathComponent(name), encoding: .utf8)
    let first = try #require(text.split(separator: "\n").first)
    #expect(Self.beginnings.contains { Self.begins(first, with: $0) }, "\(first)")
  }

  @Test("a text that offers a stub says what to do if the request is wrong", arguments: names)
  func sides(_ name: String) throws {
    let text = try String(contentsOf: Self.golden.appendingPathComponent(name), encoding: .utf8)
    let offers = [".respond(status: 200)", "to this, and keep its answer:"]
    guard offers.contains(where: text.contains) else { return }
    #expect(text.contains("fix the app") || text.contains("If the redirect is wrong"), "\(text)")
  }

  @Test("when a test fails is held to the texts that there are")
  func count() {
    #expect(Self.names.count >= 90 && Self.beginnings.count >= 20)
  }
}
