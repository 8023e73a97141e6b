import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A redaction")
struct RedactionTests {
  private static func login(token: String, password: String) throws -> [RecordedExchange] {
    var login = URLRequest(url: try #require(URL(string: "https://api.example.com/login")))
    login.httpMethod = "POST"
    login.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let body = #"{"user":"ada","password":"\#(password)","pin":1234}"#
    login.setValue("\(body.utf8.count)", forHTTPHeaderField: "Content-Length")
    login.httpBody = Data(body.utf8)
    var items = URLRequest(url: try #require(URL(string: "https://api.example.com/items?after=\(token)&page=2")))
    items.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    items.setValue("theme=dark; sid=\(token)", forHTTPHeaderField: "Cookie")
    let answer = #"{"access_token":"\#(token)","token_type":"Bearer","expires_in":3600}"#
    let started = Date(timeIntervalSince1970: 1_749_663_728)
    return [
      RecordedExchange(
        request: login,
        response: HTTPResponse(
          headers: [
            "Content-Type": "application/json", "Content-Length": "\(answer.utf8.count)",
            "Set-Cookie": "sid=\(token); Path=/; HttpOnly",
          ],
          body: Data(answer.utf8)),
        started: started),
      RecordedExchange(request: items, response: .json(["items": [], "for": .string(token)]), started: started),
    ]
  }

  @Test("a redaction leaves a recording that can be read, in which what was equal is equal")
  func golden() throws {
    let har = Redaction.standard.redacted(HAR(try Self.login(token: "t0ken-one-4711", password: "hunter2hunter2")))
    try expectGolden(String(decoding: har.encoded(), as: UTF8.self), "Messages/redacted.har")
  }

  @Test("a redaction keeps Content-Length right, and the sizes of a recording")
  func length() throws {
    for exchange in Redaction.standard.redacted(try Self.login(token: "t0ken-one-4711", password: "x")) {
      if let length = exchange.request.value(forHTTPHeaderField: "Content-Length") {
        #expect(length == "\(exchange.request.httpBody?.count ?? 0)")
      }
      if let length = exchange.response.headers["Content-Length"] {
        #expect(length == "\(exchange.response.body.count)")
      }
    }
    for entry in Redaction.standard.redacted(HAR(try Self.login(token: "t0ken-one-4711", password: "x"))).log.entries {
      let exchange = try entry.exchange()
      #expect(entry.response.content.size == exchange.response.body.count)
      #expect(entry.request.bodySize == exchange.request.httpBody?.count ?? 0)
    }
  }

  @Test("a redaction leaves the app's exchange untouched, and nothing where it is switched off")
  func pure() throws {
    let exchanges = try Self.login(token: "t0ken-one-4711", password: "hunter2hunter2")
    _ = Redaction.standard.redacted(exchanges)
    #expect(exchanges == (try Self.login(token: "t0ken-one-4711", password: "hunter2hunter2")))
    #expect(Redaction.none.redacted(exchanges) == exchanges)
  }

  @Test("a redaction gives the same placeholders to the same secrets when it is recorded again with others")
  func rerecorded() throws {
    let before = Redaction.standard.redacted(try Self.login(token: "t0ken-one-4711", password: "hunter2hunter2"))
    let after = Redaction.standard.redacted(try Self.login(token: "an0ther-t0ken", password: "swordfish99"))
    #expect(before == after)
  }

  @Test("a redaction counts on from the placeholders that are there")
  func counting() throws {
    let first = Redaction.standard.redacted(HAR(try Self.login(token: "t0ken-one-4711", password: "hunter2hunter2")))
    var longer = first
    longer.log.entries += HAR(try Self.login(token: "an0ther-t0ken", password: "swordfish99")).log.entries
    let second = Redaction.standard.redacted(longer)
    #expect(Array(second.log.entries.prefix(2)) == first.log.entries)
    #expect(second.log.entries[2].response.content.text?.contains("REDACTED-access-token-2") == true)
  }

  @Test("a redaction changes no placeholder of a recording that is redacted at every step while it grows")
  func growing() throws {
    let raw = HAR(
      try ["t0ken-one-4711", "an0ther-t0ken", "t0ken-one-4711"].flatMap {
        try Self.login(token: $0, password: "hunter2hunter2")
      }
    ).log.entries
    let whole = Redaction.standard.redacted(HAR(log: HAR.Log(entries: raw))).log.entries
    var (redactor, written) = (Redactor(.standard), [HAR.Entry]())
    for (index, entry) in raw.enumerated() where index % 2 == 1 {
      let more = [raw[index - 1], entry]
      for entry in more { redactor.learn(entry) }
      written = (written + more).map { redactor.redacted($0) }
      // From the raw entries so far, and from the redacted ones with what is new: no line that was there changes.
      #expect(written == Array(whole.prefix(index + 1)))
      #expect(
        Redaction.standard.redacted(HAR(log: HAR.Log(entries: Array(raw.prefix(index + 1))))).log.entries == written)
    }
  }

  @Test("a redaction replaces in what was redacted before what is known by now")
  func later() throws {
    var early = URLRequest(url: try #require(URL(string: "https://api.example.com/notes/swordfish99")))
    early.setValue("Bearer t0ken-one-4711", forHTTPHeaderField: "Authorization")
    let response = HTTPResponse(status: 204)
    let entry = HAR.Entry(RecordedExchange(request: early, response: response, started: Date(timeIntervalSince1970: 0)))
    var redactor = Redactor(.standard)
    let once = redactor.redacted(entry)
    for entry in HAR(try Self.login(token: "an0ther-t0ken", password: "swordfish99")).log.entries {
      redactor.learn(entry)
    }
    let twice = redactor.redacted(once)
    #expect(once.request.url.hasSuffix("/swordfish99"))
    #expect(twice.request.url.hasSuffix("/REDACTED-password-1"))
    #expect(twice.request.headers == once.request.headers)
  }

  @Test("a redaction keeps its memory from one entry to the next")
  func redactor() throws {
    let har = HAR(try Self.login(token: "t0ken-one-4711", password: "hunter2hunter2"))
    var redactor = Redactor(.standard)
    for entry in har.log.entries { redactor.learn(entry) }
    #expect(har.log.entries.map { redactor.redacted($0) } == Redaction.standard.redacted(har).log.entries)
  }

  @Test("a redaction keeps numbers numbers, the same ones the same")
  func numbers() {
    let text = #"{"otp":482913,"again":482913,"pin":1234,"cvv":"123","year":1234}"#
    #expect(
      Redaction.standard.redacted(text)
        == #"{"otp":990000001,"again":990000001,"pin":990000002,"cvv":"REDACTED-cvv-1","year":1234}"#)
  }

  @Test("a redaction keeps all bytes of a body but the secrets")
  func bytes() {
    let text = "{ \"b\" : 1.0,\r\n\t\"password\":\"ü\\u00e4\\/x\" , \"a\":[1e5,\"\\u0041\"] }\n"
    #expect(
      Redaction.standard.redacted(text)
        == "{ \"b\" : 1.0,\r\n\t\"password\":\"REDACTED-password-1\" , \"a\":[1e5,\"\\u0041\"] }\n")
  }

  @Test(
    "a redaction keeps the scheme of credentials and the attributes of cookies",
    arguments: [
      ("Authorization", "Bearer abc", "Bearer REDACTED-authorization-1"),
      ("Authorization", "abc", "REDACTED-authorization-1"),
      ("Authorization", "Digest username=\"ada\", response=\"6629fae4\"", "Digest REDACTED-authorization-1"),
      ("Cookie", "a=1; b=\"2 3\"; c", "a=REDACTED-a-1; b=\"REDACTED-b-1\"; c"),
      (
        "Set-Cookie", "a=1; Expires=Wed, 11 Jun 2025 17:42:08 GMT",
        "a=REDACTED-a-1; Expires=Wed, 11 Jun 2025 17:42:08 GMT"
      ),
      ("Set-Cookie", "a=1; Path=/, b=2; Secure", "a=REDACTED-a-1; Path=/, b=REDACTED-b-1; Secure"),
    ]
  )
  func fields(_ name: String, _ value: String, _ redacted: String) {
    #expect(Redaction.standard.redacted(HTTPMessage.response(200, headers: [name: value])).headers[name] == redacted)
  }

  @Test("a redaction replaces a body that is still compressed as a whole, and no other")
  func compressed() {
    let zipped = Data([0x1F, 0x8B, 8, 0, 1, 2, 3])
    let coded = HTTPMessage.request(.put, "/", headers: ["Content-Encoding": "gzip"], body: zipped)
    #expect(Redaction.standard.redacted(coded).body == Data("REDACTED-compressed-body-1".utf8))
    let file = HTTPMessage.request(.put, "/", headers: ["Content-Type": "application/gzip"], body: zipped)
    #expect(Redaction.standard.redacted(file) == file)
  }

  @Test("a redaction follows rules of one's own")
  func rules() {
    let redaction = Redaction.standard.hiding(.name("x-acme-*")).hiding(.value("corp"))
      .hiding(.pattern(#"account (\d+)"#, name: "account")).hiding(.pattern("(")).keeping("otp")
    #expect(
      redaction.redacted(#"{"X-Acme-Id":"a","otp":"123456","text":"account 4711 of corp, not corporate"}"#)
        == #"{"X-Acme-Id":"REDACTED-x-acme-id-1","otp":"123456","text":"account REDACTED-account-1 of REDACTED-value-1, not corporate"}"#
    )
  }

  @Test(
    "a redaction survives a name in quotation marks that has a value in it",
    arguments: [#"name="value=1""#, #""name": "value:1""#, #"name='content="a"'"#, #"name="value=REDACTED-a-1"#])
  func nameWithValue(_ text: String) {
    #expect(Redaction.standard.redacted(text) == text)
  }

  @Test(
    "a redaction survives texts that are made to be hard",
    arguments: [
      String(repeating: "%25", count: 3_000), String(repeating: "[", count: 20_000),
      String(repeating: "&amp;", count: 3_000),
      String(repeating: "\\\\", count: 4_000), String(repeating: "eyJ", count: 5_000),
      String(repeating: "a=", count: 5_000),
      String(repeating: "-----BEGIN PRIVATE KEY", count: 500), String(repeating: "://a:b@", count: 2_000),
      String(repeating: "%2B+\\u0025&#37;", count: 500), String(repeating: "YWFh", count: 5_000),
      "REDACTED-a-99999999999999999999",
    ].map(Shortened.init))
  func hard(_ text: Shortened<String>) {
    let once = Redaction.standard.redacted(text.value)
    #expect(!once.isEmpty)
  }
}
