import TestSupport
import Foundation
import Testing

@testable import NetworkStubs

struct QueryTests {
  @Test(
    "a query item is one of those that are there",
    arguments: [
      ("a=1", true), ("b=2&a=1", true), ("a=1&a=2", true), ("a=2", false), ("a=1,2", false), ("a", false),
      ("a=", false), ("A=1", false), ("", false), ("b=a=1", false), ("&&a=1&", true), ("%61=%31", true),
    ])
  func contains(query: String, isMatch: Bool) {
    #expect(RequestMatcher.get("/").query("a", "1").takes("https://a.test/?\(query)") == isMatch)
    #expect(RequestMatcher.get("/?a=1").takes("https://a.test/?\(query)") == isMatch)
    #expect(RequestMatcher.get("/").query(["a": "1"]).takes("https://a.test/?\(query)") == isMatch)
  }

  @Test(
    "an exact query is a multiset without order",
    arguments: [
      ("a=x&a=y&b", true), ("b&a=y&a=x", true), ("a=x&b", false), ("a=x&a=y&b&c=1", false), ("a=x,y&b", false),
      ("a=x&a=x&b", false), ("a=x&a=y&a=y&b", false), ("a=x&a=y&b=", false), ("", false),
    ])
  func exactly(query: String, isMatch: Bool) {
    let matcher = RequestMatcher.get("/").query(exactly: ["a": "x", "a": "y", "b": nil])
    #expect(matcher.takes("https://a.test/?\(query)") == isMatch)
  }

  @Test("a value that is not text is compared as its text")
  func numbers() {
    #expect(RequestMatcher.any.query("page", 1).takes("https://a.test/?page=1"))
    #expect(!RequestMatcher.any.query("page", 1).takes("https://a.test/?page=10"))
    #expect(RequestMatcher.any.query("all", true).takes("https://a.test/?all=true"))
    let page = "2"
    #expect(RequestMatcher.any.query("page", page).takes("https://a.test/?page=2"))
  }

  @Test("items made at run time are as good as a literal")
  func items() {
    let items = [URLQueryItem(name: "a", value: "1"), URLQueryItem(name: "b", value: nil)]
    #expect(RequestMatcher.any.query(items).takes("https://a.test/?b&c&a=1"))
    #expect(RequestMatcher.any.query(exactly: items).takes("https://a.test/?b&a=1"))
    #expect(!RequestMatcher.any.query(exactly: items).takes("https://a.test/?b&c&a=1"))
    #expect(RequestMatcher.any.query(exactly: []).takes("https://a.test/"))
  }

  @Test("an exactly empty query is missing or empty")
  func exactlyNone() {
    let matcher = RequestMatcher.get("/").query(exactly: [:])
    #expect(matcher.takes("https://a.test/"))
    #expect(matcher.takes("https://a.test/?"))
    #expect(!matcher.takes("https://a.test/?a"))
  }

  @Test("a nil value is not an empty one")
  func nilValue() {
    #expect(RequestMatcher.get("/").query("a", nil).takes("https://a.test/?a"))
    #expect(!RequestMatcher.get("/").query("a", nil).takes("https://a.test/?a="))
    #expect(RequestMatcher.get("/").query("a", "").takes("https://a.test/?a="))
    #expect(!RequestMatcher.get("/").query("a", "").takes("https://a.test/?a"))
  }

  @Test("an item that is there without a value is there")
  func anything() {
    #expect(RequestMatcher.get("/").query("a", .anything).takes("https://a.test/?a"))
    #expect(RequestMatcher.get("/").query("a", .anything).takes("https://a.test/?a="))
    #expect(!RequestMatcher.get("/").query("a", .missing).takes("https://a.test/?a"))
  }

  @Test("plus and %20 are both a space, and %2B is a plus", arguments: ["a=C+%2B", "a=C%20%2B", "a=C%20%2b"])
  func space(query: String) {
    #expect(RequestMatcher.get("/").query("a", "C +").takes("https://a.test/?\(query)"))
    #expect(RequestMatcher.get("/?a=C+%2B").takes("https://a.test/?\(query)"))
  }

  @Test("an escape that is not valid stays as it is", arguments: ["100%", "%zz", "%FF", "%"])
  func noEscape(value: String) {
    #expect(QueryPair.parse("a=\(value)") == [QueryPair(name: "a", value: value)])
  }

  @Test(
    "repeated patterns find the items that suit them all, in any order",
    arguments: ["a=x&a=xy", "a=xy&a=x"])
  func assignment(query: String) {
    let matcher = RequestMatcher.get("/").query(exactly: ["a": .containing("x"), "a": .containing("xy")])
    #expect(matcher.takes("https://a.test/?\(query)"))
    #expect(!matcher.takes("https://a.test/?a=x&a=x"))
    #expect(RequestMatcher.get("/").query(exactly: ["a": .anything, "a": "x"]).takes("https://a.test/?\(query)"))
  }

  @Test("findings are in the order in which the items were asked for")
  func order() {
    let matcher = RequestMatcher.get("/").query(exactly: ["b": .anything, "c": "1", "a": "1"])
    #expect(
      matcher.conditionLines(.test("GET", "https://a.test/?a=1&b=2&d"))
        == [
          #"✓ query b: "2""#, #"✗ query c: expected "1", missing; the request has "d""#, #"✓ query a: "1""#,
          "✗ query d: not expected, got it without a value",
        ])
  }

  @Test("a near name is suggested for twenty missing items, and no more")
  func fewNearNames() {
    let names = (10..<35).map { "name\($0)" }
    let matcher = RequestMatcher.get("/").query(exactly: names.map { URLQueryItem(name: $0, value: "1") })
    let query = names.map { "\($0)s=1" }.joined(separator: "&")
    let lines = matcher.conditionLines(.test("GET", "https://a.test/?\(query)"))
    #expect(lines.prefix(25).map { $0.contains("the request has") } == names.indices.map { $0 < 20 })
  }

  @Test("a near name is suggested")
  func nearName() {
    #expect(
      RequestMatcher.get("/").query("page", "1").conditionLines(.test("GET", "https://a.test/?pgae=1"))
        == [#"✗ query page: expected "1", missing; the request has "pgae""#])
  }
}
