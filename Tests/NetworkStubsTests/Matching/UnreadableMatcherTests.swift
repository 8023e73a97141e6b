import NetworkEndpoints
import TestSupport
import Testing

@testable import NetworkStubs
@testable import NetworkTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

/// Matchers that mean something else than they say, or nothing.
struct UnreadableMatcherTests {
  /// A matcher, and what is said of it.
  private static let matchers: [(RequestMatcher, String)] = [
    (.any.body(at: "$..name", "Ada"), "write each step, with [*] for any element"),
    (.any.body(at: "$.users[", text: "Ada"), "not a JSON path: write one such as $.users[0].name"),
    (.any.header("Accept", .regex("(json")), "not a regular expression"),
    (.any.query("q", .regex("[a")), "not a regular expression"),
    (.any.form("q", .regex("[a")), "not a regular expression"),
    (.any.cookie("q", .regex("[a")), "not a regular expression"),
    (.any.body(text: .regex("[a")), "not a regular expression"),
    (.any.part("file", filename: .regex("[a")), "not a regular expression"),
    (.any.host(.regex("[a")), "not a regular expression"),
    (.get(.regex("/a(")), "not a regular expression"),
    (.not(.any.header("Accept", .regex("(json"))), "not a regular expression"),
    (.anyOf(.get("/a"), .get("/users/:id")), "write {id}"),
    (.get("/a").and(.get("/users/:id")), "write {id}"),
    (.get("http://localhost:*/a"), #"write .any("/a").host("localhost")"#),
    (.get("http://localhost:{port}"), #"write .any().host("localhost")"#),
    (.get("*://api.example.com/a"), #"write .any("/a").host("api.example.com")"#),
    (.get("/users/:id"), #"":id" is not a parameter here: write {id}, or %3Aid if the path has a colon"#),
    (.get("https://api.example.com/users/:id/posts"), "write {id}"),
    (.get("/search{?q}"), #"{?q} is not supported: write .query("q", .anything) after the URL"#),
    (.get("/search{?q,page}"), "is not supported"),
    (.get("/files/{+path}"), "{+path} is not supported: write {path} for one segment, ** for any number"),
    (.get("/files/{path*}"), "write {path} for one segment"),
    (.get("/search?b=*"), #""*" is text in a query, not a wildcard: write .query("b", .anything)"#),
    (.get("/search?a=1&b={b}"), #".query("b", .anything)"#),
    (.get("api.example.com/users"), #"write "https://api.example.com/users" for a host"#),
    (.get("localhost:8080/users"), #""/localhost:8080/users" for a path"#),
    (.get(.prefix("/v1/*")), "a prefix has no wildcards"),
  ]

  @Test("what nothing can match says what to write instead", arguments: matchers.indices)
  func unreadable(index: Int) throws {
    let (matcher, text) = Self.matchers[index]
    let problem = try #require(matcher.problem, "\(matcher)")
    #expect(problem.contains(text), "\(matcher): \(problem)")
  }

  @Test(
    "a matcher that cannot be read takes no request, and neither does its negation", arguments: matchers.indices,
    [
      "http://localhost/a", "http://localhost", "http://localhost:80/a", "https://api.example.com/a", "/users/:id",
      "https://api.example.com/users/:id/posts", "/search?b=*", "/v1/*",
    ])
  func takesNothing(index: Int, url: String) {
    let matcher = Self.matchers[index].0
    let request = ReceivedRequest.test("GET", url)
    #expect(!matcher.takes(request), "\(matcher)")
    #expect(!(!matcher).takes(request), "!\(matcher)")
  }

  @Test(
    "what can be read is not complained of",
    arguments: [
      "/", "", "/users/{id}", "/v{major}.{minor}/a", "/a/**", "/*.png", "users/1", "index.html", "/items:batchGet",
      "/a?b=1", "/a?b=%2A", "/a?b", "https://api.example.com:8080/a", "https://*.example.com/a",
      "https://{tenant}.example.com/a", "https://[::1]:80/a", "https://a.test", "/login/https://b.test/a", "/a{b",
      "/{}",
      "/a%3Aid", "/%7Bid%7D", "/a:b/:1",
    ])
  func readable(text: String) {
    #expect(URLPattern(text).problem == nil)
  }

  @Test("hosts take wildcards, whatever the number of labels")
  func hostWildcards() {
    let matcher = RequestMatcher.get("https://*.example.com/a")
    for host in ["api.example.com", "eu.api.example.com", "API.example.com"] {
      #expect(matcher.takes("https://\(host)/a"), "\(host)")
    }
    for url in ["https://example.com/a", "http://api.example.com/a", "https://api.example.org/a"] {
      #expect(!matcher.takes(url), "\(url)")
    }
    #expect(RequestMatcher.get("https://{tenant}.test:81/a").takes("https://acme.test:81/a"))
  }

  @Test("a stub is an issue when it is made, at its line")
  func stub() async {
    let line = #line + 2
    let issues = await recordedIssues {
      _ = MockTransport(.get("/users/:id").respond(status: 200).optional())
    }
    #expect(issues.map(\.line) == [line])
    #expect(
      issues.map(\.text) == [
        #"The stub .get("/users/:id") is invalid: ":id" is not a parameter here: write {id}, or %3Aid if the path has a colon."#
      ])
  }

  @Test("an expectation of none does not pass by what nothing matches")
  func expectations() async {
    let transport = MockTransport()
    let matcher = RequestMatcher.get("/users/:id")
    let issues = await recordedIssues {
      await transport.expect(matcher, .never)
      await transport.expect(inOrder: matcher)
      _ = await transport.requests(matching: matcher)
    }
    #expect(issues.count == 3)
    #expect(issues.allSatisfy { $0.text.contains("write {id}") })
    await #expect(throws: RequestWaitError.self) { try await transport.nextRequest(matching: matcher) }
  }

  @Test("a stub that an earlier one hides is an issue, and names it")
  func hidden() async {
    let pairs: [(Stub, Stub)] = [
      (RequestMatcher.any.respond(status: 500), RequestMatcher.get("/a").respond(status: 200)),
      (RequestMatcher.get("/a").respond(status: 500), RequestMatcher.get("/a").query("b", "1").respond(status: 200)),
      (RequestMatcher.get("/items/{id}").respond(status: 500), RequestMatcher.get("/items/1").respond(status: 200)),
      (RequestMatcher.any("/a/**").respond(status: 500), RequestMatcher.get("/a/b?c=1").respond(status: 200)),
      (
        RequestMatcher.get("/a").header("X", "1").respond(status: 500),
        RequestMatcher.get("/a").header("X", "1").header("Y", "1").respond(status: 200)
      ),
    ]
    for (first, second) in pairs {
      let issues = await recordedIssues { _ = MockTransport(first.optional(), second.optional()) }
      #expect(issues.count == 1, "\(first), \(second)")
      #expect(issues.first?.text.contains("can never answer") == true)
    }
  }

  @Test("a stub that may answer is not complained of")
  func notHidden() async {
    let pairs: [(Stub, Stub)] = [
      (RequestMatcher.get("/a").respond(status: 500).once(), RequestMatcher.get("/a").respond(status: 200)),
      (RequestMatcher.get("/a").query("b", "1").respond(status: 500), RequestMatcher.get("/a").respond(status: 200)),
      (RequestMatcher.post("/a").respond(status: 500), RequestMatcher.get("/a").respond(status: 200)),
      (RequestMatcher.get("/items/1").respond(status: 500), RequestMatcher.get("/items/{id}").respond(status: 200)),
      (RequestMatcher.get("https://a.test/a").respond(status: 500), RequestMatcher.get("/a").respond(status: 200)),
      (
        RequestMatcher.get("/a").bearer("1").respond(status: 1), RequestMatcher.get("/a").bearer("2").respond(status: 2)
      ),
      (RequestMatcher.get("/a").respond(inOrder: .status(1), .status(2)), RequestMatcher.get("/a").respond(status: 2)),
      (RequestMatcher.get("/a").respond(status: 1).scenario("s", in: "x"), RequestMatcher.get("/a").respond(status: 2)),
    ]
    for (first, second) in pairs {
      let issues = await recordedIssues { _ = MockTransport(first.optional(), second.optional()) }
      #expect(!issues.contains { $0.text.contains("can never answer") }, "\(first), \(second)")
    }
  }
}
