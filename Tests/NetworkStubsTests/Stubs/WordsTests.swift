import Foundation
import NetworkEndpoints
import TestSupport
import Testing

@testable import NetworkStubs

@Suite("Values made at run time")
struct WordsTests {
  private let name = "Ada"
  private let count = 3

  @Test("mean the same as literals")
  func values() {
    let path = "/users/\(count)"
    #expect(RequestMatcher.get(path).description == #".get("/users/3")"#)
    #expect(RequestMatcher.get().header("X", name).takes(.test(headers: ["X": "Ada"])))
    #expect(RequestMatcher.get().header("X", count).takes(.test(headers: ["X": "3"])))
    #expect(RequestMatcher.get().cookie("c", name).takes(.test(headers: ["Cookie": "c=Ada"])))
    #expect(RequestMatcher.get().bearer(name).takes(.test(headers: ["Authorization": "Bearer Ada"])))
    #expect(RequestMatcher.post().form(["a": name, "b": "\(count)"]).takes(.form("b=3&a=Ada&c=1")))
    let body = ReceivedRequest.json(#"{"name":"Ada","count":3,"more":[1]}"#)
    #expect(RequestMatcher.post().body(json: ["name": name, "count": count, "more": [1]]).takes(body))
    #expect(RequestMatcher.post().body(jsonContaining: ["name": name, "count": count]).takes(body))
    #expect(RequestMatcher.post().body(at: "$.name", name).body(at: "$.count", count).takes(body))
    let operation = ReceivedRequest.json(#"{"operationName":"A","variables":{"name":"Ada","count":3}}"#)
    #expect(RequestMatcher.post().graphQL("A", variables: ["name": name, "count": count]).takes(operation))
  }

  @Test("that are not JSON are a problem of the stub")
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
