import NetworkEndpoints
import NetworkHAR
import NetworkRecording
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

@Suite("A resource of a recording")
struct ReplayIdentityTests {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
  private static let seed: UInt64 = 4_711

  private static let number = Effort.count(60, full: 300)

  /// A prefix and so many random characters, as ids and keys of services are.
  private static func ids(_ prefix: String, _ count: Int) -> [String] {
    var random = Dice(seed: seed)
    return (0..<number).map { _ in
      prefix + String((0..<count).map { _ in letters.prefix(62).randomElement(using: &random) ?? "?" })
    }
  }

  @Test(
    "a resource of a recording answers for itself alone, also where a key names it", .quiet,
    arguments: [
      ("", 44, "/v4/spreadsheets/ID/values"), ("cs_test_a1", 58, "/v1/checkout/sessions/ID"),
      ("PL", 32, "/v3/playlistItems?playlistId=ID"), ("1", 32, "/drive/v3/files/ID"),
      ("C", 59, "/v1/items?pageToken=ID"), ("sk_" + "live_", 24, "/v1/keys/ID"),
      ("sk_" + "live_", 24, "/v1/search?q=ID"), ("AK" + "CP", 32, "/items/ID"),
    ])
  func identity(_ prefix: String, _ count: Int, _ path: String) async {
    let ids = Self.ids(prefix, count)
    let request = { (id: String) in URLRequest.get(path.replacingOccurrences(of: "ID", with: id)) }
    let transport = ReplayTransport(Recordings.numbered(ids.dropLast().map(request), redactedBy: .standard))
    await withKnownIssue("It was not recorded.") {
      #expect(await transport.number(request(ids[Self.number - 1])) == Self.number)
    }
    var random = Dice(seed: Self.seed)
    for number in (0..<(Self.number - 1)).shuffled(using: &random) {
      #expect(await transport.number(request(ids[number])) == number + 1, "\(prefix), seed \(Self.seed)")
    }
  }

  @Test("a resource of a recording answers for itself alone in a body, in which a key names it")
  func bodies() async {
    let ids = Self.ids("gl" + "pat-", 20)
    let request = { (id: String) in URLRequest.post("/revoke", json: ["subject": .string(id)]) }
    let har = Recordings.numbered(ids.map(request), redactedBy: .standard)
    #expect(!String(decoding: har.encoded(), as: UTF8.self).contains("pat-"))
    let transport = ReplayTransport(har)
    for number in [Self.number - 1, 0, 30] { #expect(await transport.number(request(ids[number])) == number + 1) }
  }

  @Test(
    "a resource of a recording answers with whatever credentials it is asked for",
    arguments: ["?key=ID", "?api_key=ID&page=2", "?access_token=ID", "?code=ID"])
  func credentials(_ query: String) async {
    let keys = Self.ids("AI" + "za", 35)
    let request = { (key: String) in
      URLRequest.get("/v1/places" + query.replacingOccurrences(of: "ID", with: key), headers: ["X-Api-Key": key])
    }
    let parts: Set<RequestPart> = [.method, .url, .header("X-Api-Key")]
    let transport = ReplayTransport(Recordings.numbered(request(keys[0]), redactedBy: .standard), matching: parts)
    #expect(await transport.number(request(keys[1])) == 1)
  }

  @Test("a resource of a recording answers a bot with another token")
  func bot() async {
    let request = { (token: String) in URLRequest.get("/bot\(token)/getMe") }
    let har = Recordings.numbered(request("123456789:AA" + String(repeating: "x", count: 33)), redactedBy: .standard)
    #expect(har.log.entries[0].request.url.hasSuffix("/botREDACTED-bot-token-1/getMe"))
    let transport = ReplayTransport(har)
    #expect(await transport.number(request("987654321:AB" + String(repeating: "y", count: 33))) == 1)
  }

  @Test("a resource of a recording answers what the app was handed in the recording's place for a key")
  func placeholder() async {
    let key = Self.ids("sk_" + "live_", 24)[0]
    let har = Recordings.numbered(.get("/v1/keys/\(key)"), redactedBy: .standard)
    let recorded = har.log.entries[0].request.url
    #expect(recorded.contains(/\/REDACTED-api-key-1~[0-9a-f]{8}$/))
    #expect(await ReplayTransport(har).number(.make(.get, recorded)) == 1)
    #expect(Redaction.standard.redacted(har) == har)
  }

  @Test("a resource of a recording answers from a recording that was made before keys had digests, in its order")
  func oldRecording() async {
    let har = Recordings.numbered(.get("/v4/files/REDACTED-key-1/values"), .get("/v1/keys/REDACTED-api-key-1?page=1"))
    let transport = ReplayTransport(har)
    #expect(await transport.number(.get("/v4/files/\(Self.ids("1", 43)[0])/values")) == 1)
    #expect(await transport.number(.get("/v1/keys/\(Self.ids("sk_" + "live_", 24)[0])?page=1")) == 2)
  }

  @Test("a resource of a recording has no digest of what can be guessed, nor of a credential")
  func digests() {
    let texts = [
      #"{"password":"hunter2hunter2"}"#, #"{"otp":"482913"}"#,
      "https://a.example.com/?key=AI" + "za" + String(repeating: "b", count: 35),
      #"{"api_key":"sk_"# + #"live_abcdefghijklmnopqrstuvwx"}"#, "Authorization: Bearer gh" + "p_abcdefghijklmnop",
    ]
    for text in texts {
      let redacted = Redaction.standard.redacted(text)
      #expect(redacted.contains("REDACTED-"))
      #expect(!redacted.contains("~"), "\(redacted)")
    }
  }
}
