import NetworkTesting
import TestSupport

extension UnansweredRequestTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let request: URLRequest
    let stubs: [Stub]

    init(_ name: String, _ request: URLRequest, _ stubs: Stub...) {
      self.name = name
      self.request = request
      self.stubs = stubs.map { $0.optional() }
    }

    var testDescription: String { name }
  }

  /// Returns a request whose body begins as one in gzip does, and says nothing of it.
  private static func gzipped(_ request: URLRequest) -> URLRequest {
    var request = request
    request.httpBody = Data([0x1F, 0x8B, 0x08, 0, 0])
    return request
  }

  static let cases: [Case] = [
    Case("no-stubs", .make(.get, users)),
    Case("method", .make(.delete, users), .get("/v1/users").respond(status: 200)),
    Case("near-path", .make(.get, "https://api.example.com/v1/user"), .get("/v1/users").respond(status: 200)),
    Case(
      "near-path-outranks",
      .make(.post, "https://api.example.com/v1/user", headers: ["Accept": "a/b"], json: ["name": "Ada"]),
      .delete("/v1/user").header("Accept", "c/d").body(json: ["title": 1]).respond(status: 200),
      .post("/v1/users").header("Accept", "a/b").body(json: ["name": "Ada"]).respond(status: 201)),
    Case(
      "field-is-forgotten",
      .make(
        .post, "https://api.example.com/mcp", headers: ["Accept": "application/json"], json: ["method": "tools/list"]),
      .post("/mcp").header("Accept", "application/json").body(json: ["method": "initialize"]).respond(status: 200),
      .post("/mcp").header("Mcp-Session-Id", "s-1").body(json: ["method": "tools/list"]).respond(status: 200)),
    Case("trailing-slash", .make(.get, users + "/"), .get("/v1/users").respond(status: 200)),
    Case("far-path", .make(.get, "https://api.example.com/health"), .post("/v1/users").respond(status: 200)),
    Case("template", .make(.get, users + "/7/posts"), .get("/v1/users/{id}").respond(status: 200)),
    Case("glob", .make(.get, "https://api.example.com/files/a/b.png"), .get("/files/*.png").respond(status: 200)),
    Case("prefix", .make(.get, users), .get(.prefix("/v2/")).respond(status: 200)),
    Case("regex", .make(.get, users + "/ada"), .get(.regex("^/v1/users/[0-9]+$")).respond(status: 200)),
    Case("broken-regex", .make(.get, users), .get(.regex("([")).respond(status: 200)),
    Case("host", .make(.get, users), .get("https://staging.example.com/v1/users").respond(status: 200)),
    Case(
      "scheme", .make(.get, "http://api.example.com/v1/users"),
      .get("https://api.example.com/v1/users").respond(status: 200)),
    Case("query-value", .make(.get, users + "?page=2"), .get("/v1/users").query("page", "1").respond(status: 200)),
    Case("query-missing", .make(.get, users + "?pgae=1"), .get("/v1/users").query("page", "1").respond(status: 200)),
    Case("query-nil", .make(.get, users + "?all="), .get("/v1/users").query("all", nil).respond(status: 200)),
    Case("query-multiset", .make(.get, users + "?id=1,2"), .get("/v1/users?id=1&id=2").respond(status: 200)),
    Case(
      "query-exact", .make(.get, users + "?a=1&b=2"), .get("/v1/users").query(exactly: ["a": "1"]).respond(status: 200)),
    Case(
      "query-secret", .make(.get, users + "?api_key=live-1"),
      .get("/v1/users").query("api_key", "live-2").respond(status: 200)),
    Case(
      "header-missing", .make(.get, users, headers: ["Acept": "a/b"]),
      .get("/v1/users").header("Accept", "a/b").respond(status: 200)),
    Case(
      "header-value", .make(.get, users, headers: ["Accept": "a/c"]),
      .get("/v1/users").header("Accept", "a/b").respond(status: 200)),
    Case(
      "bearer", .make(.get, users, headers: ["Authorization": "Bearer secret-1"]),
      .get("/v1/users").bearer("secret-2").respond(status: 200)),
    Case(
      "credential-scheme", .make(.get, users, headers: ["Authorization": "Basic c2VjcmV0LTE6eA=="]),
      .get("/v1/users").bearer("secret-2").respond(status: 200)),
    Case(
      "cookie", .make(.get, users, headers: ["Cookie": "a=1; sesion=2"]),
      .get("/v1/users").cookie("session").respond(status: 200)),
    Case(
      "json-body",
      .make(
        .post, users, headers: ["Authorization": "Bearer secret-1"],
        json: ["email": "ada@exmple.com", "roles": ["admin"], "password": "secret-3"]),
      .get("/v1/users").respond(json: []),
      .put("/v1/users/{id}").respond(status: 204),
      .post("/v1/users").bearer("secret-2")
        .body(json: ["email": "ada@example.com", "roles": ["admin", "dev"], "password": "secret-4"])
        .respond(status: 201)),
    Case(
      "json-types", .make(.post, users, json: ["a": "1", "b": nil, "c": 1.5, "extra": true, "nmae": "Ada"]),
      .post("/v1/users").body(json: ["a": 1, "b": [:], "c": 1.5, "d": nil, "name": "Ada"]).respond(status: 201)),
    Case(
      "json-subset", .make(.post, users, json: ["user": ["name": "Grace", "age": 36], "more": 1]),
      .post("/v1/users").body(jsonContaining: ["user": ["name": "Ada"]]).respond(status: 201)),
    Case(
      "json-path", .make(.post, users, json: ["users": [["name": "Grace"]]]),
      .post().body(at: "$.users[0].name", "Ada").respond(status: 201)),
    Case(
      "json-invalid", .make(.post, users, body: #"{"name": "#),
      .post("/v1/users").body(json: ["name": "Ada"]).respond(status: 201)),
    Case("json-empty", .make(.post, users), .post("/v1/users").body(json: ["name": "Ada"]).respond(status: 201)),
    Case(
      "form",
      .make(
        .post, users, headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "name=Grace&password=x"),
      .post("/v1/users").form("name", "Ada").form("password", "y").respond(status: 201)),
    Case(
      "text", .make(.post, users, body: "Hello, Grace"),
      .post("/v1/users").body(text: .containing("Ada")).respond(status: 201)),
    Case(
      "graphql",
      .make(
        .post, users, json: ["query": "query GetUser($id: ID!) { user(id: $id) { name } }", "variables": ["id": "1"]]),
      .post("/v1/users").graphQL("GetUser", variables: ["id": "2"]).respond(json: [:])),
    Case("predicate", .make(.get, users), .get("/v1/users").matching("is signed") { _ in false }.respond(status: 200)),
    Case(
      "either", .make(.get, users), RequestMatcher.anyOf(.post("/v1/users"), .put("/v1/users")).respond(status: 200)),
    Case(
      "not", .make(.get, users),
      RequestMatcher.get("/v1/users").and(.not(.any.header("X", .missing))).respond(status: 200)),
    Case(
      "query-plus-of-stub", .make(.get, users + "?q=c%2B%2B"), .get("/v1/users?q=c++").respond(status: 200)),
    Case("query-in-path", .make(.get, users + "%3Fpage=2"), .get("/v1/users").query("page", "2").respond(status: 200)),
    Case(
      "token-differs", .make(.get, users, headers: ["Authorization": "Bearer token-of-grace"]),
      .get("/v1/users").bearer("token-of-ada").respond(status: 200)),
    Case("query-plus", .make(.get, users + "?q=c++"), .get("/v1/users").query("q", "c++").respond(status: 200)),
    Case(
      "query-encoded-twice", .make(.get, users + "?q=a%2520b"), .get("/v1/users").query("q", "a b").respond(status: 200)
    ),
    Case(
      "query-plus-encoded-twice", .make(.get, users + "?q=a%2Bb"),
      .get("/v1/users").query("q", "a b").respond(status: 200)),
    Case("slash-missing", .make(.get, users), .get("/v1/users/").respond(status: 200)),
    Case("token-missing", .make(.get, users), .get("/v1/users").bearer("secret-1").respond(status: 200)),
    Case(
      "field-missing",
      .make(
        .post, users, headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "name=Ada"),
      .post("/v1/users").form("name", "Ada").form("grant_type", "password").respond(status: 200)),
    Case("url-password", .make(.get, "https://h.test/a"), .get("https://ada:s3cret@h.test/a").respond(status: 200)),
    Case(
      "made-per-run",
      .make(.post, "https://api.example.com/orders", json: ["id": "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "count": 2])),
    Case(
      "secret-repeated",
      .make(
        .post, "https://api.example.com/users/secret-12345/photos?note=secret-12345",
        headers: ["Authorization": "Bearer secret-12345", "X-Trace": "secret-12345"],
        json: ["name": "Ada", "note": "secret-12345", "all": ["a", "secret-12345"]])),
    Case(
      "secret-differs",
      .make(
        .post, users, headers: ["Authorization": "Bearer secret-12345", "X-Trace": "secret-12345"],
        body: "Hello, secret-12345"),
      .post("/v1/users").header("X-Trace", "1").body(text: "Hello, Ada").respond(status: 201)),
    Case(
      "secret-in-both",
      .make(.post, users, headers: ["X-Note": "password: byron"], body: "password: byron"),
      .post("/v1/users").header("X-Note", "password: lovelace").body(text: "password: lovelace").respond(status: 201)),
    Case("placeholder", .make(.get, users + "/%7Bid%7D/photos"), .get("/v1/users/7/photos").respond(status: 200)),
    Case(
      "json-parts",
      .make(
        .post, users, headers: ["Content-Type": "multipart/form-data; boundary=x"],
        body: "--x\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nCat\r\n--x--\r\n"),
      .post("/v1/users").body(json: ["title": "Cat"]).respond(status: 201)),
    Case(
      "json-form",
      .make(
        .post, users, headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "title=Cat&password=x"),
      .post("/v1/users").body(json: ["title": "Cat"]).respond(status: 201)),
    Case(
      "part-missing",
      .make(
        .post, users, headers: ["Content-Type": "multipart/form-data; boundary=x"],
        body: "--x\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nCat\r\n"
          + "--x\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a.png\"\r\n\r\n123\r\n--x--\r\n"),
      .post("/v1/users").part("file", filename: .suffix(".png")).respond(status: 201)),
    Case(
      "part-bytes",
      .make(
        .post, users, headers: ["Content-Type": "multipart/form-data; boundary=x"],
        body: "--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n\0\u{1}\u{2}\r\n--x--\r\n"),
      .post("/v1/users").part("file", text: "Cat").respond(status: 201)),
    Case(
      "part-renamed",
      .make(
        .post, users, headers: ["Content-Type": "multipart/form-data; boundary=x"],
        body: "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"cat.png\"\r\n\r\nPNG\r\n--x--\r\n"),
      .post("/v1/users").part("photo", filename: "cat.png").respond(status: 201)),
    Case(
      "part-boundary",
      .make(
        .post, users, headers: ["Content-Type": "multipart/form-data"],
        body: "--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nPNG\r\n--x--\r\n"),
      .post("/v1/users").part("file").respond(status: 201)),
    Case(
      "part-json", .make(.post, users, headers: ["Content-Type": "application/json"], json: ["title": "Cat"]),
      .post("/v1/users").part("title", text: "Cat").respond(status: 201)),
    Case(
      "form-json",
      .make(
        .post, users, headers: ["Content-Type": "application/json"], json: ["name": "Ada", "password": "x"]),
      .post("/v1/users").form("name", "Ada").form("password", "x").respond(status: 201)),
    Case(
      "form-renamed",
      .make(
        .post, users, headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: "user=ada&password=s3cret"),
      .post("/v1/users").form("username", "ada").form("password", "s3cret").respond(status: 201)),
    Case(
      "form-name-and-value",
      .make(.post, users, headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "login=ada"),
      .post("/v1/users").form("e-mail", "ada").respond(status: 201)),
    Case(
      "query-renamed", .make(.get, users + "?p=2&limit=10"), .get("/v1/users").query("page", "2").respond(status: 200)),
    Case("query-absent", .make(.get, users + "?limit=10"), .get("/v1/users").query("page", "2").respond(status: 200)),
    Case(
      "body-coding-unsaid",
      gzipped(.make(.post, users, headers: ["Content-Type": "application/json"])),
      .post("/v1/users").body(json: ["a": 1]).respond(status: 201)),
    Case("slash-doubled", .make(.get, "https://api.example.com//v1/users"), .get("/v1/users").respond(status: 200)),
    Case(
      "slash-doubled-template", .make(.get, "https://api.example.com/v1//users/7"),
      .get("/v1/users/{id}").respond(status: 200)),
    Case(
      "path-encoded-twice", .make(.get, "https://api.example.com/cities/New%2520York"),
      .get("/cities/New York").respond(status: 200)),
    Case(
      "scheme-of-token", .make(.get, users, headers: ["Authorization": "token-of-ada"]),
      .get("/v1/users").bearer("token-of-ada").respond(status: 200)),
    Case(
      "scheme-of-other-token", .make(.get, users, headers: ["Authorization": "token-of-grace"]),
      .get("/v1/users").bearer("token-of-ada").respond(status: 200)),
    Case(
      "basic-password", .make(.get, users, headers: ["Authorization": "Basic YWRhOnNlY3JldA=="]),
      .get("/v1/users").basicAuth(user: "ada", password: "s3cret").respond(status: 200)),
    Case(
      "basic-user", .make(.get, users, headers: ["Authorization": "Basic Z3JhY2U6c2VjcmV0"]),
      .get("/v1/users").basicAuth(user: "ada", password: "secret").respond(status: 200)),
    Case(
      "host-of-server", .make(.get, "http://127.0.0.1:37693/v1/users"),
      .get("https://api.example.com/v1/users").respond(status: 200)),
    Case(
      "json-path-keys", .make(.post, users, json: ["items": [["name": "tea", "count": 2]]]),
      .post("/v1/users").body(at: "$.items[0].title", "tea").respond(status: 201)),
    Case("wrong-state", .make(.get, users), .get("/v1/users").respond(json: []).scenario("cart", in: "full")),
  ]
}
