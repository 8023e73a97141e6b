import Foundation
import Testing

@testable import NetworkFixtures

@Suite("A text of somebody else's in an error")
struct QuotingTests {
  @Test(
    "is on one line, and shows what does not print",
    arguments: [
      ("a\"b\\\n", #""a\"b\\\n""#), ("\u{202E}gpj.exe", #""\u{202E}gpj.exe""#), ("a\u{2028}b", #""a\u{2028}b""#),
      ("\u{1B}[2J", #""\u{1B}[2J""#), ("\u{200B}\u{FEFF}", #""\u{200B}\u{FEFF}""#), ("naïve 🧮 ✓", #""naïve 🧮 ✓""#),
    ])
  func quoted(_ text: String, _ shown: String) {
    #expect(text.quoted == shown)
  }

  @Test("is cut where it is long")
  func long() {
    #expect(String(repeating: "a", count: 121).quoted == "\"" + String(repeating: "a", count: 119) + "…\"")
  }

  @Test("is as harmless where it is an excerpt of a file")
  func excerpt() throws {
    let error = try #require(
      #expect(throws: HARError.self) { try HAR(Data("{ \"\u{202E}\u{1B}]0;x\u{2029}\": 1 }".utf8)) })
    #expect(!"\(error)".unicodeScalars.contains { "\u{202E}\u{1B}\u{2029}".unicodeScalars.contains($0) })
  }
}
