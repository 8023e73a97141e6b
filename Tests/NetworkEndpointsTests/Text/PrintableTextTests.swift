import NetworkEndpoints
import Testing

@Suite("A foreign text")
struct PrintableTextTests {
  @Test(
    "a foreign text is shown from the place of an error on, if something is there",
    arguments: [(1, "The text there: bc"), (3, "There is nothing there.")])
  func place(offset: Int, found: String) {
    #expect(TextPlace(at: offset, in: "abc".utf8).found == found)
  }

  @Test(
    "a foreign text shows what does not print as Swift writes it",
    arguments: [
      ("\u{202E}gpj.exe", #"\u{202E}gpj.exe"#), ("a\u{2028}b\u{2029}", #"a\u{2028}b\u{2029}"#),
      ("\u{1B}[2J\u{7F}", #"\u{1B}[2J\u{7F}"#), ("\u{85}\u{200B}\u{FEFF}", #"\u{85}\u{200B}\u{FEFF}"#),
      ("a\r\nb\tc", #"a\r\nb\tc"#), ("naïve 🧮 ✓", "naïve 🧮 ✓"), ("", ""),
    ])
  func escapes(_ text: String, _ shown: String) {
    #expect(text.printable == shown)
    #expect(text.shortened() == shown)
    #expect(text.quoted == "\"\(shown)\"")
    #expect(text.swiftLiteral == "\"\(shown)\"")
  }

  @Test("a foreign text has its quotation marks escaped between quotation marks only")
  func marks() {
    #expect(#"a"b\"#.printable == #"a"b\"#)
    #expect(#"a"b\"#.quoted == #""a\"b\\""#)
  }

  @Test("a foreign text keeps its lines where they are wanted, however they end")
  func lines() {
    #expect("a\r\nb\n\tc\rd\u{1B}".printableLines == "a\nb\n\tc\\rd\\u{1B}")
  }

  @Test("a foreign text is cut where it is long, and says how long it was")
  func long() {
    let text = String(repeating: "é", count: 121)
    #expect(text.quoted == "\"" + text.prefix(80) + "…\" (121 characters)")
    #expect(text.shortened() == text.prefix(120) + "… (121 characters)")
    #expect(text.swiftLiteral == "\"\(text)\"")
    #expect(String(text.prefix(120)).shortened() == text.prefix(120))
    #expect(text.cut(toBytes: 3) == "é\n… (cut)")
  }

  @Test(
    "a foreign text is cut between two characters, however many bytes these have",
    arguments: [("abe\u{301}f", 3, "ab"), ("ab👨‍👩‍👧c", 6, "ab"), ("👨‍👩‍👧", 4, ""), ("abc", 2, "ab"), ("abc", 3, nil)])
  func cut(text: String, bytes: Int, start: String?) {
    #expect(text.cut(toBytes: bytes) == start.map { "\($0)\n… (cut)" } ?? text)
  }

  @Test("a foreign text of one character with many marks is long too")
  func oneCharacter() {
    #expect(("a" + String(repeating: "\u{301}", count: 1_000)).shortened().unicodeScalars.count < 150)
  }
}
