import Foundation
import NetworkEndpoints
import TestSupport
import Testing

@testable import NetworkStubs

@Suite("Values made at run time")
struct VariablesTests {
  private let name = "Ada"
  private let count = 3

  @Test(
    "values made at run time are as near to a text as the texts are alike",
    arguments: [("abcd", 1), ("abcx", 0.75), ("wxyz", 0)])
  func similarity(text: String, expected: Double) {
    #expect(TextPattern.exactly("abcd").similarity(to: text) == expected)
    #expect(TextPattern.containing("abcd").similarity(to: text) == 0)
    #expect(TextPattern.exactly("abcd").similarity(to: nil) == 0)
  }

  @Test("values made at run time mean the same as literals")
  func values() {
    let path = "/users/\(count)"
    #expect(RequestMatcher.get(path).description == #".get("/users/3")"#)
    #expect(RequestMatcher.get().header("X", name).takes(.test(headers: ["X": "Ada"])))
    #expect(RequestMatcher.get().header("X", count).takes(.test(headers: ["X": "3"])))
    #expect(RequestMatcher.get().cookie("c", name).takes(.test(headers: ["Cookie": "c=Ada"])))
    #expect(RequestMatcher.get().bearer(name).takes(.test(headers: ["Authorization": "Bearer Ada"])))
    #expect(RequestMatcher.post().form(["a": name, "b": "\(count)"]).takes(.form("b=3&a=Ada&c=1")))
    let fields = ["a": name, "b": "\(count)"]
    #expect(RequestMatcher.post().form(exactly: fields).takes(.form("b=3&a=Ada")))
    #expect(!RequestMatcher.post().form(exactly: fields).takes(.form("b=3&a=Ada&c=1")))
    #expect(RequestMatcher.get().query(fields).takes("https://a.test/?c=1&b=3&a=Ada"))
    #expect(!RequestMatcher.get().query(exactly: fields).takes("https://a.test/?c=1&b=3&a=Ada"))
    #expect(RequestMatcher.head(path).takes(.test("HEAD", "https://a.test/users/3")))
    #expect(RequestMatcher.request("PURGE", path).takes(.test("PURGE", "https://a.test/users/3")))
    let pairs = [("b", "3"), ("a", name)]
    #expect(RequestMatcher.get().query(exactly: pairs).takes("https://a.test/?b=3&a=Ada"))
    #expect(!RequestMatcher.get().query(exactly: pairs).takes("https://a.test/?b=3&a=Ada&c=1"))
    #expect(RequestMatcher.get().query(pairs).takes("https://a.test/?b=3&a=Ada&c=1"))
    #expect(RequestMatcher.post().form(pairs).takes(.form("b=3&a=Ada&c=1")))
    #expect(!RequestMatcher.post().form(exactly: pairs).takes(.form("b=3&a=Ada&c=1")))
    let host = "a.test"
    #expect(RequestMatcher.get().host(host).takes("https://a.test/"))
    #expect(RequestMatcher.post().body(text: name).takes(.test("POST", body: "Ada")))
    let body = ReceivedRequest.json(#"{"name":"Ada","count":3,"more":[1]}"#)
    #expect(RequestMatcher.post().body(at: "$.name", text: name).takes(body))
    #expect(RequestMatcher.post().body(json: ["name": name, "count": count, "more": [1]]).takes(body))
    #expect(RequestMatcher.post().body(jsonContaining: ["name": name, "count": count]).takes(body))
    #expect(RequestMatcher.post().body(at: "$.name", name).body(at: "$.count", count).takes(body))
    let operation = ReceivedRequest.json(#"{"operationName":"A","variables":{"name":"Ada","count":3}}"#)
    #expect(RequestMatcher.post().graphQL("A", variables: ["name": name, "count": count]).takes(operation))
  }

  @Test(
    "values made at run time may be a URL, in which nothing is a wildcard",
    arguments: [
      "https://a.test/users/3?q=1", "https://a.test:8080/a*b", "https://a.test/%7Bid%7D", "/users/3",
      "https://a.test/a#b",
    ])
  func url(text: String) throws {
    let url = try #require(URL(string: text))
    let sent = url.host == nil ? "https://b.test\(text)" : text
    #expect(RequestMatcher.get(url).takes(sent))
    #expect(RequestMatcher.any(url).takes(sent))
    #expect(RequestMatcher.request("PURGE", url).takes(.test("PURGE", sent)))
    #expect(!RequestMatcher.get(url).takes("https://a.test/users/4"))
    #expect(!RequestMatcher.get(url).takes("https://a.test:8080/axb"))
  }

  @Test("values made at run time that are not JSON are a problem of the stub")
  func notJSON() {
    struct Opaque {}
    let matchers: [RequestMatcher] = [
      .post().body(json: ["a": Opaque(), "b": 1]), .post().graphQL("A", variables: ["a": Opaque(), "b": 1]),
      .post().body(at: "$.a", Double.nan),
    ]
    for matcher in matchers { #expect(matcher.problem != nil, "\(matcher)") }
  }

  @Test("an absent header field is nil")
  func absent() {
    let matcher = RequestMatcher.get().header("Authorization", nil)
    #expect(matcher.description == #".get().header("Authorization", .missing)"#)
    #expect(matcher.takes(.test()) && !matcher.takes(.test(headers: ["Authorization": "x"])))
  }

  @Test("values made at run time are states and header fields, too")
  func states() async throws {
    let (begun, full, fields) = ("begun", "full", ["X-A": name])
    let transport = StubTransport(
      .post("/cart").respond(status: 201, headers: fields).scenario("cart", then: begun),
      .post("/cart").respond(json: ["n": 1], headers: fields).scenario("cart", in: begun, then: full),
      .get("/cart").respond(text: "x", status: 206).scenario("cart", in: full))
    for expected in [201, 200] {
      let response = try await transport.send(.make(.post, "https://a.test/cart"))
      #expect(response.status == expected && response.headers["X-A"] == "Ada")
    }
    await transport.setScenario("cart", to: begun)
    await transport.setScenario("cart", to: full)
    let response = try await transport.send(.make(.get, "https://a.test/cart"))
    #expect(response.status == 206 && response.body == Data("x".utf8))
  }

  @Test("a literal may repeat a name of a field")
  func repeatedNames() async throws {
    let transport = StubTransport(
      .get("/a").respond(status: 200, headers: ["Set-Cookie": "a=1", "Set-Cookie": "b=2"]),
      .get("/b").respond(json: [], headers: ["Set-Cookie": "a=1", "Set-Cookie": "b=2"]))
    for path in ["/a", "/b"] {
      let response = try await transport.send(.make(.get, "https://a.test\(path)"))
      #expect(response.headers.values(for: "Set-Cookie") == ["a=1", "b=2"])
    }
    #expect(RequestMatcher.post().form(exactly: ["a": "1", "a": "2"]).takes(.form("a=2&a=1")))
    #expect(RequestMatcher.get().query(exactly: ["a": "1", "a": "2"]).takes("https://a.test/?a=2&a=1"))
  }

  @Test("JSON as text is sent as it is, and checked when its stub is made")
  func jsonText() async throws {
    let text = #"{"b": 1,  "a": [1e2]}"#
    let transport = StubTransport(.get("/a").respond(jsonText: text, status: 201))
    let response = try await transport.send(.make(.get, "https://a.test/a"))
    #expect(response.status == 201 && response.body == Data(text.utf8))
    #expect(response.headers["Content-Type"] == "application/json")
    for answer: Answer in [.jsonText(#"{"a": 1,}"#), .jsonText(#"{"a": 1,}"#).throttled(bytesPerSecond: 9)] {
      let stub = RequestMatcher.get("/a").respond(with: answer)
      let problem = try #require(Stub.problems(of: [stub], hidden: []).first?.problem)
      #expect(problem.text.contains("is not JSON: ") && problem.text.contains("line 1, column 9"), "\(problem.text)")
    }
  }

  @Test("replaced stubs answer no longer, and need not have been used")
  func replaced() async throws {
    let transport = StubTransport.ofProgram(.get("/a").respond(status: 200), .get("/b").respond(status: 200))
    #expect(try await transport.send(.make(.get, "https://a.test/a")).status == 200)
    await transport.replace(with: .get("/a").respond(status: 500))
    #expect(try await transport.send(.make(.get, "https://a.test/a")).status == 500)
    await #expect(throws: UnansweredRequest.self) { try await transport.send(.make(.get, "https://a.test/b")) }
    await transport.removeAll()
    await #expect(throws: UnansweredRequest.self) { try await transport.send(.make(.get, "https://a.test/a")) }
    await transport.add(.get("/a").respond(status: 204))
    #expect(try await transport.send(.make(.get, "https://a.test/a")).status == 204)
    let problems = #expect(throws: VerificationError.self) { try transport.engine.takeProblems().thrown() }?.problems
    #expect(problems?.count == 2 && problems?.contains { $0.contains("never used") } == false)
  }

  @Test("a closure chooses an answer by the parameters of the template")
  func closure() async throws {
    let transport = StubTransport(
      .get("/users/{id}").respond { request in
        request.parameters["id"] == "7" ? .json(["name": "Grace"]) : .status(404)
      }.times(1...),
      .get("/echo/{text}").respond { HTTPResponse(status: 200, body: Data(($0.parameters["text"] ?? "").utf8)) })
    #expect(try await transport.send(.make(.get, "https://a.test/users/7")).body == Data(#"{"name":"Grace"}"#.utf8))
    #expect(try await transport.send(.make(.get, "https://a.test/users/8")).status == 404)
    #expect(try await transport.send(.make(.get, "https://a.test/echo/hello")).body == Data("hello".utf8))
  }

  @Test("texts are events")
  func events() async throws {
    let transport = StubTransport(.get("/e").respond(with: .events([name, "\(count)"])))
    let body = try await transport.send(.make(.get, "https://a.test/e")).body
    #expect(String(decoding: body, as: UTF8.self) == "data: Ada\n\ndata: 3\n\n")
  }
}

extension [Problem] {
  fileprivate func thrown() throws { if !isEmpty { throw VerificationError(self, at: CodePlace()) } }
}
