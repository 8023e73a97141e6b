import NetworkHAR
import TestSupport
import Testing

@testable import NetworkStubs
@testable import NetworkTesting

@Suite("What failure texts mask")
struct SecretsTests {
  @Test(
    "failure texts mask by what recordings are redacted by",
    arguments: [
      "Authorization", "x-api-key", "password", "otp", "cvv", "client_secret", "csrf_token", "SAMLResponse", "key",
      "session", "title", "code", "page", "passwordUpdatedAt", "monkey",
    ])
  func names(_ name: String) {
    #expect(Secrets.isSensitive(name) == SensitiveNames.standard.contains(name))
  }

  @Test(
    "what failure texts mask is masked in texts of every kind, and the rest stays as it is",
    arguments: [
      ("page=2&otp=482913&cvv=123", "page=2&otp=•••&cvv=•••"),
      ("https://ada:pw@a.test/?token=a%20b&page=2", "https://•••@a.test/?token=•••&page=2"),
      (
        #"{"pin": 1234, "title": "Tea", "login": {"secret": "x"}}"#,
        #"{"pin": "•••", "title": "Tea", "login": {"secret": "•••"}}"#
      ),
      (#"{"title": "Tea", "password": "hun"#, #"{"title": "Tea", "password": "•••"#),
      ("{\"note\":\"{\\\"password\\\":\\\"x\\\"}\"}", "{\"note\":\"{\\\"password\\\":\\\"•••\\\"}\"}"),
      ("Authorization: Bearer abcdef", "Authorization: Bearer •••"),
    ])
  func texts(_ text: String, _ masked: String) {
    #expect(Secrets.masked(text) == masked)
  }

  @Test("what failure texts mask is masked in JSON and paths")
  func masked() {
    #expect(Secrets.masked(json: ["pin": "1234", "title": "Tea"]) == ["pin": "•••", "title": "Tea"])
    #expect(Secrets.masked(json: ["name": "X-Api-Key", "value": "abc"]) == ["name": "X-Api-Key", "value": "•••"])
    #expect(Secrets.isSensitive(path: "$.login.client_secret[0]"))
  }
}

/// A secret in a request, and what must not show it.
struct ShownSecret: Sendable, CustomStringConvertible {
  let description: String
  let secret: String
  /// How much of its start is not secret.
  let mostShown: Int
  let request: URLRequest

  init(_ description: String, _ secret: String, mostShown: Int = 11, _ request: URLRequest) {
    self.mostShown = mostShown
    self.description = description
    self.secret = secret
    self.request = request
  }
}

extension ShownSecret {
  private static let url = "https://api.example.com/v1/notes"

  // Put together at run time, so that no scanner finds a key in this file.
  private static let key = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5" + "0smkjE"
  private static let webToken =
    ["{\"alg\":\"HS256\",\"typ\":\"JWT\"}", "{\"sub\":\"usr_7Q2MZK4E\",\"exp\":1749663728}"]
    .map { Data($0.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "") }.joined(separator: ".")
    + ".s1gn4tur3-0f-th3-t0k3n-4711"

  /// Secrets of several kinds, each in the parts of a request where it is found by its name or its shape.
  static let all: [Self] = [
    Self("a service's key in prose", key, .make(.put, url, body: "The key is \(key) today.")),
    Self("a service's key in a header", key, .make(.get, url, headers: ["X-Note": "see \(key)"])),
    Self("a service's key in a path", key, .make(.get, url + "/\(key)/items")),
    Self("a token in a query", "t0ken-4711-one", .make(.get, url + "?access_token=t0ken-4711-one&page=2")),
    Self("a JSON Web Token in a query", webToken, .make(.get, url + "?next=\(webToken)")),
    Self("a JSON Web Token in a header", webToken, .make(.get, url, headers: ["X-Note": webToken])),
    Self("a JSON Web Token in JSON", webToken, .make(.post, url, json: ["note": .string(webToken)])),
    Self(
      "a JSON Web Token where an excerpt ends", webToken,
      .make(
        .put, url, body: String(repeating: "a note ", count: 9) + webToken + " and more")),
    Self(
      "a password in JSON", "hunter2hunter2", .make(.post, url, json: ["user": "ada", "password": "hunter2hunter2"])),
    Self(
      "a password in nested JSON", "hunter2hunter2",
      .make(
        .post, url, json: ["credentials": ["user": "ada", "value": "hunter2hunter2"]])),
    Self("a cookie", "c00kie4711abcDEF9", .make(.get, url, headers: ["Cookie": "theme=dark; sid=c00kie4711abcDEF9"])),
    Self(
      "basic credentials", "hunter2hunter2",
      .make(
        .get, url + "/hunter2hunter2",
        headers: ["Authorization": "Basic " + Data("ada:hunter2hunter2".utf8).base64EncodedString()])),
    Self(
      "the user information of a URL", "hunter2hunter2",
      .make(.get, "https://ada:hunter2hunter2@api.example.com/v1/notes")),
    Self(
      "a form field", "hunter2 hunter2",
      .make(
        .post, url, headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: "user=ada&password=hunter2%20hunter2")),
    Self(
      "a part of a multipart body", "hunter2hunter2",
      .make(
        .post, url, headers: ["Content-Type": "multipart/form-data; boundary=part"],
        body: "--part\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nhunter2hunter2\r\n--part--\r\n")),
    Self(
      "base64 of JSON", Data(#"{"password":"hunter2hunter2"}"#.utf8).base64EncodedString(), mostShown: 18,
      .make(
        .get, url + "?state=" + Data(#"{"password":"hunter2hunter2"}"#.utf8).base64EncodedString(),
        headers: ["X-Note": Data(#"{"password":"hunter2hunter2"}"#.utf8).base64EncodedString()])),
    Self(
      "a token that the path and the body repeat", "t0ken-4711-one",
      .make(
        .put, url + "/t0ken-4711-one/items?note=t0ken-4711-one",
        headers: ["Authorization": "Bearer t0ken-4711-one", "X-Note": "t0ken-4711-one"], body: "It is t0ken-4711-one.")),
    Self(
      "a long token that the body repeats", String(repeating: "t0ken-4711-", count: 12),
      .make(
        .put, url, headers: ["Authorization": "Bearer " + String(repeating: "t0ken-4711-", count: 12)],
        body: "It is " + String(repeating: "t0ken-4711-", count: 12))),
    Self(
      "a password that JSON names after it repeats it", "hunter2hunter2",
      .make(
        .post, url, json: ["a note": "hunter2hunter2", "password": "hunter2hunter2"])),
  ]
}

@Suite("A secret in a request")
struct ShownSecretTests {
  /// Stubs whose failures show each part of a request.
  private static func transport() -> MockTransport {
    MockTransport(
      .get("/v1/notes").header("X-Note", "other").query("next", "other").query("state", "other").respond(status: 200),
      .put("/v1/notes").body(text: "other").respond(status: 200),
      .post("/v1/notes").body(json: ["note": "other"]).respond(status: 200),
      .put("/v1/notes/{id}/items").header("X-Note", "other").query("note", "other").respond(status: 200))
  }

  private func outputs(_ secret: ShownSecret) async throws -> [String: String] {
    try await Task.detached {
      let transport = Self.transport()
      var outputs: [String: String] = [:]
      do { _ = try await transport.send(secret.request) } catch let error as UnansweredRequest {
        outputs["failure"] = error.explanation
        outputs["error"] = error.description
      }
      let exchanges = await transport.exchanges
      try? await transport.verify()
      outputs["curl"] = CurlCommand(ReceivedRequest(secret.request)).text
      outputs["description"] = ReceivedRequest(secret.request).description
      outputs["traffic"] = TrafficText(exchanges).text
      outputs["HAR"] = String(decoding: TrafficHAR(exchanges).data, as: UTF8.self)
      let recorded = RecordedExchange(request: secret.request, response: HTTPResponse(), started: Date())
      outputs["recording"] = String(decoding: Redaction.standard.redacted(HAR([recorded])).encoded(), as: UTF8.self)
      return outputs
    }.value
  }

  @Test("a secret in a request is shown by no output, as a recording does not hold it", arguments: ShownSecret.all)
  func hidden(_ secret: ShownSecret) async throws {
    let outputs = try await outputs(secret)
    #expect(outputs.count == 7)
    for (name, text) in outputs {
      let encoded = secret.secret.replacingOccurrences(of: " ", with: "%20")
      #expect(!text.contains(secret.secret) && !text.contains(encoded), "\(name): \(text)")
      // The start of a secret is as bad where a text is cut.
      #expect(!text.contains(secret.secret.prefix(secret.mostShown + 1)), "\(name): \(text)")
    }
  }

  @Test("a secret in a request is masked in every exchange of a log where one of them gives it away")
  func log() async throws {
    let exchanges = try await Task.detached {
      let transport = MockTransport(.any.respond(json: ["session_token": "t0ken-4711-one"]))
      _ = try await transport.send(.make(.get, "https://api.example.com/t0ken-4711-one"))
      _ = try await transport.send(.make(.put, "https://api.example.com/a", body: "It is t0ken-4711-one."))
      return await transport.exchanges
    }.value
    #expect(!TrafficText(exchanges).text.contains("t0ken"))
    #expect(!String(decoding: TrafficHAR(exchanges).data, as: UTF8.self).contains("t0ken"))
  }
}
