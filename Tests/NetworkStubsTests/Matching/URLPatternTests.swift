import TestSupport
import Testing

@testable import NetworkStubs

struct URLPatternTests {
  @Test(
    "a path is matched segment by segment",
    arguments: [
      ("/users", "https://a.test/users", true),
      ("users", "https://a.test/users", true),
      ("/users", "http://b.test:81/users", true),
      ("/users", "https://a.test/users/", false),
      ("/users/", "https://a.test/users/", true),
      ("/users", "https://a.test/Users", false),
      ("/", "https://a.test", true),
      ("", "https://a.test/", true),
      ("/a//b", "https://a.test/a//b", true),
      ("/a/b", "https://a.test/a//b", false),
      ("/a/../b", "https://a.test/a/../b", true),
      ("/caf%C3%A9", "https://a.test/café", true),
      ("/café", "https://a.test/caf%C3%A9", true),
      ("/a b", "https://a.test/a%20b", true),
      ("/a+b", "https://a.test/a+b", true),
      ("/a+b", "https://a.test/a%2Bb", true),
      ("/a+b", "https://a.test/a%20b", false),
      ("/a%2Fb", "https://a.test/a%2fb", true),
      ("/a/b", "https://a.test/a%2Fb", false),
      ("/100%", "https://a.test/100%25", true),
      ("/a;v=1", "https://a.test/a;v=1", true),
      ("/users#top", "https://a.test/users", true),
      ("/login/https://b.test/back", "https://a.test/login/https://b.test/back", true),
    ])
  func paths(pattern: String, url: String, isMatch: Bool) {
    #expect(RequestMatcher.get(URLPattern(pattern)).takes(url) == isMatch)
  }

  @Test(
    "host case and default port do not matter, scheme and other ports do",
    arguments: [
      ("https://API.Example.com/x", "https://api.example.com/x", true),
      ("HTTPS://api.example.com/x", "https://API.EXAMPLE.COM/x", true),
      ("https://api.example.com:443/x", "https://api.example.com/x", true),
      ("https://api.example.com/x", "https://api.example.com:443/x", true),
      ("http://api.example.com/x", "http://api.example.com:80/x", true),
      ("ws://api.example.com/x", "ws://api.example.com:80/x", true),
      ("https://api.example.com/x", "https://api.example.com:8443/x", false),
      ("https://api.example.com:80/x", "https://api.example.com/x", false),
      ("https://api.example.com/x", "http://api.example.com/x", false),
      ("https://api.example.com/x", "https://example.com/x", false),
      ("https://api.example.com", "https://api.example.com/", true),
      ("https://api.example.com?a=1", "https://api.example.com/?a=1", true),
      ("http://[::1]:8080/x", "http://[::1]:8080/x", true),
      ("http://[::1]/x", "http://[::1]:80/x", true),
      ("https://bücher.example/x", "https://xn--bcher-kva.example/x", true),
    ])
  func origins(pattern: String, url: String, isMatch: Bool) {
    #expect(RequestMatcher.get(URLPattern(pattern)).takes(url) == isMatch)
  }

  @Test(
    "a prefix is compared decoded, and may name a host",
    arguments: [
      ("/v1/", "https://a.test/v1/users", true),
      ("v1/", "https://a.test/v1/users", true),
      ("/v1", "https://a.test/v10", true),
      ("/v1/", "https://a.test/v1", false),
      ("/caf%C3%A9/", "https://a.test/café/menu", true),
      ("/a%2Fb/", "https://a.test/a%2Fb/c", true),
      ("/a/b/", "https://a.test/a%2Fb/c", false),
      ("https://a.test/v1/", "https://a.test/v1/users", true),
      ("https://a.test/v1/", "https://b.test/v1/users", false),
      ("/v1/?a=1", "https://a.test/v1/users?b=2&a=1", true),
      ("/v1/?a=1", "https://a.test/v1/users?b=2", false),
    ])
  func prefixes(start: String, url: String, isMatch: Bool) {
    #expect(RequestMatcher.get(.prefix(start)).takes(url) == isMatch)
  }

  @Test("a regular expression is applied to the decoded path")
  func regex() {
    let matcher = RequestMatcher.get(.regex("^/users/[0-9]+$"))
    #expect(matcher.takes("https://a.test/users/42?page=1"))
    #expect(!matcher.takes("https://a.test/users/ada"))
    #expect(RequestMatcher.get(.regex("é$")).takes("https://a.test/caf%C3%A9"))
  }

  @Test("a wrong regular expression matches nothing, and says so")
  func wrongRegex() {
    let matcher = RequestMatcher.get(.regex("/users/["))
    #expect(!matcher.takes("https://a.test/users/["))
    #expect(
      matcher.lines(.test("GET", "https://a.test/users"))
        == ["✓ method: GET", #"✗ path: "/users/[" is not a regular expression: the [ at character 8 is not closed"#])
  }

  @Test(
    "a wrong regular expression names the bracket that is not closed, or not opened",
    arguments: [
      ("^/items/([0-9]+$", "the ( at character 9 is not closed"), ("^/a)", "the ) at character 4 closes nothing"),
      (#"/\([(]\[("#, "the ( at character 9 is not closed"), (#"/a\"#, #"nothing follows the \ at its end"#),
    ])
  func wrongBracket(_ pattern: String, _ mistake: String) {
    #expect(RegularExpression(pattern).problem?.hasSuffix("is not a regular expression: \(mistake)") == true)
  }

  @Test("a wrong regular expression with all its brackets has no explanation")
  func wrongRepetition() {
    #expect(RegularExpression("*a").problem == #""*a" is not a regular expression"#)
  }

  @Test("a path from an endpoint stands for itself, and prints as a pattern that does")
  func literalPath() {
    for (path, code) in [
      ("/users/{id}", "/users/%7Bid%7D"), ("/a*b/**", "/a%2Ab/%2A%2A"), ("/a?b#c", "/a%3Fb%23c"),
      ("/100%", "/100%25"), ("/a b/é", "/a b/é"), ("/a%2Fb", "/a%2Fb"),
    ] {
      let matcher = RequestMatcher(method: .get, url: URLPattern(literalPath: path))
      #expect("\(matcher)" == #".get("\#(code)")"#)
      let segments = [URLPattern(literalPath: path), URLPattern(code)].map { pattern -> [PathPattern.Segment] in
        if case .pattern(let path) = pattern.path { path.segments } else { [] }
      }
      #expect(segments[0] == segments[1])
    }
  }
}
