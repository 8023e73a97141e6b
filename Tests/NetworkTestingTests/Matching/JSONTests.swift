import Foundation
import Testing

@testable import NetworkTesting

struct JSONTests {
  @Test(
    "JSON is equal by value, not by text",
    arguments: [
      (#"{"a":1,"b":[true,null,"x"]}"#, #" { "b" : [ true , null , "x" ] , "a" : 1.0 } "#, true),
      ("1", "1.0", true), ("1", "1e0", true), ("100", "1E2", true), ("-0", "0", true), ("0.1", "0.10", true),
      ("1", #""1""#, false), ("1", "true", false), ("0", "false", false), ("null", "0", false), ("null", #""""#, false),
      (#"{"a":null}"#, "{}", false), ("{}", #"{"a":null}"#, false), ("[]", "{}", false), ("[1,2]", "[2,1]", false),
      ("[1]", "[1,1]", false), (#""\u00e9\/""#, #""é/""#, true), (#""\ud83c\udf89""#, #""🎉""#, true),
      (#"{"a":1}"#, #"{"A":1}"#, false), (#"{"a":2}"#, #"{"a":1,"a":2}"#, true),
      ("9223372036854775807", "9223372036854775807", true), ("9223372036854775807", "9223372036854775806", false),
    ])
  func equality(expected: String, body: String, isMatch: Bool) throws {
    let expected = try JSONDecoder().decode(JSONValue.self, from: Data(expected.utf8))
    let matcher = RequestMatcher.any.body(json: expected)
    #expect(matcher.takes(.json(body)) == isMatch)
    #expect(matcher.conditionLines(.json(body)).allSatisfy { $0.hasPrefix("✓") } == isMatch)
  }

  @Test(
    "a subset may leave out keys at any depth, but no elements",
    arguments: [
      ("{}", #"{"a":1}"#, true), (#"{"a":{"b":1}}"#, #"{"a":{"b":1,"c":2},"d":3}"#, true),
      (#"{"a":[{"b":1},{}]}"#, #"{"a":[{"b":1,"c":2},{"d":3}]}"#, true), (#"{"a":[1]}"#, #"{"a":[1,2]}"#, false),
      (#"{"a":[1,2]}"#, #"{"a":[2,1]}"#, false), (#"{"a":[]}"#, #"{"a":[1]}"#, false), (#"{"a":null}"#, "{}", false),
      (#"{"a":{}}"#, #"{"a":[]}"#, false), (#"{"a":{}}"#, #"{"a":null}"#, false), ("[{}]", #"[{"a":1}]"#, true),
    ])
  func subset(expected: String, body: String, isMatch: Bool) throws {
    let expected = try JSONDecoder().decode(JSONValue.self, from: Data(expected.utf8))
    let matcher = RequestMatcher.any.body(containing: expected)
    #expect(matcher.takes(.json(body)) == isMatch)
    #expect(matcher.conditionLines(.json(body)).allSatisfy { $0.hasPrefix("✓") } == isMatch)
  }

  @Test(
    "a body that is not JSON does not match, and says where",
    arguments: [
      ("", "the body is empty"),
      ("{", "which is not JSON: the text ends at byte 1, where a key was expected"),
      ("user=ada", #"which is not JSON: "u" at byte 0, where a value was expected"#),
      ("[1,]", #"which is not JSON: "]" at byte 3, where a value was expected"#),
      (#"{"a" 1}"#, #"which is not JSON: "1" at byte 5, where ":" was expected"#),
      ("[01]", #"which is not JSON: "1" at byte 2, where "," or "]" was expected"#),
      (#"{"a":1 "b":2}"#, #"which is not JSON: "\"" at byte 7, where "," or "}" was expected"#),
      ("1 2", #"which is not JSON: "2" at byte 2, where the end was expected"#),
      ("nul", #"which is not JSON: "n" at byte 0, where a value was expected"#),
      ("\"a\nb\"", #"which is not JSON: "\n" at byte 2, where an escape or a character was expected"#),
      (#""\x""#, #"which is not JSON: "x" at byte 2, where an escape was expected"#),
      (#""\ud83c""#, #"which is not JSON: "\"" at byte 7, where the other half of a surrogate pair was expected"#),
      ("-", "which is not JSON: the text ends at byte 1, where a digit was expected"),
      ("1e999", "which is not JSON: a number too large at byte 0"),
      ("é", #"which is not JSON: "é" at byte 0, where a value was expected"#),
    ])
  func invalid(body: String, reason: String) {
    let got = body.isEmpty ? "" : "got \(body.quoted()), "
    #expect(RequestMatcher.any.body(json: 1).conditionLines(.json(body)) == ["✗ body: expected JSON, \(got)\(reason)"])
    #expect(!RequestMatcher.any.body(json: 1).takes(.json(body)))
    #expect(!RequestMatcher.any.body(containing: [:]).takes(.json(body)))
    #expect(!RequestMatcher.any.body(at: "$", 1).takes(.json(body)))
  }

  @Test("a body that is not UTF-8 is not JSON")
  func notUTF8() {
    let request = ReceivedRequest.test("POST", data: Data([0x22, 0xFF, 0x22]))
    #expect(
      RequestMatcher.any.body(json: "x").conditionLines(request)
        == ["✗ body: expected JSON, got 3 bytes of binary data, which is not JSON: it is not UTF-8"])
  }

  @Test("a byte order mark before JSON does not matter")
  func byteOrderMark() {
    #expect(RequestMatcher.any.body(json: [1]).takes(.json("\u{FEFF}[1]")))
  }

  @Test("differences are told by path, with a near key")
  func differences() {
    let matcher = RequestMatcher.any.body(json: [
      "email": "ada@example.com", "roles": ["admin", "dev"], "id": 1, "odd key": nil,
    ])
    #expect(
      matcher.conditionLines(.json(#"{"emial":"ada@example.com","roles":["admin"],"id":"1","new":[]}"#))
        == [
          #"✗ body $.email: expected "ada@example.com", missing; did you mean "emial"?"#,
          #"✗ body $.id: expected 1, got "1""#, "✗ body $['odd key']: expected null, missing",
          #"✗ body $.roles[1]: expected "dev", missing"#, "✗ body $.new: not expected, got []",
        ])
  }

  @Test("a value at a path is compared, and its absence told with a near key")
  func paths() {
    let request = ReceivedRequest.json(#"{"user":{"emial":"a"},"roles":["x","y"],"none":null}"#)
    #expect(RequestMatcher.any.body(at: "$.roles[*]", "y").takes(request))
    #expect(RequestMatcher.any.body(at: "$.none", nil).takes(request))
    #expect(!RequestMatcher.any.body(at: "$.missing", nil).takes(request))
    #expect(
      RequestMatcher.any.body(at: "$.user.email", "a").conditionLines(request)
        == [#"✗ body $.user.email: expected "a", missing; did you mean "emial"?"#])
    #expect(
      RequestMatcher.any.body(at: "$.roles[*]", "z").conditionLines(request)
        == [#"✗ body $.roles[*]: expected "z", got "x", "y""#])
  }
}
