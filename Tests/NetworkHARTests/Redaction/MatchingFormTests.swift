import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The form in which requests are compared")
struct MatchingFormTests {
  private static func form(_ text: String, _ redaction: Redaction = .standard) throws -> HTTPMessage {
    let request = try HTTPMessage(Data(text.utf8)).urlRequest()
    return HTTPMessage.request(redaction.normalized(request))
  }

  @Test(
    "the form in which requests are compared is the same whatever the secrets are, and redacted or not",
    arguments: [
      "GET /items?api_key=SECRET&page=2 HTTP/1.1\nHost: a.example.com\nAuthorization: Bearer SECRET\n\n",
      "GET /items/SECRET HTTP/1.1\nHost: a.example.com\nX-Api-Key: SECRET\nCookie: a=SECRET; b=1\n\n",
      "POST /login HTTP/1.1\nHost: a.example.com\nContent-Type: application/json\n\n{\"password\":\"SECRET\",\"a\":\"SECRET\"}",
      "POST /login HTTP/1.1\nHost: a.example.com\nContent-Type: application/x-www-form-urlencoded\n\npassword=SECRET&x=y",
      "POST /login HTTP/1.1\nHost: a.example.com\nContent-Type: application/json\nContent-Length: 51\n\n"
        + "{\"password\":\"hunter2-hunter2\",\"otp\":482913,\"a\":\"1\"}",
    ]
  )
  func secrets(_ text: String) throws {
    let forms = try ["hunter2-hunter2", "an0ther-l0nger-secret", "REDACTED-password-7"].map { secret in
      try Self.form(text.replacingOccurrences(of: "SECRET", with: secret))
    }
    #expect(Set(forms).count == 1)
    let message = try HTTPMessage(Data(text.replacingOccurrences(of: "SECRET", with: "hunter2-hunter2").utf8))
    let recorded = Redaction.standard.redacted(message)
    #expect(try Self.form(recorded.description) == forms[0])
  }

  @Test("the form in which requests are compared differs where anything but a secret does")
  func different() throws {
    let forms = try ["/items?page=1", "/items?page=2", "/item?page=1", "/items?page=1&api_key=a"].map {
      try Self.form("GET \($0) HTTP/1.1\nHost: a.example.com\nAuthorization: Bearer abc\n\n")
    }
    #expect(Set(forms).count == 4)
  }

  @Test("the form in which requests are compared has the rules of one's own")
  func rules() throws {
    let redaction = Redaction.standard.hiding(.pattern("acct_[0-9]+"))
    let forms = try ["acct_1", "acct_22", "REDACTED-pattern-1"].map {
      try Self.form("GET /accounts/\($0) HTTP/1.1\nHost: a.example.com\n\n", redaction)
    }
    #expect(Set(forms).count == 1)
  }

  @Test(
    "the form in which requests are compared can be told from texts of which only the recording knows the secrets",
    arguments: [
      ("/accounts/4711/items", "/accounts/REDACTED-pin-1/items", true),
      ("/accounts//items", "/accounts/REDACTED-pin-1/items", false),
      ("/accounts/4711/item", "/accounts/REDACTED-pin-1/items", false), ("a=1&b=22", "a=REDACTED&b=REDACTED-b-2", true),
      ("a=1&c=22", "a=REDACTED&b=REDACTED-b-2", false), ("same", "same", true), ("same", "other", false),
      ("", "", true),
      ("xREDACTED-a-1y", "xREDACTED-a-1y", true),
    ]
  )
  func agreement(_ live: String, _ recorded: String, _ agrees: Bool) {
    #expect(Redaction.standard.agrees(live, with: recorded) == agrees)
  }
}
