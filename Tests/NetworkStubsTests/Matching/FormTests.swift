import Foundation
import NetworkStubs
import TestSupport
import Testing

struct FormTests {
  @Test(
    "a form's fields are decoded, in any order",
    arguments: [
      ("name=Ada+Lovelace&age=36", true), ("age=36&name=Ada%20Lovelace", true), ("name=Ada%2BLovelace&age=36", false),
      ("name=Ada+Lovelace", false), ("name=Ada+Lovelace&age=36&age=37", true), ("", false),
    ])
  func fields(body: String, isMatch: Bool) {
    #expect(RequestMatcher.any.form("name", "Ada Lovelace").form("age", "36").takes(.form(body)) == isMatch)
    #expect(RequestMatcher.any.form(["name": "Ada Lovelace", "age": "36"]).takes(.form(body)) == isMatch)
  }

  @Test("numbers, and fields made at run time, are as good as a literal")
  func values() {
    let fields = [URLQueryItem(name: "name", value: "Ada"), URLQueryItem(name: "note", value: nil)]
    #expect(RequestMatcher.any.form("age", 36).takes(.form("age=36")))
    #expect(RequestMatcher.any.form(fields).takes(.form("name=Ada&note=&age=36")))
    #expect(!RequestMatcher.any.form(exactly: fields).takes(.form("name=Ada&note=&age=36")))
  }

  @Test("an exact form is a multiset")
  func exactly() {
    let matcher = RequestMatcher.any.form(exactly: ["a": "1", "a": "2"])
    #expect(matcher.takes(.form("a=2&a=1")))
    #expect(!matcher.takes(.form("a=1&a=2&b=")))
    #expect(!matcher.takes(.form("a=1&a=1")))
    #expect(RequestMatcher.any.form(exactly: [:]).takes(.form("")))
    #expect(!RequestMatcher.any.form(exactly: [:]).takes(.form("a=")))
  }

  @Test("a name alone has an empty value, as the URL Standard says")
  func nameAlone() {
    #expect(RequestMatcher.any.form("a", "").takes(.form("a")))
    #expect(RequestMatcher.any.form("a", "").takes(.form("a=")))
  }

  @Test(
    "a form is a form by its content type, whose case and parameters do not matter, or by none",
    arguments: [
      ("Application/X-WWW-Form-Urlencoded ; charset=utf-8", true), (nil, true), ("application/json", false),
      ("application/x-www-form-urlencoded-2", false), ("", false),
    ])
  func contentType(type: String?, isMatch: Bool) {
    let request = ReceivedRequest.test("POST", headers: type.map { ["Content-Type": $0] } ?? [:], body: "a=1")
    #expect(RequestMatcher.any.form("a", "1").takes(request) == isMatch)
  }

  @Test(
    "conditions that fail for one reason report it once",
    arguments: [
      RequestMatcher.any.form("a", "1").form("b", "2"), .any.body(at: "$.a", 1).body(at: "$.b", 2),
      .any.graphQL("A").graphQL("B"), .any.header("A", "1").header("A", "1"),
    ])
  func sameReason(matcher: RequestMatcher) {
    let lines = matcher.conditionLines(.test("POST", headers: ["Content-Type": "text/plain"], body: "tea"))
    #expect(!lines.isEmpty)
    #expect(Set(lines).count == lines.count, "\(lines)")
  }

  @Test("a field that is asked for twice, and missing twice, has a line each time")
  func missingTwice() {
    let lines = RequestMatcher.any.form(["a": "1", "a": "1"]).conditionLines(.form("b=2"))
    #expect(lines.count == 2)
  }

  @Test("a body that is not a form is reported, and so is an empty one")
  func messages() {
    let matcher = RequestMatcher.any.form("a", "1")
    #expect(matcher.conditionLines(.json("{}")) == ["✗ form: expected a form, got application/json"])
    #expect(matcher.conditionLines(.form("")) == ["✗ form: expected a form, the body is empty"])
    let renamed = #"✗ form a: expected "1", missing; the request has "b" with that value"#
    #expect(matcher.conditionLines(.form("b=1")) == [renamed])
    #expect(matcher.conditionLines(.form("b=2")) == [#"✗ form a: expected "1", missing; the request has "b""#])
  }
}
