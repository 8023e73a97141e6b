import Foundation
import NetworkEndpoints
import TestSupport
import Testing

@testable import NetworkStubs

/// What must hold for every request and every matcher; a failure names its seed.
struct MatchingPropertyTests {
  static let seeds = Effort.seeds(6, full: 1_000)

  @Test("the quick answer and the explained one agree", arguments: seeds)
  func explanation(seed: UInt64) {
    var random = Dice(seed: seed)
    let request = random.request()
    for _ in 0..<20 {
      let matcher = random.matcher()
      let findings = matcher.findings(RequestReader(request))
      #expect(findings.allSatisfy(\.isMatch) == matcher.takes(request), "\(matcher) \(matcher.lines(request))")
      for condition in matcher.conditions {
        let reader = RequestReader(request)
        let findings = condition.findings(reader)
        #expect(!findings.isEmpty, "\(condition.code)")
        #expect(findings.allSatisfy(\.isMatch) == condition.matches(reader), "\(condition.code)")
      }
    }
  }

  @Test("a request matches the stub that is suggested for it", arguments: seeds)
  func suggestion(seed: UInt64) {
    var random = Dice(seed: seed)
    for _ in 0..<10 {
      let request = random.request()
      let matcher = SuggestedStub(request).matcher
      #expect(matcher.takes(request), "\(request) \(matcher) \(matcher.lines(request))")
    }
  }

  @Test("the order of query items does not matter", arguments: seeds)
  func queryOrder(seed: UInt64) {
    var random = Dice(seed: seed)
    let items = random.list(0...5) { $0.pick(["a=1", "a=a", "a=a1", "a", "b", "b=", "c=1"]) }
    let shuffled = items.shuffled(using: &random)
    let patterns = (random.pattern(), random.pattern(), random.pattern())
    for matcher: RequestMatcher in [
      .any.query(exactly: ["a": patterns.0, "a": patterns.1, "b": nil]),
      .any.query(["a": patterns.0, "a": patterns.1, "a": patterns.2]),
      .any.query(exactly: ["a": patterns.2, "a": "1", "a": .containing("a")]),
    ] {
      let urls = [items, shuffled].map { "https://a.test/?\($0.joined(separator: "&"))" }
      #expect(matcher.takes(urls[0]) == matcher.takes(urls[1]), "\(matcher) \(urls)")
    }
  }

  @Test("the order of headers and of JSON keys does not matter", arguments: seeds)
  func keyOrder(seed: UInt64) {
    var random = Dice(seed: seed)
    let matcher = random.matcher()
    let headers = [("Accept", "a"), ("X-A", "1"), ("Cookie", "a=1"), ("Authorization", "Bearer x")]
    let members = random.list(0...5) { ("\($0.pick(["a", "b", "c"]))", $0.json(depth: 1)) }
    let unique = Dictionary(members) { $1 }.map { "\"\($0)\":\($1)" }
    let verdicts = (0..<3).map { _ in
      matcher.takes(
        .test(
          "POST", headers: Dictionary(uniqueKeysWithValues: headers.shuffled(using: &random)),
          body: "{\(unique.shuffled(using: &random).joined(separator: ","))}"))
    }
    #expect(Set(verdicts).count == 1, "\(matcher) \(unique)")
  }

  @Test("the operator not is an involution, and De Morgan holds", arguments: seeds)
  func logic(seed: UInt64) {
    var random = Dice(seed: seed)
    let request = random.request()
    let (a, b) = (random.matcher(), random.matcher())
    guard a.problem == nil, b.problem == nil else {
      // What cannot be read takes nothing, however it is combined.
      for matcher in [a && b, a || b, !(a && b), !(a || b)] { #expect(!matcher.takes(request), "\(matcher)") }
      return
    }
    #expect((!a).takes(request) == !a.takes(request))
    #expect((!(!a)).takes(request) == a.takes(request))
    #expect("\(!(!a))" == "\(a)" || "\(a)".hasPrefix(".not("))
    #expect((!(a && b)).takes(request) == (!a || !b).takes(request))
    #expect((!(a || b)).takes(request) == (!a && !b).takes(request))
    #expect((a && b).takes(request) == (a.takes(request) && b.takes(request)))
    #expect((a || b).takes(request) == (a.takes(request) || b.takes(request)))
  }
}
