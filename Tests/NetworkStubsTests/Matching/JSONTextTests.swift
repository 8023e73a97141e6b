import Foundation
import TestSupport
import Testing

@testable import NetworkStubs

@Suite("JSON inside something else")
struct JSONTextTests {
  /// A place that holds a text: how to ask for it, and how to send it.
  struct Place: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let matcher: @Sendable (TextPattern) -> RequestMatcher
    let request: @Sendable (String) -> ReceivedRequest
  }

  private static let places = [
    Place(testDescription: "query", matcher: { .any.query("filter", $0) }) { text in
      .test("GET", "https://a.test/?filter=\(text.percentEncoded)")
    },
    Place(testDescription: "header", matcher: { .any.header("X-Filter", $0) }) { .test(headers: ["X-Filter": $0]) },
    Place(testDescription: "form", matcher: { .any.form("filter", $0) }) { .form("filter=\($0.percentEncoded)") },
    Place(testDescription: "part", matcher: { .any.part("filter", text: $0) }) { text in
      .test(
        "POST", headers: ["Content-Type": "multipart/form-data; boundary=b"],
        body: "--b\r\nContent-Disposition: form-data; name=\"filter\"\r\n\r\n\(text)\r\n--b--\r\n")
    },
    Place(testDescription: "JSON", matcher: { .any.body(at: "$.filter", text: $0) }) { text in
      .json(JSONValue.object(["filter": .string(text)]).description)
    },
    Place(testDescription: "body", matcher: { .any.body(text: $0) }) { .test("POST", body: $0) },
  ]

  @Test(
    "JSON inside something else is compared as JSON, in any place",
    arguments: places,
    [
      (#"{"first":"Ada","n":1}"#, true), (#"{"n":1,"first":"Ada"}"#, true),
      (#"{ "n": 1.0, "first": "\u0041da" }"#, true),
      (#"{"first":"Ada","n":2}"#, false), (#"{"first":"Ada","n":1,"more":null}"#, false), (#"{"first":"Ada"}"#, false),
      ("first=Ada", false), ("[]", false),
    ])
  func compared(place: Place, sample: (text: String, isMatch: Bool)) {
    let matcher = place.matcher(.json(["first": "Ada", "n": 1]))
    let request = place.request(sample.text)
    #expect(matcher.takes(request) == sample.isMatch, "\(matcher.conditionLines(request))")
    #expect(matcher.description.hasSuffix(#".json(["first": "Ada", "n": 1]))"#), "\(matcher)")
  }

  @Test("JSON inside something else as a text in another order says what to write", arguments: places)
  func otherOrder(place: Place) {
    let matcher = place.matcher(#"{"b":1,"a":2}"#)
    let request = place.request(#"{"a":2,"b":1}"#)
    let lines = matcher.conditionLines(request)
    #expect(
      lines.contains {
        $0.hasSuffix("which is the same JSON in another layout")
      }, "\(lines)")
    let other = matcher.conditionLines(place.request(#"{"a":2,"b":3}"#))
    #expect(!other.contains { $0.contains("same JSON") }, "\(other)")
  }

  @Test("JSON inside something else that differs says where", arguments: places)
  func difference(place: Place) {
    let matcher = place.matcher(.json(["user": ["first": "Ada", "last": "L"], "n": 1]))
    let one = matcher.conditionLines(place.request(#"{"n":1,"user":{"last":"L","first":"Bob"}}"#))
    #expect(one.contains { $0.hasSuffix("which differs at $.user.first") }, "\(one)")
    let two = matcher.conditionLines(place.request(#"{"n":2,"user":{"last":"L","first":"Bob"}}"#))
    #expect(two.contains { $0.hasSuffix("which differs at $.n, and 1 other place") }, "\(two)")
  }

  @Test("JSON inside something else is pasted as JSON, since its order may be another in the next run")
  func pasted() {
    let form = SuggestedStub(.form("user=%7B%22b%22%3A1%2C%22a%22%3A2%7D"), near: .any.form("user", "old"))
    #expect(form.code == #".any.form("user", .json(["a": 2, "b": 1])).respond(status: 200)"#)
    let query = SuggestedStub(.test("GET", "https://a.test/a?filter=%7B%22b%22%3A1%7D&page=2")).code
    #expect(query == #".get("/a").query("filter", .json(["b": 1])).query("page", "2").respond(status: 200)"#)
  }

  @Test("JSON inside something else has words of its own in a form, a query and a part")
  func words() {
    struct User: Encodable { let first: String }
    let user = #"{"first":"Ada"}"#
    let part = Self.places[3]
    #expect(RequestMatcher.any.form("user", json: ["first": "Ada"]).takes(.form("user=\(user.percentEncoded)")))
    #expect(RequestMatcher.any.form("user", json: User(first: "Ada")).takes(.form("user=\(user.percentEncoded)")))
    #expect(
      RequestMatcher.any.query("user", json: ["first": "Ada"]).takes("https://a.test/?user=\(user.percentEncoded)"))
    #expect(
      RequestMatcher.any.query("user", json: User(first: "Ada")).takes("https://a.test/?user=\(user.percentEncoded)"))
    #expect(RequestMatcher.any.part("filter", json: ["first": "Ada"]).takes(part.request(user)))
    #expect(RequestMatcher.any.part("filter", json: User(first: "Ada")).takes(part.request(user)))
    #expect(!RequestMatcher.any.part("filter", json: User(first: "Bob")).takes(part.request(user)))
  }

  @Test("JSON inside something else of a value that cannot be encoded is a problem of the stub")
  func unencodable() throws {
    struct Opaque: Encodable {
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(0, .init(codingPath: [], debugDescription: "no"))
      }
    }
    let matcher = RequestMatcher.any.form("user", json: Opaque())
    #expect(try #require(matcher.problem).contains("the expected Opaque cannot be encoded"))
    #expect(!matcher.takes(.form("user=1")))
  }

  @Test("JSON inside something else shows no secret of it")
  func secret() {
    let matcher = RequestMatcher.any.form("user", json: ["token": "live-123456", "n": 1])
    #expect(!matcher.description.contains("live-123456"), "\(matcher)")
    let lines = matcher.conditionLines(.form("user=%7B%22token%22%3A%22live-654321%22%7D"))
    #expect(!"\(lines)".contains("live-"), "\(lines)")
  }
}

extension String {
  fileprivate var percentEncoded: String { addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
}
