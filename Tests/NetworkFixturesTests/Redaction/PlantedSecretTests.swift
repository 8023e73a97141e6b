import Foundation
import NetworkEndpoints
import NetworkFixtures
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A planted secret")
struct PlantedSecretTests {
  private static let redaction = Redaction.standard

  @Test("is one of at least forty kinds")
  func kinds() {
    #expect(Set(PlantedSecret.all.map(\.kind)).count >= 40)
    #expect(Set(PlantedSecret.all.map(\.value)).count == PlantedSecret.all.count)
  }

  @Test("is nowhere in a redacted recording, raw or decoded", arguments: PlantedSecret.chosen)
  func absent(_ secret: PlantedSecret) throws {
    let recording = secret.recording()
    let redacted = Self.redaction.redacted(recording)
    var search = SecretSearch(secret.value)
    search.look(into: Array(redacted.encoded()))
    #expect(search.found == [], "\(secret.kind)")
    // The search finds what it is made to find.
    var before = SecretSearch(secret.value)
    before.look(into: Array(recording.encoded()))
    #expect(!before.found.isEmpty)
  }

  @Test("is nowhere in redacted exchanges, whichever comes first", arguments: PlantedSecret.chosen)
  func exchanges(_ secret: PlantedSecret) throws {
    let copies = secret.copies()
    for exchanges in [[secret.homeExchange()] + copies, copies + [secret.homeExchange()]] {
      let file = HAR(Self.redaction.redacted(exchanges)).encoded()
      var search = SecretSearch(secret.value)
      search.look(into: Array(file))
      #expect(search.found == [], "\(secret.kind)")
    }
  }

  @Test("leaves a recording that is valid, reads back and changes no more", arguments: PlantedSecret.chosen)
  func stable(_ secret: PlantedSecret) throws {
    let redacted = Self.redaction.redacted(secret.recording())
    let file = redacted.encoded()
    #expect(HARSchema.problems(in: file) == [])
    let again = try HAR(file)
    #expect(again == redacted)
    let lines = { (har: HAR) in String(decoding: har.encoded(), as: UTF8.self).split(separator: "\n") }
    #expect(lines(Self.redaction.redacted(again)).difference(from: lines(redacted)).isEmpty)
    for entry in again.log.entries { _ = try entry.exchange() }
  }

  @Test("does not keep the request from being found in the recording", arguments: PlantedSecret.chosen)
  func matching(_ secret: PlantedSecret) throws {
    let live = secret.homeExchange()
    let entry = Self.redaction.redacted(HAR([live])).log.entries[0]
    let recorded = try entry.exchange().request
    let form = { (request: URLRequest) in HTTPMessage.request(Self.redaction.normalized(request)) }
    #expect(HTTPMessage.request(recorded) != HTTPMessage.request(live.request))
    #expect(form(live.request) == form(recorded))
    #expect(form(recorded) == form(Self.redaction.normalized(recorded)))
  }
}

extension PlantedSecret {
  /// A few kinds in an ordinary run, all of them with `NETWORK_TESTING_FULL=1`: each is planted in every place and encoding.
  fileprivate static var chosen: [PlantedSecret] {
    guard ProcessInfo.processInfo.environment["NETWORK_TESTING_FULL"] == nil else { return all }
    return all.enumerated().filter { $0.offset.isMultiple(of: 14) }.map(\.element)
  }
}
