import Foundation
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

@Suite("Every recording and message among the repository's fixtures")
struct RoundTripTests {
  private static let names = ((try? FixtureFolder.nearest().fileNames()) ?? [])
    .filter { $0.hasSuffix(".har") || $0.hasSuffix(".http") }

  @Test("every recording and message among the repository's fixtures are some of each")
  func there() {
    #expect(Self.names.count { $0.hasSuffix(".har") } >= 7)
    #expect(Self.names.count { $0.hasSuffix(".http") } >= 8)
  }

  @Test(
    "every recording and message among the repository's fixtures is read, written and read as the same, and written as the same bytes",
    arguments: names)
  func roundTrip(_ name: String) throws {
    let data = try Fixture(name).data
    if name.hasSuffix(".har") {
      let har = try HAR(data, file: name)
      #expect(try HAR(har.encoded()) == har)
      #expect(try HAR(har.encoded()).encoded() == har.encoded())
      #expect(HARSchema.problems(in: har.encoded()) == [])
    } else {
      let message = try HTTPMessage(data, file: name)
      #expect(try HTTPMessage(message.encoded()) == message)
      #expect(try HTTPMessage(message.encoded()).encoded() == message.encoded())
    }
  }

  @Test(
    "every recording and message among the repository's fixtures is redacted to something that is read, and redacting it again changes nothing",
    arguments: names)
  func redacted(_ name: String) throws {
    let data = try Fixture(name).data
    if name.hasSuffix(".har") {
      let once = Redaction.standard.redacted(try HAR(data))
      #expect(try HAR(once.encoded()) == once)
      #expect(Redaction.standard.redacted(once) == once)
    } else {
      let once = Redaction.standard.redacted(try HTTPMessage(data))
      #expect(try HTTPMessage(once.encoded()) == once)
      #expect(Redaction.standard.redacted(once) == once)
    }
  }
}
