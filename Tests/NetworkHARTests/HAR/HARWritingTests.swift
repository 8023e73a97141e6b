import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

@Suite("A recording is written")
struct HARWritingTests {
  @Test(
    "a recording is written so that reading gives the same value, and writing that the same bytes",
    arguments: Recordings.names)
  func roundTrip(_ name: String) throws {
    let har = try Fixture(name).har
    let written = har.encoded()
    let again = try HAR(written)
    #expect(again == har)
    #expect(again.encoded() == written)
  }

  @Test("a recording is written with every value of the file it was read from", arguments: Recordings.names)
  func values(_ name: String) throws {
    let fixture = Fixture(name)
    let before = try JSONLeaves(fixture.data)
    let after = try JSONLeaves(HAR(fixture.data).encoded())
    #expect(before.isContained(in: after) == [])
  }

  @Test("valid as HAR 1.2", arguments: Recordings.names)
  func valid(_ name: String) throws {
    #expect(try HARSchema.problems(in: Fixture(name).har.encoded()) == [])
  }

  @Test("a recording is written in a layout whose differences can be read")
  func layout() throws {
    let chrome = try Fixture("recordings/chrome.har").har
    try expectGolden(String(decoding: chrome.encoded(), as: UTF8.self), "Messages/chrome.har")
  }

  @Test("a recording is written with one line more for one header field more")
  func difference() throws {
    var har = try Fixture("recordings/firefox.har").har
    let before = String(decoding: har.encoded(), as: UTF8.self).split(separator: "\n")
    har.log.entries[0].request.headers.insert(HAR.Pair(name: "Accept", value: "*/*"), at: 1)
    let after = String(decoding: har.encoded(), as: UTF8.self).split(separator: "\n")
    #expect(after.difference(from: before).count == 1)
  }

  @Test(
    "a recording is written with numbers that stay as they are",
    arguments: [
      (0.0, "0"), (-1, "-1"), (1.5, "1.5"), (0.1, "0.1"), (1e21, "1e+21"), (-0.0, "0"), (123_456_789, "123456789"),
      (.nan, "-1"), (.infinity, "-1"),
    ]
  )
  func numbers(_ number: Double, _ text: String) throws {
    var entry = try Recordings.entry()
    entry.time = number
    let written = String(decoding: HAR(log: HAR.Log(entries: [entry])).encoded(), as: UTF8.self)
    #expect(written.contains("\"time\": \(text),\n"))
  }

  @Test("a recording is written with unknown values laid out, and never wider than they are deep")
  func unknown() throws {
    let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    let har = try HAR(Data(Recordings.text(entry: #""_deep":\#(deep),"_text":"{[,:]}\"","#).utf8))
    let written = har.encoded()
    #expect(try HAR(written) == har)
    #expect(written.count < 3_000)
  }

  @Test("an empty recording is written as well")
  func empty() throws {
    let written = HAR().encoded()
    #expect(HARSchema.problems(in: written) == [])
    #expect(
      String(decoding: written, as: UTF8.self) == """
        {
          "log": {
            "version": "1.2",
            "creator": { "name": "NetworkTesting", "version": "1" },
            "entries": []
          }
        }

        """)
  }
}
