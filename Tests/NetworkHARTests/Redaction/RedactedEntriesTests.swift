import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Entries that are redacted as they come")
struct RedactedEntriesTests {
  /// Exchanges of which a later one says what is secret in earlier ones, also in a number and in base64.
  private static func entries() throws -> [HAR.Entry] {
    let token = "tok3nOfAda1815Byron"
    let encoded = Data("me:\(token)".utf8).base64EncodedString()
    let exchanges: [(String, String)] = [
      ("/items?page=1", #"{"items": []}"#), ("/by/\(token)", #"{"seen": "\#(token)"}"#), ("/items?page=2", "[]"),
      ("/login", #"{"access_token": "\#(token)", "pin": 481516}"#), ("/raw?of=\(encoded)", "plain \(token) text"),
      ("/pin/481516", #"{"pin": 481516, "other_pin": 2342108}"#), ("/items?page=3", "[]"), ("/empty", ""),
    ]
    return try exchanges.enumerated().map { number, exchange in
      var request = URLRequest(url: try #require(URL(string: "https://api.example.com\(exchange.0)")))
      request.httpMethod = exchange.0 == "/login" ? "POST" : "GET"
      request.setValue("session=abcdef\(number % 3)XYZ0815q", forHTTPHeaderField: "Cookie")
      let response = HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"], body: Data(exchange.1.utf8))
      return HAR.Entry(
        RecordedExchange(request: request, response: response, started: Date(timeIntervalSince1970: Double(number))))
    }
  }

  private static func redacted(_ entries: [HAR.Entry]) -> HAR {
    Redaction.standard.redacted(HAR(log: HAR.Log(entries: entries)))
  }

  @Test(
    "entries that are redacted as they come are in the end what redaction makes of all at once",
    arguments: [1, 2, 3, 100])
  func sameAsAtOnce(interval: Int) throws {
    let all = try Self.entries()
    var growing = RedactedEntries(.standard)
    for (number, entry) in all.enumerated() {
      growing.add(entry)
      guard (number + 1) % interval == 0 else { continue }
      while try growing.redactNext() {}
      #expect(growing.recording == Self.redacted(Array(all[...number])).encoded(), "\(number)")
    }
    while try growing.redactNext() {}
    let expected = Self.redacted(all)
    #expect(growing.recording == expected.encoded())
    #expect(growing.report.text == RedactionReport(of: expected, .standard).text)
    #expect(!String(decoding: growing.recording, as: UTF8.self).contains("tok3nOfAda"))
  }

  @Test("need no second look while nothing new is learned, and all of them when a secret comes up")
  func again() throws {
    let all = try Self.entries()
    var growing = RedactedEntries(.standard)
    growing.add(all[0])
    while try growing.redactNext() {}
    for _ in 0..<50 { growing.add(all[0]) }
    #expect(growing.openCount == 0)
    growing.add(all[3])
    #expect(growing.openCount == 52)
    #expect(growing.recording == HAR().encoded())
    #expect(try growing.redactNext())
    #expect(growing.openCount == 51)
    #expect(try HAR(growing.recording).log.entries.count == 1)
  }

  @Test("entries of nobody are an empty recording")
  func none() throws {
    var growing = RedactedEntries(.standard)
    #expect(try !growing.redactNext())
    #expect(growing.recording == HAR().encoded())
  }
}
