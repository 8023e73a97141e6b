import NetworkEndpoints
import Testing

@Suite("Words for numbers, lists and bytes")
struct WordsTests {
  @Test("a number has its noun", arguments: [(0, "0 bytes"), (1, "1 byte"), (2, "2 bytes")])
  func counted(_ count: Int, _ words: String) {
    #expect(count.counted("byte") == words)
  }

  @Test(
    "a list is part of a sentence",
    arguments: [([], "none"), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")])
  func list(_ texts: [String], _ words: String) {
    #expect(texts.inWords == words)
  }

  @Test("a duration comes back from a file to the microsecond")
  func milliseconds() {
    #expect(Duration.microseconds(12_345).inMilliseconds == 12.345)
    #expect(Duration(inMilliseconds: 12.3456) == .microseconds(12_346))
    #expect(Duration(inMilliseconds: .nan) == .zero && Duration(inMilliseconds: -1) == .zero)
  }

  @Test("a fingerprint is that of the standard")
  func fingerprint() {
    #expect(Fingerprint(of: "foobar".utf8).digits == "85944171f73967e8")
  }

  @Test(
    "bytes that are not UTF-8 are found",
    arguments: [
      ([0x61, 0xC3, 0xA9], nil), ([0x61, 0xC3], 1), ([0xED, 0xA0, 0x80], 0), ([0x61, 0xF0, 0x9F, 0x98, 0x80], nil),
      ([0xC0, 0x80], 0), ([0x80], 0), ([0x61, 0xBF], 1), ([], nil),
    ] as [([UInt8], Int?)])
  func utf8(_ bytes: [UInt8], _ offset: Int?) {
    #expect(bytes.firstOffsetThatIsNotUTF8 == offset)
  }
}
