import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

/// Exchanges of one method, URL and body, and the fields that say which of them a request gets.
@Suite("What HTTP says selects a response, selects the exchange")
struct ReplaySelectionTests {
  private static let url = "https://api.example.com/clip.mp4"

  private struct Exchange {
    var method = "GET"
    var query = ""
    var sent: [String: String] = [:]
    var status = 200
    var headers: HTTPHeaders = [:]
    var body = ""
  }

  private func index(
    _ exchanges: [Exchange], _ parts: Set<RequestPart> = .standard, isRedacted: Bool = false
  ) throws -> RecordingIndex {
    let har = HAR(
      try exchanges.map { exchange in
        RecordedExchange(
          request: try request(exchange.sent, exchange.method, exchange.query),
          response: HTTPResponse(status: exchange.status, headers: exchange.headers, body: Data(exchange.body.utf8)),
          started: Date(timeIntervalSince1970: 0))
      })
    let recording = isRedacted ? Redaction.standard.redacted(har) : har
    return RecordingIndex(recording.log.entries, matching: parts, redaction: .standard) { try HAR.refuseFile($0) }
  }

  private func request(
    _ headers: [String: String], _ method: String = "GET", _ query: String = ""
  ) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: Self.url + query)))
    request.httpMethod = method
    request.allHTTPHeaderFields = headers
    return request
  }

  /// What a request gets: the status and the body; nil for nothing.
  private func answer(
    _ index: inout RecordingIndex, _ headers: [String: String], _ method: String = "GET", query: String = ""
  ) throws -> String? {
    let request = try request(headers, method, query)
    guard case .unused(let number) = index.take(request, number: 1) else { return nil }
    let response = try index.source(of: number, for: request).response
    return "\(response.status) \(response.content.text ?? "")"
  }

  private static let parts = [
    Exchange(
      sent: ["Range": "bytes=0-99"], status: 206, headers: ["Content-Range": "bytes 0-99/200"], body: "first"),
    Exchange(
      sent: ["Range": "bytes=100-199"], status: 206, headers: ["Content-Range": "bytes 100-199/200"], body: "second"),
  ]

  @Test("a part answers only a request for that part, and the failure names it")
  func ranges() throws {
    var index = try index(Self.parts)
    #expect(try answer(&index, ["Range": "bytes=100-199"]) == "206 second")
    #expect(try answer(&index, ["Range": "bytes=50-60"]) == nil)
    #expect(try answer(&index, [:]) == nil)
    #expect(try answer(&index, ["Range": "bytes=0-99", "If-Range": "\"v2\""]) == nil)
    let request = try request(["Range": "bytes=50-60"])
    let report = UnrecordedReport(
      ReceivedRequest(request), index.take(request, number: 1), index: index, log: [], in: "a.har")
    #expect(report.text.contains(#"the 206 was recorded for "bytes=0-99", got "bytes=50-60""#), "\(report.text)")
    #expect(try answer(&index, ["Range": "bytes=0-99"]) == "206 first")
    #expect(try answer(&index, ["Range": "bytes=0-99"]) == nil)
  }

  @Test("a part whose request lost its field is known by the response")
  func lostRange() throws {
    let lost = Self.parts.map { exchange in
      var copy = exchange
      copy.sent = [:]
      return copy
    }
    var index = try index(lost)
    #expect(try answer(&index, [:]) == nil)
    #expect(try answer(&index, ["Range": "bytes=50-"]) == nil)
    #expect(try answer(&index, ["Range": "bytes=100-"]) == "206 second")
    #expect(try answer(&index, ["Range": "bytes=0-99"]) == "206 first")
  }

  private static let warmCache = [
    Exchange(headers: ["ETag": "\"v1\""], body: "{\"v\":1}"),
    Exchange(sent: ["If-None-Match": "\"v1\""], status: 304, headers: ["ETag": "\"v1\""]),
  ]

  @Test("a 304 answers only its condition; without one, it stands for the copy that it says is valid")
  func notModified() throws {
    var plain = try index(Self.warmCache)
    for _ in 0..<2 { #expect(try answer(&plain, [:]) == "200 {\"v\":1}") }
    #expect(try answer(&plain, [:]) == nil)

    var conditional = try index(Self.warmCache)
    #expect(try answer(&conditional, ["If-None-Match": "W/\"v0\", W/\"v1\""]) == "304 ")
    #expect(try answer(&conditional, ["If-None-Match": "\"v0\""]) == "200 {\"v\":1}")
    #expect(try answer(&conditional, ["If-None-Match": "\"v1\""]) == nil)

    var alone = try index([Self.warmCache[1]])
    #expect(try answer(&alone, [:]) == nil)
  }

  @Test("a 304 whose copy was sent with another token stands for it, as tokens differ each time")
  func otherToken() throws {
    let tokens = ["aaaa1bbbb2cccc3dddd4eeee5", "ffff1gggg2hhhh3iiii4jjjj5", "kkkk1llll2mmmm3nnnn4oooo5"].map {
      "Bearer \($0)"
    }
    var index = try index([
      Exchange(sent: ["Authorization": tokens[0]], body: "all"),
      Exchange(sent: ["Authorization": tokens[1], "If-None-Match": "\"v1\""], status: 304),
    ])
    for _ in 0..<2 { #expect(try answer(&index, ["Authorization": tokens[2]]) == "200 all") }
  }

  @Test("a 304 stands for no copy of another user, nor of another time, and never for itself")
  func otherCopy() throws {
    let queries = ["?token=REDACTED-token-1", "?token=REDACTED-token-2"]
    var users = try index([
      Exchange(query: queries[1], body: "own"), Exchange(query: queries[0], body: "another"),
      Exchange(query: queries[1], sent: ["If-None-Match": "\"v1\""], status: 304),
    ])
    for _ in 0..<2 { #expect(try answer(&users, [:], query: queries[1]) == "200 own") }

    let changed = Exchange(
      sent: ["If-Modified-Since": "Mon, 02 Nov 2026 10:00:00 GMT"], status: 304,
      headers: ["Last-Modified": "Mon, 02 Nov 2026 10:00:00 GMT"])
    var times = try index([
      Exchange(headers: ["Last-Modified": "Sun, 01 Nov 2026 10:00:00 GMT"], body: "old"), changed,
    ])
    #expect(try answer(&times, [:]) == "200 old")
    #expect(try answer(&times, [:]) == nil)

    var alone = try index([changed])
    let request = try request([:])
    #expect(throws: (any Error).self) { try alone.source(of: 0, for: request) }
  }

  @Test("a 304 whose request lost its field is known by its time")
  func lostTime() throws {
    let times = ["Sun, 01 Nov 2026 10:00:00 GMT", "Mon, 02 Nov 2026 10:00:00 GMT"]
    var index = try index([Exchange(status: 304, headers: ["Last-Modified": times[1]])])
    #expect(try answer(&index, ["If-Modified-Since": times[0]]) == nil)
    #expect(try answer(&index, ["If-Modified-Since": times[1]]) == "304 ")
  }

  @Test("a served 304 answers only its condition, however often one asks")
  func served() throws {
    var service = RecordedService(try index(Self.warmCache).entries, named: "a.har")
    let condition = ["If-None-Match": "\"v1\""]
    for headers in [condition, condition, [:], [:], condition, [:], condition] {
      guard case .answer(let response, _, _) = service.reply(to: try request(headers)) else {
        Issue.record("no response")
        return
      }
      #expect(response.status == (headers.isEmpty ? 200 : 304))
      #expect(response.body.isEmpty != headers.isEmpty)
    }
  }

  @Test("a served HEAD uses up no response to a GET")
  func servedHead() throws {
    var service = RecordedService(try index([Exchange(body: "1"), Exchange(body: "2")]).entries, named: "a.har")
    let numbers = try ["HEAD", "GET", "HEAD", "GET", "HEAD"].map { method -> Int? in
      guard case .answer(_, let number, _) = service.reply(to: try request([:], method)) else { return nil }
      return number
    }
    #expect(numbers == [1, 1, 2, 2, 2])
  }

  @Test("an answer to HEAD, which has no body, answers no GET")
  func head() throws {
    var index = try index([Exchange(method: "HEAD"), Exchange(body: "all")], [.url, .body])
    #expect(try answer(&index, [:]) == "200 all")
    #expect(try answer(&index, [:]) == nil)
    #expect(try answer(&index, [:], "HEAD") == "200 ")
  }

  /// A field of requests, two of its values, and the fields by which a response says that it depends on it.
  private struct Selector: CustomTestStringConvertible {
    let field: String
    let values: [String?]
    let headers: HTTPHeaders
    /// Whether one value's response is never given for the other, even if it is the only one left.
    let isStrict: Bool
    var testDescription: String { "\(field), \(headers)" }
  }

  private static let selectors: [Selector] = {
    let fields: [(String, [String?])] = [
      ("Accept", ["application/json", "text/csv"]), ("Accept-Language", ["de", nil]),
      ("Accept-Charset", ["utf-8", "big5"]),
      ("Prefer", ["return=minimal", nil]), ("Origin", ["https://a.example", "https://b.example"]),
    ]
    let announced: [HTTPHeaders] = [
      ["Preference-Applied": "return=minimal"], ["Access-Control-Allow-Origin": "https://a.example"],
      ["Content-Language": "de"],
    ]
    let byVary = fields.map {
      Selector(field: $0, values: $1, headers: ["Vary": "Accept-Encoding, \($0.lowercased())"], isStrict: true)
    }
    let silent = fields.map { Selector(field: $0, values: $1, headers: [:], isStrict: false) }
    let by = zip([3, 4, 1], announced).map {
      Selector(field: fields[$0].0, values: fields[$0].1, headers: $1, isStrict: true)
    }
    let others =
      [
        ("Depth", ["0", "1"]), ("Authorization", ["Bearer aaaa1bbbb2cccc3dddd4eeee5", nil]),
        ("Access-Control-Request-Method", ["PUT", "DELETE"]), ("X-Version", ["1", "2"]), ("Cookie", ["a=1", nil]),
      ] as [(String, [String?])]
    return byVary + silent + by
      + others.map {
        Selector(
          field: $0, values: $1, headers: $0.hasPrefix("X-") || $0 == "Cookie" ? ["Vary": $0] : [:], isStrict: true)
      }
  }()

  @Test("each request gets its own response, in either order", arguments: selectors, [false, true])
  private func own(_ selector: Selector, isRedacted: Bool) throws {
    let sent = selector.values.map { value in value.map { [selector.field: $0] } ?? [:] }
    let exchanges = sent.enumerated().map { Exchange(sent: $1, headers: selector.headers, body: "\($0)") }
    for order in [[0, 1], [1, 0]] {
      var index = try index(exchanges, isRedacted: isRedacted)
      for place in order { #expect(try answer(&index, sent[place]) == "200 \(place)") }
    }
    for place in [0, 1] {
      var index = try index(exchanges, isRedacted: isRedacted)
      #expect(try answer(&index, sent[place]) == "200 \(place)")
      #expect(try answer(&index, sent[place]) == (selector.isStrict ? nil : "200 \(1 - place)"))
    }
  }

  @Test(
    "a value that was not recorded gets the responses in their order",
    arguments: selectors.filter { $0.field != "Authorization" })
  private func unknown(_ selector: Selector) throws {
    let sent = selector.values.map { value in [selector.field: value ?? "another"] }
    let exchanges = sent.enumerated().map { Exchange(sent: $1, headers: selector.headers, body: "\($0)") }
    var index = try index(exchanges)
    for place in 0..<2 { #expect(try answer(&index, [selector.field: "unknown"]) == "200 \(place)") }
  }

  @Test(
    "a status that only some requests get answers no other",
    arguments: [
      (206, "Range", "bytes=0-1"), (416, "Range", "bytes=900-"), (226, "A-IM", "feed"), (304, "If-None-Match", "\"a\""),
      (304, "If-Modified-Since", "Sun, 01 Nov 2026 10:00:00 GMT"), (412, "If-Match", "\"a\""),
      (412, "If-Unmodified-Since", "Sun, 01 Nov 2026 10:00:00 GMT"), (412, "If-None-Match", "*"),
    ])
  func bound(_ status: Int, _ field: String, _ value: String) throws {
    for first in [false, true] {
      let exchange = Exchange(sent: [field: value], status: status)
      let other = Exchange(body: "all")
      for asked in [[:], [field: "other"], ["X-Other": value]] as [[String: String]] {
        var index = try index(first ? [exchange, other] : [other, exchange])
        let isStandIn = status == 304 && asked[field] == nil
        #expect(try answer(&index, asked) == "200 all")
        #expect(try answer(&index, asked) == (isStandIn ? "200 all" : nil))
      }
      var index = try index(first ? [exchange, other] : [other, exchange])
      #expect(try answer(&index, [field: value]) == "\(status) ")
      // Its own was used, and the whole is another one.
      #expect(try answer(&index, [field: value]) == nil)
      #expect(try answer(&index, [:]) == "200 all")
    }
  }

  @Test("a request for a condition answers only one without") func preconditionRequired() throws {
    var index = try index([Exchange(status: 428), Exchange(sent: ["If-Match": "\"a\""], body: "done")])
    #expect(try answer(&index, ["If-Match": "\"a\""]) == "200 done")
    #expect(try answer(&index, ["If-Match": "\"a\""]) == nil)
    #expect(try answer(&index, [:]) == "428 ")
  }
}
