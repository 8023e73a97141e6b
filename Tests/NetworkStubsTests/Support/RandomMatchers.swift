import Foundation
import NetworkEndpoints
import NetworkStubs
import TestSupport

extension Dice {
  mutating func pattern() -> TextPattern {
    let text = pick(["", "a", "1", "a=1", "Bearer", "json", "é"])
    return pick([
      .exactly(text), .containing(text), .prefix(text), .suffix(text), .regex(pick([text, "^a*$", "[", "."])),
      .anything,
      .missing,
    ])
  }

  mutating func urlPattern() -> URLPattern {
    switch number(0...5) {
    case 0: .any
    case 1: .prefix(pick(["/", "/a", "/users/", "https://api.example.com/"]))
    case 2: .regex(pick(["a", "^/$", "[", "é"]))
    default:
      URLPattern(list(0...4) { "/" + $0.pick(["a", "b", "{id}", "*", "**", "u*", "{x}s", "users", ""]) }.joined())
    }
  }

  /// A matcher with conditions of every kind.
  mutating func matcher(depth: Int = 2) -> RequestMatcher {
    var matcher = pick([
      RequestMatcher.any(urlPattern()), .request(pick(["GET", "POST", "PURGE"]), urlPattern()), .any,
    ])
    for _ in 0..<number(0...2) { matcher = adding(to: matcher, depth: depth) }
    return matcher
  }

  private mutating func adding(to matcher: RequestMatcher, depth: Int) -> RequestMatcher {
    let name = pick(["a", "b", "token", "Accept", "Authorization", "X-A"])
    switch number(0...(depth > 0 ? 21 : 17)) {
    case 0: return matcher.header(name, pattern())
    case 1: return matcher.cookie(name, pattern())
    case 2: return matcher.query(name, pick([pattern(), nil]))
    case 3: return matcher.query(exactly: ["a": pattern(), "a": pattern(), "b": nil])
    case 4: return matcher.query(["a": pattern(), "a": pattern()])
    case 5: return matcher.form(name, pattern())
    case 6: return matcher.form(exactly: ["a": pattern()])
    case 7: return matcher.part(name, text: pattern(), filename: pick([nil, pattern()]))
    case 8: return matcher.body(text: pattern())
    case 9: return matcher.body(pick([Data(), Data("a".utf8), Data([0xFF, 0])]))
    case 10: return matcher.body(json: json())
    case 11: return matcher.body(jsonContaining: json())
    case 12: return matcher.body(at: pick(["$.a", "$[*]", "$", "$[", "$.b.a"]), json(depth: 0))
    case 13: return matcher.body(at: pick(["$.a", "$[*]", "$", "$[", "$.b.a"]), text: pattern())
    case 14: return matcher.graphQL("a", variables: pick([nil, json(depth: 1)]))
    case 15: return matcher.host(pattern()).scheme(pattern())
    case 16: return matcher.port(pick([80, 443, 8080]))
    case 17: return matcher.body(as: [String: Int].self, "is small") { $0.count < 2 }
    case 18: return matcher && self.matcher(depth: depth - 1)
    case 19: return matcher || self.matcher(depth: depth - 1)
    case 20: return !matcher
    default: return matcher.and(.anyOf(self.matcher(depth: depth - 1), .not(self.matcher(depth: depth - 1))))
    }
  }
}
