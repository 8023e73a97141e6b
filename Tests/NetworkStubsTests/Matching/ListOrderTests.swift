import Foundation
import TestSupport
import Testing

@testable import NetworkStubs

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Lists in JSON")
struct ListOrderTests {
  @Test(
    "lists in JSON are equal in any order where the test says so, at any depth",
    arguments: [
      (#"["a","b"]"#, #"["b","a"]"#, true),
      (#"[{"id":1,"t":["x","y"]},{"id":2}]"#, #"[{"id":2},{"t":["y","x"],"id":1}]"#, true),
      ("[1,2.0]", "[2,1.0]", true), ("[1,1,2]", "[1,2,2]", false), ("[1,2]", "[2,1,1]", false),
      ("[1,2]", "[[1,2]]", false),
      (#"{"a":[1,2],"b":[3,4]}"#, #"{"a":[4,3],"b":[2,1]}"#, false), ("[]", "[]", true), ("7", "7", true),
    ])
  func anyOrder(_ expected: String, _ body: String, _ isMatch: Bool) throws {
    let expected = try JSONValue(parsing: Data(expected.utf8))
    let matcher = RequestMatcher.any.body(json: expected, .inAnyOrder)
    #expect(matcher.takes(.json(body)) == isMatch)
    #expect(matcher.conditionLines(.json(body)).allSatisfy { $0.hasPrefix("✓") } == isMatch)
    #expect(
      RequestMatcher.any.body(json: expected, .asWritten).takes(.json(body))
        == RequestMatcher.any.body(json: expected).takes(.json(body)))
  }

  @Test("lists in JSON of a value are compared in any order as well") func encodable() {
    struct Tags: Encodable { let tags: [String] }
    let matcher = RequestMatcher.any.body(json: Tags(tags: ["a", "b"]), .inAnyOrder)
    #expect(matcher.takes(.json(#"{"tags":["b","a"]}"#)) && !matcher.takes(.json(#"{"tags":["b"]}"#)))
  }

  @Test(
    "lists in JSON that are equal in another order are called so, once",
    arguments: [
      (#"[{"id":1},{"id":2}]"#, #"[{"id":2},{"id":1}]"#, "body $"),
      (#"{"a":[1,2,3],"b":1}"#, #"{"a":[3,1,2],"b":1}"#, "body $.a"),
    ])
  func anotherOrder(_ expected: String, _ body: String, _ label: String) throws {
    let matcher = RequestMatcher.any.body(json: try JSONValue(parsing: Data(expected.utf8)))
    let lines = matcher.conditionLines(.json(body))
    #expect(
      lines.count == 1 && lines[0].contains(label) && lines[0].contains("the same elements in another order"),
      "\(lines)")
  }

  @Test("lists in JSON in any order have differences without an index, and a correction in any order")
  func otherElements() throws {
    let matcher = RequestMatcher.any.body(json: [["id": 1], ["id": 2]], .inAnyOrder)
    let body = #"[{"id":3},{"id":1}]"#
    let lines = matcher.conditionLines(.json(body))
    #expect(lines.contains { $0.contains("body $[*]") }, "\(lines)")
    #expect(!lines.contains { $0.contains(/\$\[\d/) }, "\(lines)")
    let code = Correction(for: RequestReader(.json(body))).corrected(matcher).conditions.code
    #expect(code.contains(#".body(json: [["id": 3], ["id": 1]], .inAnyOrder)"#), "\(code)")
  }

  @Test("no failure text pastes this run's order")
  func noPaste() async {
    let text = await FailureText.of(
      .post("/pay").body(json: [["id": 1], ["id": 2]]).respond(status: 200),
      sending: [
        .make(
          .post, "https://api.example.com/pay", headers: ["Content-Type": "application/json"],
          body: #"[{"id":2},{"id":1}]"#)
      ])
    #expect(text.contains("the same elements in another order") && text.contains(".inAnyOrder"), "\(text)")
    #expect(!text.contains(#"[["id": 2], ["id": 1]]"#), "\(text)")
  }
}
