import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A secret is replaced elsewhere")
struct SpreadingTests {
  private static func exchange(
    _ path: String = "/v1/items", headers: [String: String] = [:], sending body: String = "",
    answering answer: String = "",
    _ answerHeaders: HTTPHeaders = ["Content-Type": "application/json"]
  ) throws -> RecordedExchange {
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com\(path)")))
    request.httpMethod = body.isEmpty ? "GET" : "POST"
    request.allHTTPHeaderFields = headers
    if !body.isEmpty { request.httpBody = Data(body.utf8) }
    return RecordedExchange(
      request: request, response: HTTPResponse(headers: answerHeaders, body: Data(answer.utf8)),
      started: Date(timeIntervalSince1970: 0))
  }

  private static func answer(_ exchange: RecordedExchange) -> String {
    String(decoding: exchange.response.body, as: UTF8.self)
  }

  @Test(
    "a secret is replaced elsewhere only where it is a token of its own, if it is short",
    arguments: ["chatcmpl-abc123", "abc123-chat", "abc123_x", "x_abc123", "xabc123", "abc1234"])
  func boundaries(_ word: String) throws {
    let exchange = try Self.exchange(
      headers: ["Authorization": "Bearer abc123"], answering: #"{"id":"\#(word)","token_was":"abc123 (abc123)"}"#)
    #expect(
      Self.answer(Redaction.standard.redacted(exchange))
        == #"{"id":"\#(word)","token_was":"REDACTED-authorization-1 (REDACTED-authorization-1)"}"#)
  }

  @Test("a secret is replaced elsewhere also inside another text, if it is a long key")
  func longKeys() throws {
    let key = "q7Hd2mZ94xWpL3aBk0Yt"
    let exchange = try Self.exchange(
      headers: ["Authorization": "Bearer \(key)"], answering: #"{"id":"chat-\#(key)-1"}"#)
    #expect(Self.answer(Redaction.standard.redacted(exchange)) == #"{"id":"chat-REDACTED-authorization-1-1"}"#)
  }

  @Test("a secret is not replaced elsewhere as the address that a cookie holds, nor by a name about cookies")
  func addresses() throws {
    let exchange = try Self.exchange(
      "/a.js?page=http%3A%2F%2Fwww.example.com%2F",
      headers: ["Cookie": "back=http%3A%2F%2Fwww.example.com; has_js=1", "X-Cookie-Domain": ".example.com"],
      answering: "ok", ["Location": "/x?AutoDetectCookieSupport=1"])
    let redacted = Redaction.standard.redacted(exchange)
    #expect(redacted.request.url == exchange.request.url)
    #expect(redacted.request.value(forHTTPHeaderField: "X-Cookie-Domain") == ".example.com")
    #expect(redacted.request.value(forHTTPHeaderField: "Cookie") == "back=REDACTED-back-1; has_js=REDACTED-has-js-1")
    #expect(redacted.response.headers == exchange.response.headers)
  }

  @Test("a secret is not replaced elsewhere as the value of another cookie, which only happens to be equal")
  func equalCookies() throws {
    let exchange = try Self.exchange(
      headers: ["Cookie": "has_js=1; consent=1"], answering: "ok", ["Set-Cookie": "has_js=1"])
    let redacted = Redaction.standard.redacted(exchange)
    #expect(
      redacted.request.value(forHTTPHeaderField: "Cookie") == "has_js=REDACTED-has-js-1; consent=REDACTED-consent-1")
    #expect(redacted.response.headers["Set-Cookie"] == "has_js=REDACTED-has-js-1")
  }

  @Test(
    "a value that is no secret is not replaced elsewhere at all",
    arguments: [
      #"{"credentials":{"user":"ada.lovelace","email":"ada@example.com"}}"#, #"{"pin":"OFF"}"#,
      #"{"method_truncated_token":"3xyz"}"#, #"{"check_cookie":"1","do_not_cookie":"yes"}"#,
      #"{"access_token":"${token}","api_key":"{{apiKey}}"}"#,
      #"{"api_key_ids":["HfwhhZPB9roTJLI7vXJg8yJk"]}"#,
      #"{"client_secret":{"expires_at":92481366}}"#,
      #"{"domain_secrets":[{"domain":"www.example.com","name":"note tea"}]}"#,
      #"{"next_cursor":"eyJrZXkiOiJxN0hkMm1aOTR4V3BMM2FCazBZdCIsInBhZ2UiOjR9"}"#,
      #"{"app_id":"0c0f3d1e-5b7a-4c55-9d0e-6a2f0d1c9b8a"}"#,
    ])
  func innocent(_ body: String) throws {
    let exchange = try Self.exchange(
      headers: ["Content-Type": "application/json"], sending: body, answering: body)
    #expect(Redaction.standard.redacted(exchange) == exchange)
  }

  @Test(
    "a secret is replaced elsewhere from a field whose name ends like a credential's",
    arguments: [
      "Fastly-Key", "X-JFrog-Art-Api", "X-ClickHouse-Key", "X-Tableau-Auth", "CB-ACCESS-SIGN", "OK-ACCESS-SIGN",
      "KC-API-SIGN", "X-Honeycomb-Team", "X-App-Key", "X-Riot-Token", "X-Query-Key", "X-Appwrite-Key", "Sign", "Key",
      "X-Sentry-Auth", "X-TrackerToken", "X-BAPI-SIGN", "Linode-Key", "X-Insert-Key",
    ])
  func fields(_ name: String) throws {
    let key = "k7Hq2mZ94xWpL3"
    let redacted = Redaction.standard.redacted(try Self.exchange(headers: [name: key, "X-Note": key]))
    #expect(redacted.request.value(forHTTPHeaderField: name)?.contains(key) == false)
    #expect(redacted.request.value(forHTTPHeaderField: "X-Note")?.contains(key) == false)
    // No key, and not sent by a client.
    let other = try Self.exchange(headers: [name: "no-check"], [name: key])
    #expect(
      Redaction.standard.redacted(other).request.value(forHTTPHeaderField: name) == "no-check"
        || name.hasSuffix("Token"))
  }

  @Test(
    "a secret is replaced elsewhere from JSON in which a service's key has its name",
    arguments: ["routing_key", "hmacKey", "integrationKey", "write_key"])
  func keys(_ name: String) throws {
    for key in ["0af30af3c4d1e5f60718293a4b5c6d7e", "q7Hd2mZ94xWpL3aBk0Yt"] {
      let body = #"{"\#(name)":"\#(key)"}"#
      let redacted = Redaction.standard.redacted(try Self.exchange(sending: body, answering: body))
      #expect(!Self.answer(redacted).contains(key))
      #expect(redacted.request.httpBody.map { String(decoding: $0, as: UTF8.self) }?.contains(key) == false)
    }
  }

  @Test("a secret is replaced elsewhere from a script in which it is written, and not from a program's words")
  func scripts() throws {
    let key = "q7Hd2mZ94xWpL3aBk0Yt"
    let script = #"var apiKey = "\#(key)", a = {csrfToken:"\#(key)", token: next(), key: "houseNumberOrName"};"#
    let redacted = Self.answer(
      Redaction.standard.redacted(try Self.exchange(answering: script, ["Content-Type": "text/javascript"])))
    #expect(!redacted.contains(key))
    #expect(redacted.hasSuffix(#", token: next(), key: "houseNumberOrName"};"#))
  }

  @Test("a secret is replaced elsewhere from the answer to a device that asks for its code")
  func deviceCodes() throws {
    var exchange = try Self.exchange(
      "/oauth/device_code", sending: "client_id=app",
      answering:
        #"{"device_code":"GmRhmhcxhwAzkoEqiMEg","user_code":"WDJB-MJHT","verification_uri":"https://example.com/device"}"#
    )
    exchange.request.url = URL(string: "https://api.example.com/device/code")
    let answer = Self.answer(Redaction.standard.redacted(exchange))
    #expect(!answer.contains("WDJB-MJHT") && !answer.contains("GmRhmhcx"))
    #expect(answer.contains(#""verification_uri":"https://example.com/device""#))
  }

  @Test("a secret is replaced elsewhere from a note, as its form is known")
  func sessions() {
    let sid = "g.a000" + String(repeating: "q7Hd2mZ94x", count: 8)
    let other = "sidts-" + String(repeating: "Cj1B7wV3sU", count: 7)
    let text = Redaction.standard.redacted(#"{"sid":"\#(sid)","note":"rotated to \#(other)"}"#)
    #expect(!text.contains("q7Hd") && !text.contains("Cj1B"))
  }

  @Test("a secret is not replaced elsewhere by a name whose brackets are encoded in a URL")
  func encodedBrackets() throws {
    let exchange = try Self.exchange("/v1/usage?api_key_ids%5B%5D=HfwhhZPB9roTJLI7vXJg8yJk")
    #expect(Redaction.standard.redacted(exchange) == exchange)
    let secret = try Self.exchange("/v1/usage?user%5Bpassword%5D=swordfish")
    #expect(Redaction.standard.redacted(secret).request.url?.absoluteString.contains("swordfish") == false)
  }
}
