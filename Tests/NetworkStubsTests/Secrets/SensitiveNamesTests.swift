import NetworkStubs
import Testing

@Suite("A sensitive name")
struct SensitiveNamesTests {
  private let names = SensitiveNames.standard

  @Test(
    "a sensitive name is sensitive in every spelling",
    arguments: [
      "Authorization", "X-Api-Key", "x_api_key", "xApiKey", "API-KEY", "Set-Cookie", "clientSecret", "user[password]",
      "access_token", "accessToken", "X-Amz-Signature", "otp", "cvv", "private_key",
      "Ocp-Apim-Subscription-Key", "X-Vault-Token", "refresh-token", "passphrase", "csrf_token", "SAMLResponse",
    ]
  )
  func secret(_ name: String) {
    #expect(names.verdict(on: name) == .secret)
    #expect(names.contains(name))
  }

  @Test(
    "a sensitive name is doubtful where it is a common word, or about a secret",
    arguments: [
      "key", "auth", "session", "passwordUpdatedAt", "cookiePolicyUrl", "credentialType", "connect.sid", "PHPSESSID",
      "session_id", "app_id", "routing_key", "AutoDetectCookieSupport",
    ])
  func doubtful(_ name: String) {
    #expect(names.verdict(on: name) == .doubtful)
    #expect(names.contains(name))
  }

  @Test(
    "an ordinary name is not sensitive",
    arguments: [
      "id", "title", "amount", "currency", "Accept", "Content-Type", "ETag", "X-Request-Id", "page", "name", "email",
      "author", "monkey", "keyboard", "tokenizer", "max_tokens", "status", "quantity", "sort", "Idempotency-Key",
      "passengers", "compass", "assigned", "design", "signal", "pinned", "",
    ]
  )
  func harmless(_ name: String) {
    #expect(names.verdict(on: name) == .harmless)
  }

  @Test("a sensitive name is doubtful but shown where it is code, which errors and countries have")
  func code() {
    #expect(names.verdict(on: "code") == .doubtful)
    #expect(!names.contains("code"))
    #expect(names.contains("device_code"))
  }

  @Test("a sensitive name can be added and taken out, with stars for what is open")
  func changed() {
    var names = names
    names.insert("x-acme-*")
    names.insert("shibboleth")
    names.remove("*cookie*")
    #expect(names.verdict(on: "X-Acme-Anything") == .secret)
    #expect(names.verdict(on: "Shibboleth") == .secret)
    #expect(names.verdict(on: "X-Acm") == .harmless)
    #expect(names.verdict(on: "cookieConsent") == .harmless)
    #expect(names != .standard)
  }
}
