import Foundation
import NetworkEndpoints
import NetworkFixtures
import Testing

@Suite("What is no secret")
struct OverRedactionTests {
  static let names = ((try? FixtureFolder.nearest().fileNames()) ?? []).filter { name in
    // A mapping may hold a password, as the request that it answers does.
    !name.hasPrefix("Golden/") && !name.hasPrefix("wiremock/")
  }

  @Test(
    "stays as it is in the repository's fixtures",
    arguments: names.filter { !$0.hasSuffix(".har") && !$0.hasSuffix(".http") })
  func fixtures(_ name: String) throws {
    let fixture = Fixture(name)
    let response = HTTPMessage.response(200, headers: ["Content-Type": fixture.contentType], body: try fixture.data)
    #expect(Redaction.standard.redacted(response) == response)
  }

  @Test("stays as it is in recordings, but for the values of cookies", arguments: Recordings.names)
  func recordings(_ name: String) throws {
    let har = try Fixture(name).har
    let lines = { (har: HAR) in String(decoding: har.encoded(), as: UTF8.self).split(separator: "\n") }
    for change in lines(Redaction.standard.redacted(har)).difference(from: lines(har)) {
      guard case .insert(_, let line, _) = change else { continue }
      let isCookie = line.lowercased().contains("cookie") || line.contains(#""httpOnly""#) || line.contains(#""path""#)
      #expect(isCookie || line.contains(#""headersSize": -1"#), "\(line)")
    }
  }

  @Test(
    "stays as it is in a field",
    arguments: [
      ("ETag", #"W/"33a64df551425fcc55e4d42a148795d9f25f89d4""#), ("Date", "Wed, 11 Jun 2025 17:42:08 GMT"),
      ("X-Request-Id", "7b0c3d2e-5f7a-4a55-9d0e-6a2f0d1c9b8a"), ("Accept", "text/html, application/json;q=0.9, */*"),
      ("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"), ("Content-Length", "1234567890"),
      ("User-Agent", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0"),
      ("Link", "<https://api.example.com/items?page=2&perPage=350>; rel=\"next\""), ("If-None-Match", "\"5c1e0f\""),
      ("Idempotency-Key", "7b0c3d2e-5f7a-4a55-9d0e-6a2f0d1c9b8a"), ("WWW-Authenticate", "Bearer realm=\"api\""),
      ("Content-Security-Policy", "script-src 'sha256-B2yPHKaXnvFWtRChIbabYmUBFZdVfKKXHbWtWidDVF8='"),
    ]
  )
  func fields(_ name: String, _ value: String) {
    let message = HTTPMessage.response(200, headers: [name: value])
    #expect(Redaction.standard.redacted(message) == message)
  }

  @Test(
    "stays as it is in JSON",
    arguments: [
      #"{"key":"title","value":"Brass telescope"}"#, #"{"token_type":"Bearer","expires_in":3600,"max_tokens":4096}"#,
      #"{"session":"Keynote","code":"DE","auth":"none","pass":true}"#,
      #"{"passwordSet":true,"token":null,"secret":""}"#,
      #"{"passwordUpdatedAt":"2025-06-11T17:42:08Z","cookiePolicyUrl":"https://www.example.com/cookies"}"#,
      #"{"uuid":"7b0c3d2e-5f7a-4a55-9d0e-6a2f0d1c9b8a","sha256":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15"}"#,
      #"{"prices":[4990,25300,1749663728],"phone":"+44 20 7946 0958","iban":"GB33BUKB20201555555555"}"#,
      #"{"image":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"}"#,
      #"{"path":"/users/usr_7Q2MZK4E/items/itm_32SQ6HRZYE/images/itm_997388QQF6"}"#,
      #"{"text":"The password is required. Token: see below. A secret garden, basic training, bearer of news."}"#,
    ]
  )
  func json(_ text: String) {
    #expect(Redaction.standard.redacted(text) == text)
  }
}
