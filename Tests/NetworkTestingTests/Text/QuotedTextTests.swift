import Testing

@testable import NetworkTesting

@Suite("A quoted text in a failure")
struct QuotedTextTests {
  @Test(
    "shows what does not print as Swift writes it",
    arguments: [
      ("\u{202E}gpj.exe", #""\u{202e}gpj.exe""#), ("a\u{2028}b\u{2029}", #""a\u{2028}b\u{2029}""#),
      ("\u{1B}[2J\u{7F}", #""\u{1b}[2J\u{7f}""#), ("\u{85}\u{200B}", #""\u{85}\u{200b}""#), ("naïve 🧮", #""naïve 🧮""#),
    ])
  func escapes(_ text: String, _ shown: String) {
    #expect(text.quoted() == shown)
    #expect(text.quoted(limit: nil) == shown)
  }
}
