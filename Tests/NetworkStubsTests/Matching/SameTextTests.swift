import NetworkEndpoints
import NetworkStubs
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

/// Text is the same if its bytes are, as it is to a server.
struct SameTextTests {
  private static let (composed, decomposed) = ("\u{E9}", "e\u{301}")

  private typealias Matcher = @Sendable (String) -> RequestMatcher
  private typealias Request = @Sendable (String) -> ReceivedRequest

  private static func escaped(_ text: String) -> String {
    text.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
  }

  private static let places: [(name: String, matcher: Matcher, request: Request)] = [
    ("path", { .get(URLPattern("/\($0)")) }, { .test("GET", "https://a.test/\(escaped($0))") }),
    ("template", { .get(URLPattern("/{id}/\($0)")) }, { .test("GET", "https://a.test/1/\(escaped($0))") }),
    ("glob", { .get(URLPattern("/**/\($0)")) }, { .test("GET", "https://a.test/1/\(escaped($0))") }),
    ("prefix", { .get(.prefix("/\($0)")) }, { .test("GET", "https://a.test/\(escaped($0))b") }),
    ("query value", { .any.query("q", .exactly($0)) }, { .test("GET", "https://a.test/?q=\(escaped($0))") }),
    ("query name", { .any.query($0, "1") }, { .test("GET", "https://a.test/?\(escaped($0))=1") }),
    ("query of the URL", { .get(URLPattern("/?q=\($0)")) }, { .test("GET", "https://a.test/?q=\(escaped($0))") }),
    (
      "exact query", { .any.query(exactly: [URLQueryItem(name: $0, value: $0)]) },
      {
        .test("GET", "https://a.test/?\(escaped($0))=\(escaped($0))")
      }
    ),
    ("missing query", { !.any.query($0, .missing) }, { .test("GET", "https://a.test/?\(escaped($0))=1") }),
    ("header", { .any.header("X", .exactly($0)) }, { .test(headers: ["X": $0]) }),
    ("part of a header", { .any.header("X", .containing($0)) }, { .test(headers: ["X": "a\($0)b"]) }),
    ("form", { .any.form($0, .exactly($0)) }, { .form("\(escaped($0))=\(escaped($0))") }),
    ("text", { .any.body(text: .exactly($0)) }, { .test("POST", body: $0) }),
    ("JSON value", { .any.body(json: ["a": .string($0)]) }, { .json(#"{"a":"\#($0)"}"#) }),
    ("JSON key", { .any.body(json: [$0: 1]) }, { .json(#"{"\#($0)":1}"#) }),
    ("some JSON", { .any.body(jsonContaining: [$0: 1]) }, { .json(#"{"\#($0)":1,"b":2}"#) }),
    ("JSON path", { .any.body(at: "$.\($0)", 1) }, { .json(#"{"\#($0)":1}"#) }),
    ("cookie", { .any.cookie("a", .exactly($0)) }, { .test(headers: ["Cookie": "a=\($0)"]) }),
    (
      "variable", { .any.graphQL("A", variables: ["v": .string($0)]) },
      {
        .json(#"{"operationName":"A","variables":{"v":"\#($0)"}}"#)
      }
    ),
  ]

  @Test("the same bytes match, and the other form of a character does not", arguments: places.indices)
  func forms(index: Int) {
    let (name, matcher, request) = Self.places[index]
    for (expected, actual) in [(Self.composed, Self.decomposed), (Self.decomposed, Self.composed)] {
      #expect(matcher(expected).takes(request(expected)), "\(name)")
      #expect(!matcher(expected).takes(request(actual)), "\(name)")
    }
  }

  @Test("a text says which characters differ where two look the same")
  func words() {
    let difference = "which looks the same but has other characters: U+0065 U+0301 where U+00E9 is expected"
    let note = "\(difference): send its precomposedStringWithCanonicalMapping"
    let (expected, actual) = (Self.composed, Self.decomposed)
    #expect(
      RequestMatcher.any.query("q", .exactly(expected)).conditionLines(
        .test("GET", "https://a.test/?q=\(Self.escaped(actual))"))
        == ["✗ query q: expected \"\(expected)\", got \"\(actual)\", \(note)"])
    #expect(
      RequestMatcher.any.body(json: ["a": .string(expected)]).conditionLines(.json("{\"a\":\"\(actual)\"}"))
        == ["✗ body $.a: expected \"\(expected)\", got \"\(actual)\", \(note)"])
    #expect(
      RequestMatcher.get(URLPattern("/\(expected)")).lines(.test("GET", "https://a.test/\(Self.escaped(actual))")).last
        == "✗ path: expected /\(expected), got /\(actual), \(difference)")
  }

  @Test("keys that look the same stay two")
  func keys() throws {
    let value = try JSONValue(parsing: Data(#"{"\#(Self.composed)":1,"\#(Self.decomposed)":2}"#.utf8))
    #expect(value.object?.count == 2)
    #expect(value[Self.composed] == 1)
    #expect(value[Self.decomposed] == 2)
    #expect(try JSONValue(parsing: Data(value.description.utf8)) == value)
  }

  @Test("a byte-order mark is a character like any other", arguments: ["\u{FEFF}a", "a\u{FEFF}"])
  func byteOrderMark(text: String) {
    #expect(RequestMatcher.any.query("q", .exactly(text)).takes("https://a.test/?q=\(Self.escaped(text))"))
    #expect(!RequestMatcher.any.query("q", "a").takes("https://a.test/?q=\(Self.escaped(text))"))
    #expect(!RequestMatcher.get("/a").takes("https://a.test/\(Self.escaped(text))"))
    #expect(!RequestMatcher.any.body(text: "a").takes(.test("POST", body: text)))
  }
}
