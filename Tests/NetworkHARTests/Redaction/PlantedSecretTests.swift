import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkRecording
import NetworkStubs
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A planted secret")
struct PlantedSecretTests {
  private static let redaction = Redaction.standard

  @Test("a planted secret is one of at least forty kinds")
  func kinds() {
    #expect(Set(PlantedSecret.all.map(\.kind)).count >= 40)
    #expect(Set(PlantedSecret.all.map(\.value)).count == PlantedSecret.all.count)
  }

  @Test(
    "a planted secret is nowhere in a redacted recording, raw or decoded, which is valid and stays as it is",
    arguments: Effort.every(12, of: PlantedSecret.all))
  func recording(_ secret: PlantedSecret) throws {
    let redacted = Self.redaction.redacted(secret.recording())
    let file = redacted.encoded()
    var search = SecretSearch(secret.value)
    search.look(into: Array(file))
    #expect(search.found == [])
    #expect(HARSchema.problems(in: file) == [])
    let again = try HAR(file)
    #expect(again == redacted)
    let lines = { (har: HAR) in String(decoding: har.encoded(), as: UTF8.self).split(separator: "\n") }
    #expect(lines(Self.redaction.redacted(again)).difference(from: lines(redacted)).isEmpty)
    for entry in again.log.entries { _ = try entry.exchange() }
  }

  @Test(
    "a planted secret is nowhere in redacted exchanges, also where it is known last",
    arguments: Effort.every(12, of: PlantedSecret.all, from: 4))
  func exchanges(_ secret: PlantedSecret) throws {
    let exchanges = Self.redaction.redacted(secret.copies() + [secret.homeExchange()])
    var search = SecretSearch(secret.value)
    search.look(into: Array(HAR(exchanges).encoded()))
    #expect(search.found == [])
  }

  @Test("a planted secret is found by the search in every form where nothing was redacted")
  func search() throws {
    let secret = try #require(PlantedSecret.all.first)
    for form in secret.allForms {
      var search = SecretSearch(secret.value)
      search.look(into: Array("{\"note\":\(JSONValue.string(form.text))}".utf8))
      #expect(!search.found.isEmpty, "\(form.name)")
    }
    for exchange in secret.copies() {
      var search = SecretSearch(secret.value)
      search.look(into: Array(exchange.response.body))
      #expect(!search.found.isEmpty)
    }
  }

  @Test(
    "a planted secret does not keep the request from being found in the recording",
    arguments: Effort.every(12, of: PlantedSecret.all, from: 8))
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
