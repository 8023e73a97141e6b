import Foundation
import Testing

@testable import NetworkStubs

@Suite("A stub that can never answer")
struct HiddenStubsTests {
  private static let cases: [(earlier: RequestMatcher, later: RequestMatcher, isHidden: Bool)] = [
    (.get("/a"), .get("/a"), true),
    (.get("/a"), .post("/a"), false),
    (.any("/a"), .post("/a"), true),
    (.get("/a"), .any("/a"), false),
    (.any, .get("/a?x=1"), true),
    (.any, .get(.prefix("/a")), true),
    (.any("/a/**"), .get("/a/b"), true),
    (.any("/a/**"), .get("/b"), false),
    (.any("/a/**"), .get("/a/{x}"), false),
    (.any("/{x}"), .get("/a"), true),
    (.any("/a/{x}"), .get("/a/{x}"), true),
    (.any("/a/**?x=1"), .get("/a/b"), false),
    (.any("https://a.test/**"), .get("/a"), false),
    (.any("https://a.test/**"), .get("https://a.test/a"), true),
    (.any("https://a.test/**"), .get("https://b.test/a"), false),
    (.get("/a").header("A", "1"), .get("/a"), false),
    (.get("/a").header("A", "1"), .get("/a").header("A", "1"), true),
    (.get("/a").header("A", "1"), .get("/a").header("A", "2"), false),
    (.post("/a").form("x", "1"), .post("/a").form("x", "1"), true),
    (.post("/a").form("x", "1"), .post("/a").form("x", "2"), false),
    (.get("/a").query("x", "1"), .get("/a").query("x", "1"), true),
    (.get("/a").cookie("x", "1"), .get("/a").cookie("x", "1"), true),
    (.get("/a").header("A", "1") || .any.header("B", "1"), .get("/a").header("A", "1") || .any.header("B", "1"), true),
    (.get("/a").header("A", "1") || .any.header("B", "1"), .get("/a").header("A", "1") || .any.header("B", "2"), false),
  ]

  @Test(
    "a stub that can never answer is found behind one that takes all its requests, and no other is",
    arguments: cases.indices)
  func hidden(index: Int) {
    let (earlier, later, isHidden) = Self.cases[index]
    var stubs = HiddenStubs()
    let first = stubs.add(earlier.respond(status: 200).definition)
    let second = stubs.add(later.respond(status: 200).definition)
    #expect(first == nil)
    #expect((second != nil) == isHidden, "\(earlier) \(later)")
  }

  /// Matchers with each condition.
  private static let conditions: [RequestMatcher] = {
    let any = RequestMatcher.post("/a")
    let matchers: [RequestMatcher] = [
      any.header("A", "1"), any.header("A", "2"), any.header("A"), any.cookie("a", "1"), any.cookie("a", "2"),
      any.bearer(), any.bearer("1"), any.header("Authorization", .prefix("Bearer ")),
      any.query("a", "1"), any.query("a", "2"), any.query(exactly: [URLQueryItem(name: "a", value: "1")]),
      any.form("a", "1"), any.form("a", "2"), any.form(exactly: [URLQueryItem(name: "a", value: "1")]),
      any.body(Data([1])), any.body(Data([2])), any.body(text: "a"), any.body(text: "b"),
      any.body(text: .suffix("a")),
      any.part("a", text: "1"), any.part("a", filename: "1"), any.part("a", contentType: "1"),
      any.graphQL("a"), any.graphQL("b"), any.graphQL("a", variables: ["a": 1]),
      any.body(json: ["a": 1]), any.body(json: ["a": 2]), any.body(jsonContaining: ["a": 1]),
      any.body(at: "a", 1), any.body(at: "a", 2), any.body(at: "b", 1),
      any.body(at: "a", text: .suffix("1")), any.body(at: "a", text: .suffix("2")),
      any.body(at: "b", text: .suffix("1")),
      any.host("a.test"), any.host("b.test"), any.scheme("a.test"), any.port(1), any.port(2),
    ]
    let two = matchers.prefix(2).map { $0 }
    return matchers
      + [
        any && .any("/{x}").port(3), any && .any("/{x}").port(4), two[0] || two[1], two[0] || matchers[3], !two[0],
        !two[1],
      ]
  }()

  @Test(
    "a stub that can never answer is one whose condition an earlier one has too, and no other",
    arguments: conditions.indices)
  func identity(index: Int) {
    for (other, matcher) in Self.conditions.enumerated() {
      var stubs = HiddenStubs()
      let first = stubs.add(Self.conditions[index].respond(status: 200).definition)
      let second = stubs.add(matcher.respond(status: 200).definition)
      #expect(first == nil)
      #expect((second != nil) == (other == index), "\(Self.conditions[index]) before \(matcher)")
    }
  }

  @Test("a stub that can never answer is found behind each of the first four of its URL", arguments: 1...4)
  func first(number: Int) {
    var stubs = HiddenStubs()
    func add(_ value: Int) -> HiddenStubs.Pair? {
      stubs.add(RequestMatcher.get("/a").header("A", "\(value)").respond(status: 200).definition)
    }
    #expect((1...4).allSatisfy { add($0) == nil })
    #expect(add(number) != nil)
  }

  @Test("a stub that can never answer is not one behind a stub that is used up some time")
  func limited() {
    var stubs = HiddenStubs()
    let matcher = RequestMatcher.get("/a")
    let first = stubs.add(matcher.respond(status: 200).once().definition)
    let second = stubs.add(matcher.respond(status: 200).definition)
    #expect(first == nil && second == nil)
  }
}
