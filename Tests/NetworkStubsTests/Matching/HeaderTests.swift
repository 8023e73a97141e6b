import NetworkStubs
import TestSupport
import Testing

struct HeaderTests {
  private func request(_ headers: [String: String]) -> ReceivedRequest { .test(headers: headers) }

  @Test("a header's name has no case, its value has")
  func name() {
    #expect(RequestMatcher.any.header("x-trace-ID", "a1").takes(request(["X-Trace-Id": "a1"])))
    #expect(!RequestMatcher.any.header("X-Trace-Id", "A1").takes(request(["X-Trace-Id": "a1"])))
  }

  @Test("an empty header is there, a missing one is not")
  func empty() {
    #expect(RequestMatcher.any.header("X-A", "").takes(request(["X-A": ""])))
    #expect(RequestMatcher.any.header("X-A").takes(request(["X-A": ""])))
    #expect(!RequestMatcher.any.header("X-A").takes(request([:])))
    #expect(!RequestMatcher.any.header("X-A", "").takes(request([:])))
    #expect(RequestMatcher.any.header("X-A", .missing).takes(request([:])))
  }

  @Test("credentials are compared whole, and told apart by their scheme only")
  func credentials() {
    let matcher = RequestMatcher.any.bearer("12345")
    #expect(matcher.takes(request(["Authorization": "Bearer 12345"])))
    #expect(
      matcher.conditionLines(request(["Authorization": "Bearer 54321"]))
        == [
          #"✗ Authorization: expected "Bearer •••", got another value (masked), which differs from character 8 on"#
        ])
    #expect(
      matcher.conditionLines(request(["Authorization": "Basic YTpi"]))
        == [#"✗ Authorization: expected "Bearer •••", got "Basic •••""#])
    #expect(matcher.conditionLines(request([:])) == [#"✗ Authorization: expected "Bearer •••", missing"#])
    #expect(
      RequestMatcher.any.basicAuth(user: "ä", password: "b:c").takes(request(["Authorization": "Basic w6Q6Yjpj"])))
  }

  @Test(
    "a cookie is found among others",
    arguments: [
      ("a=1", true), ("b=2; a=1", true), ("b=2;a=1", true), (" a = 1 ;", true), ("a=1; a=2", true), ("a=2; a=1", true),
      ("a=1=1", false), ("A=1", false), ("ba=1", false), ("a=\"1\"", false), ("a", false), ("", false), (";;", false),
    ])
  func cookie(header: String, isMatch: Bool) {
    #expect(RequestMatcher.any.cookie("a", "1").takes(request(["Cookie": header])) == isMatch)
  }

  @Test("a cookie may be asked for by name, and its absence too")
  func cookieName() {
    #expect(RequestMatcher.any.cookie("a").takes(request(["Cookie": "a=1"])))
    #expect(RequestMatcher.any.cookie("a", "").takes(request(["Cookie": "a"])))
    #expect(!RequestMatcher.any.cookie("a", .missing).takes(request(["Cookie": "a=1"])))
    #expect(RequestMatcher.any.cookie("b", .missing).takes(request(["Cookie": "a=1"])))
    #expect(RequestMatcher.any.cookie("b", .missing).takes(request([:])))
  }

  @Test("scheme, host and port can be asked for whatever the path")
  func origin() {
    let request = ReceivedRequest.test("GET", "https://API.example.com/users")
    #expect(RequestMatcher.get("/users").host("api.Example.com").scheme("HTTPS").port(443).takes(request))
    #expect(RequestMatcher.any.host(.suffix(".EXAMPLE.com")).takes(request))
    #expect(!RequestMatcher.any.port(80).takes(request))
    #expect(
      RequestMatcher.any.host("example.com").scheme("http").port(8080).conditionLines(request)
        == [
          #"✗ host: expected "example.com", got "api.example.com""#, #"✗ scheme: expected "http", got "https""#,
          "✗ port: expected 8080, got 443",
        ])
  }
}
