import Foundation
import NetworkStubs
import TestSupport
import Testing

/// Each matcher beside the code that made it.
struct SourceTextTests {
  struct Row: CustomTestStringConvertible {
    let source: String
    let matcher: RequestMatcher

    init(_ source: String, _ matcher: RequestMatcher) {
      self.source = source
      self.matcher = matcher
    }

    var testDescription: String { source }
  }

  @Test("a target prints as it was written", arguments: targets)
  func printsTarget(row: Row) { #expect("\(row.matcher)" == row.source) }

  @Test("a pattern prints as it was written")
  func printsPattern() { #expect("\(TextPattern.prefix("a"))" == ".prefix(\"a\")") }

  @Test("a condition on URL and headers prints as it was written", arguments: heads)
  func printsHead(row: Row) { #expect("\(row.matcher)" == row.source) }

  @Test("a condition on the body prints as it was written", arguments: bodies)
  func printsBody(row: Row) { #expect("\(row.matcher)" == row.source) }

  @Test("a combination prints as it was written", arguments: combinations)
  func printsCombination(row: Row) { #expect("\(row.matcher)" == row.source) }

  @Test("what was written otherwise prints as code that means the same", arguments: normalised)
  func printsNormalised(row: Row) { #expect("\(row.matcher)" == row.source) }

  @Test("a secret is masked", arguments: secrets)
  func masksSecret(row: Row) {
    #expect("\(row.matcher)" == row.source)
    #expect(!"\(row.matcher)".contains("12345"))
  }

  static let targets: [Row] = [
    .init(#".any"#, .any),
    .init(#".any("/users")"#, .any("/users")),
    .init(#".get("/users")"#, .get("/users")),
    .init(#".get()"#, .get()),
    .init(#".head("/users/{id}")"#, .head("/users/{id}")),
    .init(#".post("https://api.example.com:8443/users?a=1")"#, .post("https://api.example.com:8443/users?a=1")),
    .init(#".put("/files/*.png")"#, .put("/files/*.png")),
    .init(#".patch("/files/**")"#, .patch("/files/**")),
    .init(#".delete(.prefix("/v1/"))"#, .delete(.prefix("/v1/"))),
    .init(#".options(.regex("^/users/[0-9]+\\.json$"))"#, .options(.regex("^/users/[0-9]+\\.json$"))),
    .init(#".request("PROPFIND")"#, .request("PROPFIND")),
    .init(#".request("TRACE", "/users")"#, .request("TRACE", "/users")),
    .init(#".get("/a \"quoted\" path")"#, .get("/a \"quoted\" path")),
    .init(#".get("/caf%C3%A9/茶")"#, .get("/caf%C3%A9/茶")),
  ]

  static let heads: [Row] = [
    .init(#".any.host("api.example.com")"#, .any.host("api.example.com")),
    .init(#".any.host(.suffix(".example.com"))"#, .any.host(.suffix(".example.com"))),
    .init(#".any.scheme("https")"#, .any.scheme("https")),
    .init(#".any.port(8080)"#, .any.port(8080)),
    .init(#".get("/").query("q", "tea & \"cake\"")"#, .get("/").query("q", "tea & \"cake\"")),
    .init(#".get("/").query("q", nil)"#, .get("/").query("q", nil)),
    .init(#".get("/").query("q", .missing)"#, .get("/").query("q", .missing)),
    .init(#".get("/").query(["a": "1", "b": nil])"#, .get("/").query(["a": "1", "b": nil])),
    .init(#".get("/").query([:])"#, .get("/").query([:])),
    .init(#".get("/").query(exactly: [:])"#, .get("/").query(exactly: [:])),
    .init(
      #".get("/").query(exactly: ["a": "1", "a": .prefix("2"), "b": nil])"#,
      .get("/").query(exactly: ["a": "1", "a": .prefix("2"), "b": nil])
    ),
    .init(#".any.header("Accept", "text/html")"#, .any.header("Accept", "text/html")),
    .init(#".any.header("Accept", .containing("json"))"#, .any.header("Accept", .containing("json"))),
    .init(#".any.header("Accept", .prefix("text/"))"#, .any.header("Accept", .prefix("text/"))),
    .init(#".any.header("Accept", .suffix("json"))"#, .any.header("Accept", .suffix("json"))),
    .init(#".any.header("Accept", .regex("^text/\\w+$"))"#, .any.header("Accept", .regex("^text/\\w+$"))),
    .init(#".any.header("Accept")"#, .any.header("Accept")),
    .init(#".any.header("Accept", .missing)"#, .any.header("Accept", .missing)),
    .init(#".any.header("Authorization", .missing)"#, .any.header("Authorization", .missing)),
    .init(#".any.header("Authorization")"#, .any.header("Authorization", .anything)),
    .init(#".any.cookie("theme")"#, .any.cookie("theme")),
    .init(#".any.cookie("theme", .missing)"#, .any.cookie("theme", .missing)),
    .init(#".get("/").query("token", .anything)"#, .get("/").query("token", .anything)),
  ]

  static let bodies: [Row] = [
    .init(#".any.body(Data("a\tb".utf8))"#, .any.body(Data("a\tb".utf8))),
    .init(
      #".any.body(Data(base64Encoded: "/wA=") ?? Data())"#,
      .any.body(Data(base64Encoded: "/wA=") ?? Data())
    ),
    .init(#".any.body(text: "hello\n")"#, .any.body(text: "hello\n")),
    .init(#".any.body(text: .containing("hello"))"#, .any.body(text: .containing("hello"))),
    .init(#".any.body(text: .missing)"#, .any.body(text: .missing)),
    .init(#".any.body(json: ["a": 1, "b": [true, nil, -1.5]])"#, .any.body(json: ["a": 1, "b": [true, nil, -1.5]])),
    .init(#".any.body(json: [:])"#, .any.body(json: [:])),
    .init(#".any.body(json: [])"#, .any.body(json: [])),
    .init(#".any.body(json: nil)"#, .any.body(json: nil)),
    .init(#".any.body(json: "text")"#, .any.body(json: "text")),
    .init(#".any.body(jsonContaining: ["a": [:], "b": []])"#, .any.body(jsonContaining: ["a": [:], "b": []])),
    .init(#".any.body(at: "$.users[0].name", "Ada")"#, .any.body(at: "$.users[0].name", "Ada")),
    .init(#".any.body(at: "$['odd key']", nil)"#, .any.body(at: "$['odd key']", nil)),
    .init(#".any.body(at: "$.id", text: .regex("^[0-9]+$"))"#, .any.body(at: "$.id", text: .regex("^[0-9]+$"))),
    .init(#".any.body(as: Int.self, "is even") { … }"#, .any.body(as: Int.self, "is even") { $0.isMultiple(of: 2) }),
    .init(#".any.form("a", "1")"#, .any.form("a", "1")),
    .init(#".any.form(["a": "1", "b": .anything])"#, .any.form(["a": "1", "b": .anything])),
    .init(#".any.form(exactly: ["a": "1", "a": "2"])"#, .any.form(exactly: ["a": "1", "a": "2"])),
    .init(#".any.form(exactly: [:])"#, .any.form(exactly: [:])),
    .init(#".any.part("file")"#, .any.part("file")),
    .init(
      #".any.part("file", text: .anything, filename: .suffix(".png"), contentType: "image/png")"#,
      .any.part("file", text: .anything, filename: .suffix(".png"), contentType: "image/png")
    ),
    .init(#".any.graphQL("Latest")"#, .any.graphQL("Latest")),
    .init(#".any.graphQL("Latest", variables: ["id": 1])"#, .any.graphQL("Latest", variables: ["id": 1])),
    .init(#".any.matching("is odd") { … }"#, .any.matching("is odd") { _ in true }),
  ]

  static let combinations: [Row] = [
    .init(#".not(.get("/a"))"#, .not(.get("/a"))),
    .init(#".anyOf(.get("/a"), .post("/b"))"#, .anyOf(.get("/a"), .post("/b"))),
    .init(#".anyOf()"#, .anyOf()),
    .init(#".not(.anyOf(.get("/a"), .not(.post("/b").port(1))))"#, .not(.anyOf(.get("/a"), .not(.post("/b").port(1))))),
    .init(#".get("/a").and(.not(.any.port(1)))"#, .get("/a").and(.not(.any.port(1)))),
    .init(#".get("/a").and(.anyOf(.any.port(1), .any.port(2)))"#, .get("/a").and(.anyOf(.any.port(1), .any.port(2)))),
    .init(#".get("/a").and(.any("/*"))"#, .get("/a").and(.any("/*"))),
    .init(#".not(.get("/a")).header("A", "1")"#, .not(.get("/a")).header("A", "1")),
  ]

  private static let items = [URLQueryItem(name: "a", value: "1"), URLQueryItem(name: "b", value: nil)]

  static let normalised: [Row] = [
    .init(#".get("/a").header("A", "1")"#, .get("/a") && .any.header("A", "1")),
    .init(#".get("/a").header("A", "1")"#, .any.header("A", "1") && .get("/a")),
    .init(#".get("/a").and(.any("/b"))"#, .get("/a") && .any("/b")),
    .init(#".anyOf(.get("/a"), .get("/b"))"#, .get("/a") || .get("/b")),
    .init(#".not(.get("/a"))"#, !.get("/a")),
    .init(#".get("/a")"#, !(!.get("/a"))),
    .init(#".get()"#, .request("GET")),
    .init(#".get()"#, .get(.any)),
    .init(#".any.header("A", "1")"#, .any.header("A", .exactly("1"))),
    .init(#".any.query("page", "1")"#, .any.query("page", 1)),
    .init(#".any.query(exactly: ["a": "1", "b": nil])"#, .any.query(exactly: items)),
    .init(#".any.form("age", "36")"#, .any.form("age", 36)),
    .init(#".any.form(["a": "1", "b": ""])"#, .any.form(items)),
    .init(#".any.body(json: ["name": "Ada"])"#, .any.body(json: Person(name: "Ada"))),
    .init(#".any.body(jsonContaining: ["name": "Ada"])"#, .any.body(jsonContaining: Person(name: "Ada"))),
    .init(#".any.body(json: nil /* Double: cannot be encoded */)"#, .any.body(json: Double.infinity)),
  ]

  static let secrets: [Row] = [
    .init(#".any.bearer("•••")"#, .any.bearer("12345")),
    .init(#".any.basicAuth(user: "ada", password: "•••")"#, .any.basicAuth(user: "ada", password: "12345")),
    .init(#".any.header("Authorization", "Bearer •••")"#, .any.header("Authorization", "Bearer 12345")),
    .init(#".any.header("X-Api-Key", .prefix("•••"))"#, .any.header("X-Api-Key", .prefix("12345"))),
    .init(#".any.cookie("theme", "•••")"#, .any.cookie("theme", "12345")),
    .init(#".any.query("token", "•••")"#, .any.query("token", "12345")),
    .init(#".any.query(exactly: ["a": "1", "token": "•••"])"#, .any.query(exactly: ["a": "1", "token": "12345"])),
    .init(#".get("/a?a=1&token=•••")"#, .get("/a?a=1&token=12345")),
    .init(#".get("https://•••@a.test/")"#, .get("https://ada:12345@a.test/")),
    .init(#".any.form("password", "•••")"#, .any.form("password", "12345")),
    .init(#".any.part("password", text: "•••")"#, .any.part("password", text: "12345")),
    .init(
      #".any.body(json: ["password": "•••", "user": "ada"])"#, .any.body(json: ["user": "ada", "password": "12345"])),
    .init(#".any.body(at: "$.user.password", "•••")"#, .any.body(at: "$.user.password", "12345")),
    .init(#".any.body(at: "$.token", text: .containing("•••"))"#, .any.body(at: "$.token", text: .containing("12345"))),
    .init(#".any.body(text: "user=ada&password=•••")"#, .any.body(text: "user=ada&password=12345")),
    .init(
      #".any.body(Data("{\"token\": \"•••\", \"a\": 1}".utf8))"#, .any.body(Data(#"{"token": "12345", "a": 1}"#.utf8))),
    .init(
      #".any.graphQL("Login", variables: ["password": "•••"])"#,
      .any.graphQL("Login", variables: ["password": "12345"])
    ),
  ]

  struct Person: Codable {
    var name: String
  }
}
