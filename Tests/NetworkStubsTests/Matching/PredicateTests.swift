import Foundation
import TestSupport
import Testing

@testable import NetworkStubs

struct PredicateTests {
  struct Refusal: Error, CustomStringConvertible {
    let description = "no thanks"
  }

  struct User: Codable {
    var name: String
    var roles: [Int]
  }

  @Test("a predicate of a value decides, quickly and explained", arguments: ["Ada", "Bob"])
  func decoded(name: String) {
    let matcher = RequestMatcher.any.body(as: User.self, "is Ada") { $0.name == "Ada" }
    let reader = RequestReader(.test("POST", "https://a.test/users", body: "{\"name\":\"\(name)\",\"roles\":[]}"))
    #expect(matcher.matches(reader) == (name == "Ada"))
    #expect(matcher.conditions.allSatisfy { $0.matches(reader) == (name == "Ada") })
    #expect(matcher.findings(reader).allSatisfy(\.isMatch) == (name == "Ada"))
  }

  @Test("a predicate decides")
  func predicate() {
    let matcher = RequestMatcher.any.matching("has an even number") { $0.path.count.isMultiple(of: 2) }
    #expect(matcher.takes("https://a.test/a"))
    #expect(!matcher.takes("https://a.test/ab"))
    #expect(matcher.conditionLines(.test("GET", "https://a.test/a")) == ["✓ has an even number: true"])
    #expect(
      matcher.conditionLines(.test("GET", "https://a.test/ab")) == ["✗ has an even number: is false for this request"])
  }

  @Test("a predicate that throws does not match, nor does its negation, and says what it threw")
  func throwing() {
    let matcher = RequestMatcher.any.matching("agrees") { _ in throw Refusal() }
    #expect(!matcher.takes(.test()))
    #expect(matcher.conditionLines(.test()) == ["✗ agrees: threw no thanks"])
    // Nothing is known of the request.
    #expect(!(!matcher).takes(.test()))
    #expect((!matcher).conditionLines(.test())[0].hasSuffix("threw no thanks"))
    #expect((!(matcher && .post())).takes(.test()))
  }

  @Test("a predicate is asked once about what all else takes, also by its negation, and not about other requests")
  func asked() {
    let count = Protected(0)
    let odd = RequestMatcher.get("/a").header("A", "1").matching("counts") { _ in
      count.withLock { $0 += 1 }
      return false
    }
    for matcher in [odd, !odd, RequestMatcher.any && odd, .anyOf(odd)] {
      for (request, times): (ReceivedRequest, Int) in [
        (.test("GET", "https://a.test/b"), 0), (.test("GET", "https://a.test/a"), 0),
        (.test("GET", "https://a.test/a", headers: ["A": "1"]), 1),
      ] {
        count.withLock { $0 = 0 }
        _ = matcher.takes(request)
        #expect(count.withLock { $0 } == times, "\(matcher) of \(request)")
        count.withLock { $0 = 0 }
        _ = matcher.verdict(RequestReader(request))
        #expect(count.withLock { $0 } == times, "the verdict of \(matcher) on \(request)")
      }
    }
  }

  @Test("a decoded body is handed to the predicate")
  func decoded() {
    let matcher = RequestMatcher.any.body(as: User.self, "is Ada") { user in
      if user.name.isEmpty { throw Refusal() }
      return user.name == "Ada"
    }
    #expect(matcher.takes(.json(#"{"name":"Ada","roles":[]}"#)))
    #expect(matcher.conditionLines(.json(#"{"name":"Ada","roles":[]}"#)) == ["✓ body is Ada: true"])
    #expect(
      matcher.conditionLines(.json(#"{"name":"Alan","roles":[]}"#)) == ["✗ body is Ada: is false for this body"])
    #expect(matcher.conditionLines(.json(#"{"name":"","roles":[]}"#)) == ["✗ body is Ada: threw no thanks"])
  }

  @Test(
    "a body that does not decode does not match, and says where",
    arguments: [
      (#"{"roles":[]}"#, "$.name is missing"), (#"{"name":null,"roles":[]}"#, "$.name is null, not String"),
      (#"{"name":"Ada","roles":[1,"x"]}"#, "$.roles[1] is not Int"), ("", "the body is empty"),
      (
        "{",
        "got \"{\", which is not JSON: the text ends, expected a key in quotation marks or \"}\", at line 1, column 2"
      ),
    ])
  func undecodable(body: String, reason: String) {
    let matcher = RequestMatcher.any.body(as: User.self, "is Ada") { $0.name == "Ada" }
    #expect(!matcher.takes(.json(body)))
    #expect(matcher.conditionLines(.json(body)) == ["✗ body is Ada: expected JSON of User, \(reason)"])
  }

  @Test("a value that cannot be encoded matches nothing, and says so")
  func unencodable() {
    let price: [String: Double] = ["price": .nan]
    let anything: [String: Any] = price
    for (matcher, type) in [
      (RequestMatcher.any.body(json: price), "Dictionary<String, Double>"), (.any.body(json: anything), "object"),
    ] {
      #expect(!matcher.takes(.json("{}")))
      let line = matcher.conditionLines(.json("{}")).first ?? ""
      #expect(line.hasPrefix("✗ body: the expected \(type) cannot be encoded: "))
    }
  }

  @Test("a value is compared by its JSON")
  func encodable() {
    let user = User(name: "Ada", roles: [1])
    #expect(RequestMatcher.any.body(json: user).takes(.json(#"{"roles":[1.0],"name":"Ada"}"#)))
    #expect(!RequestMatcher.any.body(json: user).takes(.json(#"{"roles":[1],"name":"Ada","id":1}"#)))
    #expect(RequestMatcher.any.body(jsonContaining: user).takes(.json(#"{"roles":[1],"name":"Ada","id":1}"#)))
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    #expect(RequestMatcher.any.body(json: [Date(timeIntervalSince1970: 1)], encoder: encoder).takes(.json("[1]")))
  }
}
