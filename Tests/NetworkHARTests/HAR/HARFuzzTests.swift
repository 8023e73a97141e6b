import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

@Suite("A recording damaged at random")
struct HARFuzzTests {
  private static let words = [
    "{", "}", "[", "]", "\"", "\\", ",", ":", "null", "true", "-1", "1e999", "-0", "0x1", "\"\"", "{}", "[]",
    "\u{FEFF}",
    "\\ud83d", "\\u0000", "99999999999999999999", "\"log\":", "\"entries\":[", "\"_x\":{\"a\":[1,{}]}",
    "\"encoding\":\"base64\"",
    String(repeating: "[", count: 600), String(repeating: "{\"a\":", count: 600),
    "\"startedDateTime\":\"0000-00-00T00:00:00Z\"",
    "\"status\":", "\"text\":\"%%%\"", "\"url\":\"::\"", "é", "😀", "REDACTED-a-1", "Bearer abc123456",
  ]

  private static func files() throws -> [Data] {
    // One file as tools lay it out, and all as this package does, which are shorter to read.
    try Recordings.names.map { name in try Fixture(name).har.encoded() } + [Fixture("recordings/firefox.har").data]
  }

  @Test(
    "a recording damaged at random is read or refused with a place, and what is read can be written, used and redacted",
    .timeLimit(.minutes(30)), arguments: [UInt64(1), 2, 3, 4])
  func fuzz(_ seed: UInt64) throws {
    var mutations = Mutations(of: try Self.files(), words: Self.words, seed: seed)
    var (read, refused) = (0, 0)
    for round in 0..<(Effort.fuzz(400) / 4) {
      let data = mutations.next()
      do {
        let har = try HAR(data)
        read += 1
        let written = har.encoded()
        #expect(try HAR(written) == har)
        for entry in har.log.entries { _ = try? entry.exchange() }
        guard round % 16 == 0 else { continue }
        #expect(try HAR(written).encoded() == written)
        _ = try HAR(Redaction.standard.redacted(har).encoded())
      } catch let error as HARError {
        refused += 1
        #expect(error.line >= 1 && error.column >= 1 && !error.description.isEmpty)
      }
    }
    // Neither way is left out.
    #expect(read > 0 && refused > 0)
  }
}
