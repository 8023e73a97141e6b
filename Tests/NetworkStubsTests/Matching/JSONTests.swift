import Foundation
import NetworkStubs
import TestSupport
import Testing

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
    let matcher = RequestMatcher.any.body(jsonContaining: expected)
    #expect(matcher.takes(.json(body)) == isMatch)
    #expect(matcher.conditionLines(.json(body)).allSatisfy { $0.hasPrefix("✓") } == isMatch)
  }

  @Test(
    "a body that is not JSON does not match, and says where",
    arguments: [
      ("", "the body is empty"),
      ("{", #"which is not JSON: the text ends, expected a key in quotation marks or "}", at line 1, column 2"#),
      ("user=ada", "which is a form, but its Content-Type says application/json"),
      ("[1,\n]", "which is not JSON: expected a value, at line 2, column 1"),
    ])
  func invalid(body: String, reason: String) {
    let got = body.isEmpty ? "" : "got \(body.quoted), "
    #expect(RequestMatcher.any.body(json: 1).conditionLines(.json(body)) == ["✗ body: expected JSON, \(got)\(reason)"])
    #expect(!RequestMatcher.any.body(json: 1).takes(.json(body)))
    #expect(!RequestMatcher.any.body(jsonContaining: [:]).takes(.json(body)))
    #expect(!RequestMatcher.any.body(at: "$", 1).takes(.json(body)))
  }

  @Test("a body that is not UTF-8 is not JSON")
  func notUTF8() {
    let request = ReceivedRequest.test("POST", data: Data([0x22, 0xFF, 0x22]))
    #expect(
      RequestMatcher.any.body(json: "x").conditionLines(request)
        == [
          "✗ body: expected JSON, got 3 bytes of binary data, which is not JSON"
        ])
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
          #"✗ body $.email: expected "ada@example.com", missing; the request has "emial""#,
          #"✗ body $.id: expected 1, got "1", a string, not a number"#, "✗ body $['odd key']: expected null, missing",
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
        == [#"✗ body $.user.email: expected "a", missing; the request has "emial""#])
    #expect(
      RequestMatcher.any.body(at: "$.roles[*]", "z").conditionLines(request)
        == [#"✗ body $.roles[*]: expected "z", got "x", "y""#])
  }
}
