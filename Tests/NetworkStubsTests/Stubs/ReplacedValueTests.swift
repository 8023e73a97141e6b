import Foundation
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A value that replaces one of a fixture")
struct ReplacedValueTests {
  private static let body = """
    { "expires" : 1700000000, "at": 1700000000123, "day": "2023-11-14", "date": "2023-11-14T22:13:20Z",
      "exact": "2023-11-14T22:13:20.000Z", "items": [{"id": 1, "x": 1.50}, {"id": 2}] }
    """

  private func body(_ change: (Answer) -> Answer) async throws -> String {
    let transport = MockTransport(
      .any.respond(with: change(.data(Data(Self.body.utf8), contentType: "application/json"))))
    return String(decoding: try await transport.send(.make(.get, "https://api.example.com/")).body, as: UTF8.self)
  }

  @Test(
    "a value that replaces one of a fixture is the only change",
    arguments: [
      ("$.expires", "7", "1700000000,", "7,"), ("$.items[0].id", #""a""#, #""id": 1"#, #""id": "a""#),
      ("$.items[-1]", "null", #"{"id": 2}"#, "null"), ("$['day']", "[1]", #""2023-11-14","#, "[1],"),
    ])
  func value(_ path: String, _ value: String, _ old: String, _ new: String) async throws {
    let json = try JSONValue(parsing: Data(value.utf8))
    #expect(try await body { $0.replacing(at: path, with: json) } == Self.body.replacing(old, with: new))
  }

  @Test("a value that replaces one of a fixture is in each place of the path")
  func each() async throws {
    let text = try await body { $0.replacing(at: "$.items[*].id", with: 7).replacing(at: "$.day", with: "today") }
    #expect(text.contains(#"[{"id": 7, "x": 1.50}, {"id": 7}]"#) && text.contains(#""day": "today""#))
  }

  @Test(
    "a value that replaces one of a fixture is a date in the form that is there",
    arguments: [
      ("$.expires", "1800000000"), ("$.at", "1800000000500"), ("$.day", #""2027-01-15""#),
      ("$.date", #""2027-01-15T08:00:00Z""#),
      ("$.exact", #""2027-01-15T08:00:00.500Z""#),
    ])
  func date(_ path: String, _ text: String) async throws {
    let date = Date(timeIntervalSince1970: path == "$.expires" ? 1_800_000_000 : 1_800_000_000.5)
    #expect(try await body { $0.replacing(at: path, with: date) }.contains(text))
  }

  @Test(
    "a value that replaces one of a fixture fails the test where there is none",
    arguments: ["$.missing", "$.items[7]", "$..x", "$.expires.a"])
  func missing(_ path: String) async {
    let text = await FailureText.of(
      .get("/").respond(with: .json(["a": 1]).replacing(at: path, with: 7)),
      sending: [.make(.get, "https://api.example.com/")])
    #expect(text.contains("The body has no value at \"\(path)\""), "\(text)")
  }
}
