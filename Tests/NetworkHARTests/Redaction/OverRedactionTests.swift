import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

@Suite("What is no secret")
struct OverRedactionTests {
  static let names = ((try? FixtureFolder.nearest().fileNames()) ?? []).filter { name in
    !name.hasPrefix("Golden/")
  }

  @Test(
    "what is no secret stays as it is in the repository's fixtures",
    arguments: names.filter { !$0.hasSuffix(".har") && !$0.hasSuffix(".http") })
  func fixtures(_ name: String) throws {
    let fixture = Fixture(name)
    let response = HTTPMessage.response(200, headers: ["Content-Type": fixture.contentType], body: try fixture.data)
    #expect(Redaction.standard.redacted(response) == response)
  }

  @Test("what is no secret stays as it is in recordings, but for the values of cookies", arguments: Recordings.names)
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
    "what is no secret stays as it is in a field",
    arguments: [
      ("ETag", #"W/"33a64df551425fcc55e4d42a148795d9f25f89d4""#), ("Date", "Wed, 11 Jun 2025 17:42:08 GMT"),
      ("X-Request-Id", "7b0c3d2e-5f7a-4a55-9d0e-6a2f0d1c9b8a"), ("Accept", "text/html, application/json;q=0.9, */*"),
      ("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"), ("Content-Length", "1234567890"),
      ("User-Agent", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0"),
      ("Link", "<https://api.example.com/items?page=2&perPage=350>; rel=\"next\""), ("If-None-Match", "\"5c1e0f\""),
      ("Idempotency-Key", "7b0c3d2e-5f7a-4a55-9d0e-6a2f0d1c9b8a"), ("WWW-Authenticate", "Bearer realm=\"api\""),
      ("Authorization", "Bearer ${accessToken}"), ("Authorization", "token {{token}}"),
      ("Authorization", "Bearer null"),
      ("Content-Security-Policy", "script-src 'sha256-B2yPHKaXnvFWtRChIbabYmUBFZdVfKKXHbWtWidDVF8='"),
    ]
  )
  func fields(_ name: String, _ value: String) {
    let message = HTTPMessage.response(200, headers: [name: value])
    #expect(Redaction.standard.redacted(message) == message)
  }

  @Test(
    "what is no secret stays as it is in JSON",
    arguments: [
      #"{"fields":[{"name":"key","value":"uploads/qd81mz4k7w20x"}],"key":"avatars/u7k2p9x4m1q8.png"}"#,
      #"{"key":"title","value":"Brass telescope"}"#, #"{"token_type":"Bearer","expires_in":3600,"max_tokens":4096}"#,
      #"{"session":"Keynote","code":"DE","auth":"none","pass":true}"#,
      #"{"passwordSet":true,"token":null,"secret":""}"#,
      // The description of a service.
      #"{"parameters":{"access_token":{"location":"query","type":"string"},"token":{"pattern":"^users/[^/]+$"}}}"#,
      #"{"resetAdminPassword":{"path":"v1/{+name}:resetAdminPassword","parameterOrder":["name"],"httpMethod":"POST"}}"#,
      #"{"JwtInsertResponse":{"properties":{"resources":{"$ref":"V1Oauth2JwtInsertResponse"}}}}"#,
      #"{"V1Oauth2ApiKeyConfig":{"id":"V1Oauth2ApiKeyConfig","type":"object"}}"#,
      #"{"credentials":{"enum":["KEY_UNSPECIFIED","OPAQUE"],"enumDescriptions":["It is not said."]}}"#,
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

  @Test(
    "what is no secret stays as it is where it only looks like one",
    arguments: [
      #"{"permissions":{"secrets":"read","id-token":"write","contents":"read","secret_scanning_alerts":"write"}}"#,
      #"{"security_and_analysis":{"secret_scanning":{"status":"enabled"},"secret_scanning_push_protection":"disabled"}}"#,
      #"{"secrets":"read","credentials":"required","tokens":"none"}"#,
      #"{"verification":{"verified":true,"signature":"-----BEGIN PGP SIGNATURE-----\n\niQIzBAABCAAdFiEE4711abc\n-----END PGP SIGNATURE-----"}}"#,
      #"{"key":"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0nQz4q7Ww3X1aB2cD3eF4gH5iJ6kL7mN8oP9qR","sshKey":"ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB"}"#,
      #"{"certificate":"-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQG\n-----END CERTIFICATE-----"}"#,
      #"{"keys":[{"kty":"RSA","use":"sig","alg":"RS256","kid":"2b7c9d","e":"AQAB","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc"}]}"#,
      #"{"keys":[{"kty":"EC","crv":"P-256","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}]}"#,
      #"{"keys":[{"kty":"EC","crv":"P-256","x5t#S256":"NjVBRjY5MDlCMUIwNzU4RTA2QzZFMDQ4QzQ2MDAyQjVDNjk1RTM2Qg"}]}"#,
      #"{"integrity":"sha512-z9OKvBZ5jTQmeLJ8Yh3bCFD8ZdvqVX1c4ZKjXn8ZdXl0xZbkVYF1Wq0Jt4yJQk8QwK5B7Dq3C1eYz9a2mPpL1w=="}"#,
      #"{"nextPageToken":"CAUQAA7Hk29dPq81LmX","cursor":"WyIyMDI1LTA2LTExIiwgNDcxMV0","idempotencyKey":"k3Jd82LsPq01mNb7Xc","next_token":"eyJwYWdlIjo0fQAb3dK9sL2mQ8xZ"}"#,
      #"{"picture":"https://images.example.com/AIzaPictures/sk-button-primary-large/npm_config_registry/ghp_short.png"}"#,
    ])
  func lookalikes(_ text: String) {
    #expect(Redaction.standard.redacted(text) == text)
  }

  @Test(
    "an id is no secret, whatever its letters are",
    arguments: [
      "<u43>w", "cs_test_a1<w58>", "PL<u32>", "1<u31>w", "<u22>", "<x40>", "<w32>", "<x8>-<x4>-<x4>-<x4>-<x12>",
      "UC<u22>",
      "pi_3<w23>", "<l20>", "<U26>",
    ])
  func ids(_ form: String) {
    for id in DrawnKeys(kind: "id", form: form).keys(Effort.count(20, full: 300), seed: 13) {
      for text in [
        "https://api.example.com/v4/things/\(id)/values?pageToken=\(id)&cursor=\(id)",
        #"{"id":"\#(id)","nextPageToken":"\#(id)"}"#,
        "X-Request-Id: \(id)\r\n",
      ] {
        #expect(Redaction.standard.redacted(text) == text)
      }
    }
  }

  @Test(
    "binary data is no secret, whatever stands in it",
    arguments: ["data:image/png;base64,", "data:application/octet-stream;base64,", "iVBORw0KGgo", "JVBERi0"])
  func binary(_ start: String) {
    let keys = ["AK" + "IAABCDEFGHIJKLMNOP", "sk" + "Live", "EA" + "AC"].joined(separator: "/") + "/"
    for data in DrawnKeys(kind: "data", form: "<b300>/\(keys)<b300>").keys(20, seed: 13) {
      let text = #"{"picture":"\#(start)\#(data)=="}"#
      #expect(Redaction.standard.redacted(text) == text)
    }
  }

  @Test("a signed address is no secret but for its signature")
  func signedAddress() {
    let address =
      "https://bucket.s3.amazonaws.com/pictures/1Bq7kz9XcVbNm2.png?X-Amz-Date=20250611T174208Z&X-Amz-Expires=900"
    let redacted = Redaction.standard.redacted(address + "&X-Amz-Signature=" + String(repeating: "0af3", count: 16))
    #expect(redacted == address + "&X-Amz-Signature=REDACTED-x-amz-signature-1")
  }
}
