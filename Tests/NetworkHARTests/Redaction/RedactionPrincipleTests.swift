import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("What a redaction goes by")
struct RedactionPrincipleTests {
  private static let seed: UInt64 = 20_261_123

  private static func exchange(
    _ method: String = "GET", _ path: String = "/v1/items", sending body: String = "", answering answer: String,
    type: String = "application/json"
  ) throws -> RecordedExchange {
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com\(path)")))
    request.httpMethod = method
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    if !body.isEmpty { request.httpBody = Data(body.utf8) }
    return RecordedExchange(
      request: request, response: HTTPResponse(headers: ["Content-Type": type], body: Data(answer.utf8)),
      started: Date(timeIntervalSince1970: 0))
  }

  @Test(
    "a redaction does not go by a name alone in an answer",
    arguments: [
      #"{"errors":{"password":["is too short"]}}"#, #"{"token":"ETH"}"#, #"{"pincode":"560001"}"#, #"{"pin":1234}"#,
      #"{"i18n":{"password":"Passwort"}}"#, #"{"signature":"Best regards"}"#, #"{"license_key":"mit"}"#,
      #"{"session_id":"1"}"#, #"{"session_id":42}"#, #"{"sid":"CAbcdef0123456789abcdef0123456789a"}"#,
      #"{"details":{"token":"invalid"}}"#, #"{"violations":[{"password":"weak"}]}"#,
      #"{"properties":{"secret":{"type":"string"},"password":"string"}}"#,
      #"{"password":"must have eight characters"}"#,
      #"{"secret":"The secret of Monkey Island"}"#, #"{"tokens":["ETH","BTC"]}"#, #"{"token":{"symbol":"ETH"}}"#,
      #"{"key":"houseNumberOrName"}"#, #"{"code":"AUTH_REQUIRED"}"#, #"{"auth_token":"YOUR_AUTH_TOKEN"}"#,
      #"{"password":"******"}"#, #"{"token":"required"}"#, #"{"csrf":"enabled"}"#, #"{"pin":"A1"}"#,
      #"{"appid":440,"name":"Half-Life 2"}"#, #"{"appid":"440"}"#, #"{"ticket":"SUP-1234"}"#, #"{"sig":"Ada"}"#,
      #"{"signature":"Ada Lovelace, London"}"#, #"{"verification_code":"sent"}"#, #"{"secrets":3}"#,
      #"{"secret_count":3,"token_limit":4096}"#, #"{"cookie_policy":"strict"}"#, #"{"password_hint":"your cat"}"#,
      #"{"messages":{"password":"Password","token":"Token"}}"#, #"{"errors":[{"field":"password","code":"blank"}]}"#,
      #"{"labels":{"secret":"Geheim"}}"#, #"{"token_type":"Bearer"}"#, #"{"error":{"token":"expired"}}"#,
      #"{"accountToken":"foobar31306","signature":"Ada20250611"}"#,
      #"{"authorization_decision":"APPROVED","cookieConsent":"granted","credential_level":"gold"}"#,
      #"{"authorization_id":"c9f90aa1-2949-c799-e2b6-ea05c89bb586","apiKeyUuid":"123e4567-e89b-12d3-a456-426614174000"}"#,
      #"{"credentials":{"id":"01HV2C3D4E5F6G7H8J9K0LMNPQ","client_id":"k7Hq2mZ94xWpL3aB"}}"#,
      #"{"api_key_info":{"uuid":"123e4567-e89b-12d3-a456-426614174000","models":[{"parent_uuid":"a23e4567-e89b-12d3"}]}}"#,
      #"{"authorization":{"id":"460cbe92-2dcc-8eae","transfer":{"account_id":"3gE5gnRzNyfXpBK5wEEKcymJ5albGVUqg77gr"}}}"#,
      #"{"ssh_key":{"fingerprint":"3b:16:bf:e4:8b:00:8b:b8:59:8c:a9:d3:f0:19:45:fa"},"session":{"user_id":"u7k2p9x4m1q8a5c3"}}"#,
      #"{"key":{"kty":"EC","crv":"P-256","kid":"bfbd5111-8e33-4643","x":"hKXLGIjWvCBv-cP5euCTxl8g9GLG9zHo_3pO5NN1DwQ"}}"#,
    ])
  func innocent(_ answer: String) throws {
    for method in ["GET", "POST"] {
      let redacted = Redaction.standard.redacted(try Self.exchange(method, answering: answer))
      #expect(String(decoding: redacted.response.body, as: UTF8.self) == answer)
    }
    guard !answer.contains(":1234}") else { return }
    #expect(Redaction.standard.redacted(answer) == answer)
  }

  @Test(
    "a redaction goes by a name with its value in an answer",
    arguments: [
      #"{"password":"SECRET"}"#, #"{"client_secret":"SECRET"}"#, #"{"user":{"apiKey":"SECRET"}}"#,
      #"{"access_token":"SECRET"}"#, #"{"token":"SECRET"}"#, #"{"session_id":"SECRET"}"#,
      #"{"recovery_codes":["SECRET"]}"#,
      #"{"psk":"SECRET"}"#, #"{"csrf":"SECRET"}"#, #"{"session":{"id":"SECRETa1b2c3"}}"#,
      #"{"access":{"token":{"id":"SECRETa1b2c3"}}}"#,
      #"{"data":{"secret_id":"aSECRETb-c3d4"}}"#, #"{"credentials":{"sandbox":"SECRET"}}"#,
      #"{"x_authorization":"SECRET"}"#, #"{"registry_credentials":"SECRET"}"#,
      #"{"key":{"kty":"EC","d":"SECRETa1b2c3"}}"#,
    ])
  func named(_ answer: String) throws {
    let answer = answer.replacingOccurrences(of: "SECRET", with: "k7Hq2mZ94xWp")
    let redacted = Redaction.standard.redacted(try Self.exchange(answering: answer))
    #expect(!String(decoding: redacted.response.body, as: UTF8.self).contains("k7Hq2m"))
  }

  @Test(
    "a redaction goes by a name alone in what a client sends, and in the answer to a sign-in",
    arguments: ["token", "pin", "signature", "password", "licenseKey"])
  func sent(_ name: String) throws {
    let text = #"{"\#(name)":"swordfish"}"#
    let sent = Redaction.standard.redacted(try Self.exchange("POST", sending: text, answering: "{}"))
    #expect(sent.request.httpBody.map { String(decoding: $0, as: UTF8.self) }?.contains("swordfish") == false)
    for path in ["/oauth/token", "/v1/login", "/sessions", "/auth/refresh"] {
      let answer = Redaction.standard.redacted(try Self.exchange("POST", path, answering: text))
      #expect(!String(decoding: answer.response.body, as: UTF8.self).contains("swordfish"), "\(path)")
      let problem = #"{"errors":{"\#(name)":["is wrong"]}}"#
      let refused = Redaction.standard.redacted(try Self.exchange("POST", path, answering: problem))
      #expect(String(decoding: refused.response.body, as: UTF8.self) == problem)
    }
  }

  @Test(
    "a redaction goes by a header of a client, and a hidden field on either side of its name",
    arguments: [
      "X-Honeycomb-Team: SECRET\r\n", "X-App-Key: SECRET\r\n", "DD-APPLICATION-KEY: SECRET\r\n",
      #"<input type="hidden" value="SECRET" name="csrf_token">"#, #"<meta content="SECRET" name="csrf-token">"#,
      #"<input type="hidden" name="csrf_token" value="SECRET">"#,
    ])
  func fields(_ text: String) {
    let plain = text.replacingOccurrences(of: "SECRET", with: "k7Hq2mZ94xWpL3")
    if let colon = text.firstIndex(of: ":"), !text.hasPrefix("<") {
      let message = HTTPMessage.request(.get, "/", headers: [String(text[..<colon]): "k7Hq2mZ94xWpL3"])
      #expect(!"\(Redaction.standard.redacted(message))".contains("k7Hq2"))
    } else {
      #expect(!Redaction.standard.redacted(plain).contains("k7Hq2"))
    }
  }

  @Test(
    "a redaction does not go by a name in code",
    arguments: [
      (".fa-cookie:before{content:\"\\f563\"}.fa-key:before{content:\"\\f084\"}", "text/css"),
      ("var a={password:e.value,token:t(1),secret:\"Secret\"};f.cookie=\"a=b\"", "text/javascript"),
      ("spec:\n  password: changeme\n  secretName: my-tls\n  token: ${TOKEN}\n", "application/yaml"),
      (".fa-cookie:before{content:\"\\f563\"}", "text/plain"), ("if (token == other) { token = next; }", "text/plain"),
      ("var DATA_API_KEY = '.data-api';\nvar EVENT = 'click' + DATA_API_KEY;\n", "text/plain"),
      ("a();g.cookie[this.variable]=s.settings[this.variable];b()", "text/plain"),
    ])
  func code(_ text: String, _ type: String) throws {
    let redacted = Redaction.standard.redacted(try Self.exchange(answering: text, type: type))
    #expect(String(decoding: redacted.response.body, as: UTF8.self) == text)
  }

  /// Ways to write a text, none of which hides a key.
  private static let encodings: [(name: String, encode: @Sendable (String) -> String)] = [
    ("plain", { $0 }), ("percent", { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }),
    ("every byte", { $0.utf8.map { "%" + String($0, radix: 16) }.joined() }),
    ("base64", { Data($0.utf8).base64EncodedString() }),
    (
      "base64 for URLs",
      { String(decoding: Base64Text.encode(Array($0.utf8), isURLSafe: true, hasPadding: false), as: UTF8.self) }
    ),
    ("hexadecimal", { String(decoding: HexText.encode(Array($0.utf8)), as: UTF8.self) }),
    ("capital digits", { "0x" + String(decoding: HexText.encode(Array($0.utf8), uppercase: true), as: UTF8.self) }),
    ("JSON", { JSONValue.object(["note": .string($0)]).description }),
    ("entities", { $0.utf8.map { "&#\($0);" }.joined() }),
    ("units", { "\"" + $0.utf8.map { "\\u00" + String($0, radix: 16) }.joined() + "\"" }),
    ("gzip", { Data(Compression.gzip.compressed(Array($0.utf8))).base64EncodedString() }),
  ]

  private enum Place: CaseIterable { case query, sent, answered, cookie, field }

  /// An exchange with a text in one place, since a key that is found anywhere goes from everywhere.
  private static func exchange(_ text: String, in place: Place) throws -> RecordedExchange {
    let percent = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    var exchange = try exchange(
      "POST", place == .query ? "/v1/items?note=\(percent)" : "/v1/items",
      sending: place == .sent ? JSONValue.object(["note": .string(text)]).description : "",
      answering: place == .answered ? text : "", type: "text/plain")
    if place == .cookie { exchange.request.setValue("note=\(percent); theme=dark", forHTTPHeaderField: "Cookie") }
    if place == .field { exchange.request.setValue(text, forHTTPHeaderField: "X-Note") }
    return exchange
  }

  @Test("a redaction goes by the form of a key, in every place and encoding", arguments: DrawnKeys.all)
  func shapes(_ drawn: DrawnKeys) throws {
    let turn = DrawnKeys.all.firstIndex { $0.form == drawn.form } ?? 0
    for key in drawn.keys(Effort.count(1, full: 2), seed: Self.seed) {
      // What was looked into in one place is not looked into again in the next.
      var search = SecretSearch(String(key.suffix(key.count / 2)))
      let cases = Self.encodings.flatMap { encoding in Place.allCases.map { (encoding, $0) } }
      for (encoding, place) in Effort.every(11, of: cases, from: turn) {
        let exchange = try Self.exchange(encoding.encode("It is \(key) today."), in: place)
        let count = search.found.count
        search.look(into: Array(HAR([Redaction.standard.redacted(exchange)]).encoded()))
        #expect(search.found.count == count, "\(encoding.name) in \(place), seed \(Self.seed): \(search.found)")
      }
    }
  }

  @Test(
    "a redaction goes by an unambiguous name alone on a line of plain text, if its value is no word and no code",
    arguments: ["fMWixxsVUfcDhW", "Tr0ub4dor!x", "qkzvbxwp", "aB3dEfGh", "k7Hq2mZ94xWp"])
  func lines(_ value: String) {
    for line in ["password: ", "client_secret: ", "api_key = "] {
      #expect(!Redaction.standard.redacted("Use this today.\n\(line)\(value)\nand tea\n").contains(value), "\(line)")
    }
    for word in ["changeme", "getURLById", "my-tls", "${TOKEN}", "required", "f(x)", "base64", "Passwort", "hunter2"] {
      for text in ["password: \(word)\n", "a\nsecret: \(word)\nb", "{ password: \(word) }"] {
        #expect(Redaction.standard.redacted(text) == text)
      }
    }
  }

  @Test(
    "a redaction goes by the start of a private key of any kind",
    arguments: ["PGP PRIVATE KEY BLOCK", "OPENSSH PRIVATE KEY", "EC PRIVATE KEY"])
  func privateKeys(_ kind: String) {
    let key = "-----BEGIN \(kind)-----\n\nlQOYBGQ1bmsBCADK8\n=aB3d\n-----END \(kind)-----"
    #expect(Redaction.standard.redacted("Use\n\(key)\nnow") == "Use\nREDACTED-private-key-1\nnow")
  }
}
