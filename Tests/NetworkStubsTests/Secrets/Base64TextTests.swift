import Foundation
import NetworkStubs
import TestSupport
import Testing

@Suite("Text in base64 and hexadecimal")
struct Base64TextTests {
  private func decode(_ text: String) -> [UInt8]? { Base64Text.decode(Array(text.utf8)[...]) }

  @Test(
    "text in base64 and hexadecimal is decoded in both alphabets without its padding, at every length",
    arguments: 0..<50)
  func decodes(_ count: Int) {
    var generator = Dice(seed: UInt64(count))
    let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    for isURLSafe in [false, true] {
      let text = String(decoding: Base64Text.encode(bytes, isURLSafe: isURLSafe, hasPadding: false), as: UTF8.self)
      #expect(decode(text) == bytes)
      // A single last character holds no byte.
      if count.isMultiple(of: 3) { #expect(decode(text + "A") == bytes) }
    }
  }

  @Test("text in base64 and hexadecimal is decoded where the last character has bits that mean nothing")
  func idleBits() {
    #expect(decode("QR") == [0x41])
    #expect(decode("QUJ") == [0x41, 0x42])
    #expect(decode("+-_/") == decode("++//"))
  }

  @Test("text in hexadecimal is nothing else", arguments: ["Q!QQ", "QQ QQ", "QQ\nQQ", "Qé"])
  func refused(_ text: String) { #expect(decode(text) == nil) }

  @Test(
    "text in base64 is told from bytes by its beginning",
    arguments: [
      ("{\"token\":1", true), ("line\nline\ttext", true), ("für alle Fälle", true), ("日本語のテキスト", true),
      ("a\u{0}bcdefgh", false),
      ("\u{1B}[31mred", false), ("four", false),
    ])
  func isText(_ text: String, _ isText: Bool) {
    let base64 = Base64Text.encode(Array(text.utf8), isURLSafe: false, hasPadding: false)
    #expect(Base64Text.holdsText(base64[...]) == isText)
    let hex = HexText.encode(Array(text.utf8))
    #expect(HexText.decode(hex[...]) == (isText || text == "four" ? Array(text.utf8) : nil))
  }
}
