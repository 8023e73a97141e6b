import Foundation
import NetworkStubs
import TestSupport
import Testing

/// What is said where there is no text pattern, each case with a match and with what can be wrong.
struct MessageTests {
  @Test("what is said of a target is as it was approved")
  func targets() throws {
    try expect(
      "targets.txt",
      [
        (.post("/users"), ["POST https://a.test/users", "GET https://a.test/users", "POST https://a.test/usres"]),
        (
          .get("https://api.example.com/users"),
          [
            "GET https://API.example.com:443/users", "GET http://api.example.com/users",
            "GET https://api.example.com:8443/users", "GET https://api.exmaple.com/users",
          ]
        ),
        (
          .get("/users/{id}"),
          ["GET https://a.test/users/42", "GET https://a.test/users", "GET https://a.test/users/4/2"]
        ),
        (.get("/files/**/*.png"), ["GET https://a.test/files/a/b.png", "GET https://a.test/files/a/b.jpg"]),
        (.get(.prefix("/v1/")), ["GET https://a.test/v1/users", "GET https://a.test/v2/users"]),
        (.get(.prefix("https://a.test/v1/")), ["GET https://a.test/v1/users", "GET https://b.test/v1/users"]),
        (.get(.regex("^/users/[0-9]+$")), ["GET https://a.test/users/42", "GET https://a.test/users/ada"]),
        (.get(.regex("[")), ["GET https://a.test/users"]),
        (
          .get("/search?q=swift&page"), ["GET https://a.test/search?page&q=swift", "GET https://a.test/search?q=swfit"]
        ),
        (.request("PURGE"), ["PURGE https://a.test/", "GET https://a.test/"]),
        (.any.scheme("https"), ["GET https://a.test/", "GET http://a.test/"]),
        (.any.port(8080), ["GET http://a.test:8080/", "GET http://a.test/"]),
        (.get("/").query(exactly: ["a": "1", "a": "2", "b": nil]), ["GET https://a.test/?b&a=2&a=1"]),
        (
          .get("/").query(exactly: ["a": "1", "a": "2", "b": nil, "c": ""]),
          ["GET https://a.test/?b=&a=1&a=1,2&c", "GET https://a.test/?a=2&token=x&d=1"]
        ),
        (.get("/").query(exactly: [:]), ["GET https://a.test/", "GET https://a.test/?a"]),
      ].map { matcher, requests in
        (
          matcher,
          requests.map { text in
            let words = text.split(separator: " ").map(String.init)
            return .test(words[0], words[1])
          }
        )
      })
  }

  @Test("what is said of credentials is as it was approved")
  func credentials() throws {
    let headers: [[String: String]] = [
      ["Authorization": "Bearer 12345"], ["Authorization": "Bearer 54321"], ["Authorization": "Basic YWRhOjEyMzQ1"],
      ["Authorisation": "Bearer 12345"], [:],
    ]
    let requests = headers.map { ReceivedRequest.test(headers: $0) }
    try expect(
      "credentials.txt",
      [(.any.bearer("12345"), requests), (.any.basicAuth(user: "ada", password: "12345"), requests)])
  }

  @Test("what is said of a JSON body is as it was approved")
  func json() throws {
    let user = ReceivedRequest.json(
      #"{"name":"Ada","emial":"ada@example.com","roles":["admin"],"address":{"city":"London"},"password":"hunter2"}"#)
    let others: [ReceivedRequest] = [.json(""), .json("name=Ada")]
    try expect(
      "json.txt",
      [
        (.any.body(json: ["name": "Ada"]), [.json(#"{ "name" : "Ada" }"#), user, .json("[]")] + others),
        (.any.body(json: ["id": 1, "ok": true, "none": nil]), [.json(#"{"id":"1","ok":1}"#)]),
        (.any.body(json: ["password": "12345"]), [.json(#"{"password":"54321"}"#), .json("{}")]),
        (.any.body(json: [1, [2, 3]]), [.json("[1.0,[2,3]]"), .json("[1,[3,2],4]"), .json("[1]")]),
        (
          .any.body(jsonContaining: [
            "email": "ada@example.com", "roles": ["admin", "dev"], "address": ["city": "Paris"],
          ]),
          [user] + others
        ),
        (.any.body(jsonContaining: ["address": ["city": "London"]]), [user]),
        (.any.body(at: "$.address.city", "Paris"), [user, .json(#"{"address":{"city":"Paris"}}"#)] + others),
        (.any.body(at: "$.address.ctiy", "London"), [user]), (.any.body(at: "$.roles[*]", "dev"), [user]),
        (.any.body(at: "$.password", "12345"), [user]), (.any.body(at: "$.address..city", "London"), [user]),
        (.any.body(at: "$.roles", text: "admin"), [user]), (.any.body(at: "$.name", text: .missing), [user]),
        (
          .any.body(as: PredicateTests.User.self, "is Ada") { $0.name == "Ada" },
          [.json(#"{"name":"Ada","roles":[]}"#), .json(#"{"name":"Alan","roles":[]}"#), user, .json("{}")] + others
        ),
        (.any.body(json: Unencodable()), [user]),
      ])
  }

  @Test("what is said of other bodies is as it was approved")
  func bodies() throws {
    let graphQL = ReceivedRequest.json(#"{"query":"query Latest { a }","variables":{"id":1,"token":"x"}}"#)
    try expect(
      "bodies.txt",
      [
        (.any.body(Data("abc".utf8)), [.test(body: "abc"), .test(body: "abd"), .test(), .test(data: Data([0xFF]))]),
        (.any.body(text: "tea"), [.test(body: String(repeating: "long ", count: 100)), .test(data: Data([0xFF]))]),
        (.any.form("a", "1"), [.form("b=2&a=1"), .json("{}"), .form("")]),
        (.any.form(exactly: ["a": "1", "a": "2"]), [.form("a=2&a=1"), .form("a=1&b=3"), .form("a=1&a=2&password=x")]),
        (.any.part("file"), [.json("{}"), .test(headers: ["Content-Type": "multipart/form-data; boundary=b"])]),
        (.any.graphQL("Latest"), [graphQL, .json(#"{"query":"query Lastest { a }"}"#), .json("{}"), .json("")]),
        (.any.graphQL("Latest", variables: ["id": 1]), [graphQL]),
        (.any.graphQL("Latest", variables: ["id": 2, "token": "y", "page": nil]), [graphQL]),
        (.any.matching("has a body") { !$0.body.isEmpty }, [graphQL, .test()]),
        (.any.matching("is signed") { _ in throw PredicateTests.Refusal() }, [graphQL]),
        (.anyOf(.put(), .post().form("a", "1")), [.form("a=1"), .form("a=2")]), (.anyOf(), [graphQL]),
        (.not(.post()), [.test(), graphQL]), (.post().and(.any("/users")), [graphQL]),
      ])
  }

  private struct Unencodable: Encodable {
    func encode(to encoder: any Encoder) throws { throw PredicateTests.Refusal() }
  }

  private func expect(_ name: String, _ cases: [(RequestMatcher, [ReceivedRequest])]) throws {
    let paragraphs = cases.map { matcher, requests in
      (["\(matcher)"]
        + requests.map { request in
          let body = request.body.isEmpty ? "" : " \(BodyExcerpt(request.body).text)"
          return "  \(request)\(body)\n    " + matcher.lines(request).joined(separator: "\n    ")
        }).joined(separator: "\n")
    }
    try expectGolden(paragraphs.joined(separator: "\n\n"), "Matching/\(name)")
  }
}
