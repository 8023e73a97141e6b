import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@Suite("Personal data")
struct PersonalDataTests {
  @Test(
    "personal data is taken out on request, and stays otherwise",
    arguments: [
      ("Write to ada.l+tea@mail.example.com, please.", "Write to REDACTED-email-1, please."),
      (#"{"name":"Ada","mail":"ada@example.com"}"#, #"{"name":"Ada","mail":"REDACTED-email-1"}"#),
      ("https://a.test/users?email=ada%40example.com&page=2", "https://a.test/users?email=REDACTED-email-1&page=2"),
      ("mailto:ada@example.com", "mailto:REDACTED-email-1"),
      (
        #"{"phone":"0151 2345678","tel":"+44 20 7946 0958"}"#,
        #"{"phone":"REDACTED-phone-1","tel":"REDACTED-telephone-1"}"#
      ),
      ("Paid with 4111 1111 1111 1111.", "Paid with REDACTED-card-number-1."),
      (#"{"card":"371449635398431"}"#, #"{"card":"REDACTED-card-number-1"}"#),
      ("Call (555) 123-4567 or 555-123-4567.", "Call REDACTED-telephone-1 or REDACTED-telephone-2."),
    ])
  func onRequest(_ text: String, _ redacted: String) {
    #expect(Redaction.standard.redacted(text) == text)
    #expect(Redaction.standard.hiding(.personalData).redacted(text) == redacted)
    #expect(Redaction.standard.hiding(.personalData).redacted(redacted) == redacted)
  }

  @Test(
    "personal data is not what only looks like it",
    arguments: [
      "https://ada@git.example.com/tea.git", "assets/tea@2x.png", "react@18.2.0", "2025-06-11T17:42:08+02:00",
      "7b0c3d2e-5f7a-4a55-9d0e-6a2f0d1c9b8a", "192.168.100.2000", #"{"phone_verified":true,"email_count":12}"#,
      "1749663728", "https://api.example.com/orders/4111111111111111/items", "order-4111111111111111", "+1", "@ada",
    ])
  func others(_ text: String) {
    #expect(Redaction.standard.hiding(.personalData).redacted(text) == text)
  }
}
