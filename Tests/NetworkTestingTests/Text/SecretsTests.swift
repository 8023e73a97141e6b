import NetworkFixtures
import Testing

@testable import NetworkTesting

@Suite("What failure texts mask")
struct SecretsTests {
  @Test(
    "is what recordings are redacted by",
    arguments: [
      "Authorization", "x-api-key", "password", "otp", "cvv", "client_secret", "csrf_token", "SAMLResponse", "key",
      "session", "title", "code", "page", "passwordUpdatedAt", "monkey",
    ])
  func names(_ name: String) {
    #expect(Secrets.isSensitive(name) == SensitiveNames.standard.contains(name))
  }

  @Test("is masked in queries, JSON and paths")
  func masked() {
    #expect(Secrets.masked(form: "page=2&otp=482913&cvv=123") == "page=2&otp=•••&cvv=•••")
    #expect(Secrets.masked(json: ["pin": "1234", "title": "Tea"]) == ["pin": "•••", "title": "Tea"])
    #expect(Secrets.isSensitive(path: "$.login.client_secret[0]"))
  }
}
