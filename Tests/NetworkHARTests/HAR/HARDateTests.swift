import Foundation
import NetworkStubs
import TestSupport
import Testing

@Suite("A date of a recording")
struct HARDateTests {
  @Test(
    "a date of a recording is read with any precision and offset",
    arguments: [
      ("2025-06-11T17:42:08.412Z", "2025-06-11T17:42:08.412Z"),
      ("2025-06-11T17:42:08Z", "2025-06-11T17:42:08.000Z"),
      ("2025-06-11T17:42Z", "2025-06-11T17:42:00.000Z"),
      ("2025-06-11T17:42:08.4127334+02:00", "2025-06-11T15:42:08.413Z"),
      ("2025-06-11T17:42:08,5-0330", "2025-06-11T21:12:08.500Z"),
      ("2025-06-11t17:42:08.000000001z", "2025-06-11T17:42:08.000Z"),
      ("2025-06-11 17:42:08", "2025-06-11T17:42:08.000Z"),
      ("2025-06-11", "2025-06-11T00:00:00.000Z"),
      ("2024-02-29T23:59:60+00", "2024-03-01T00:00:00.000Z"),
      ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
      ("1600-02-29T12:00:00Z", "1600-02-29T12:00:00.000Z"),
      ("2100-03-01T00:00:00Z", "2100-03-01T00:00:00.000Z"),
      ("0000-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
    ]
  )
  func read(_ text: String, _ written: String) throws {
    #expect(HARDate.format(try #require(HARDate.parse(text))) == written)
  }

  @Test(
    "a date of a recording is none",
    arguments: [
      "", "now", "2025", "2025-6-1", "2025-13-01", "2025-06-00", "2025-06-11T", "2025-06-11T25:00Z",
      "2025-06-11T10:61Z",
      "2025-06-11T10:00:00.Z", "2025-06-11T10:00:00+", "2025-06-11T10:00:00ZZ", "2025-06-11T10:00:00+99:00",
      "２025-06-11",
    ]
  )
  func none(_ text: String) {
    #expect(HARDate.parse(text) == nil)
  }

  @Test("a date of a recording agrees with Foundation's calendar on days of 2,800 years")
  func calendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for (number, day) in Effort.every(5, of: stride(from: -140_000, to: 880_000, by: 37)).enumerated() {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      #expect(HARDate.parse(HARDate.format(date)) == date)
      guard number.isMultiple(of: 16) else { continue }
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      let text = try String(format: "%04d-%02d-%02d", #require(parts.year), #require(parts.month), #require(parts.day))
      #expect(HARDate.format(date).hasPrefix(text))
    }
  }

  @Test(
    "a date of a recording is written whatever it is", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func extreme(_ seconds: Double) {
    #expect(HARDate.parse(HARDate.format(Date(timeIntervalSince1970: seconds))) != nil)
  }
}
