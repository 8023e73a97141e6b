import NetworkEndpoints
import NetworkHAR
import TestSupport
import Testing

@testable import NetworkStubs

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

/// Every name of the tables that redaction goes by, over every form of an id.
@Suite("An id in a request")
struct ReplayNamesTests {
  private static let seed: UInt64 = 20_261_126

  static let forms = [
    "<d7>", "<d18>", "<x8>-<x4>-4<x3>-a<x3>-<x12>", "01<z24>", "<x24>", "<x32>", "<x40>", "<x64>", "usr_<w16>",
    "cus_<w14>", "CA<x32>", "<u21>w", "<w27>", "<w11>", "<c8>", "<l8>", "ada-lovelace-<d2>",
    "urn:uuid:<x8>-<x4>-4<x3>-a<x3>-<x12>",
    "2026-11-<d2>", "Z2lkOi8vc2hvcC9<u11>w", "<u43>w", "ABC-<d4>",
  ]

  /// The names, and the ends of names, in all tables.
  private static var names: [String] {
    let tables = StandardNames.self
    let sets = [tables.words, tables.ambiguousWords, tables.doubtful, tables.identities, tables.webKeys]
    var names: [String] = sets.flatMap { $0.sorted() }
    names += tables.endings + tables.harmlessEndings + tables.keys.map { $0 + "_key" } + ["primary_key"]
    names += tables.about.map { "token_" + $0 }
    names += (tables.parts + tables.subjects).map { String(decoding: $0, as: UTF8.self) }
    return names + ["sid", "sessionid", "phpsessid", "user_id"]
  }

  private enum Place: CaseIterable, Sendable {
    case query, form, json

    func request(_ name: String, _ id: String) -> URLRequest {
      let encoded = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? id
      switch self {
      case .query: return .get("/v1/items?\(name)=\(encoded)&page=1")
      case .form:
        let type = ["Content-Type": "application/x-www-form-urlencoded"]
        return .post("/v1/items", headers: type, body: "page=1&\(name)=\(encoded)")
      case .json: return .post("/v1/items", json: .object(JSONObject([(key: name, value: .string(id))])))
      }
    }
  }

  private func ids(_ form: String) -> [String] {
    Array(Set(DrawnKeys(kind: "id", form: form).keys(3, seed: Self.seed))).sorted()
  }

  @Test("an id in a request has its own answer, or none where its name is that of a secret", arguments: forms)
  func ownAnswer(_ form: String) throws {
    let turn = Self.forms.firstIndex(of: form) ?? 0
    let ids = ids(form)
    let names = Self.names.flatMap { name in Place.allCases.map { (name, $0) } }
    var strangers: [String] = []
    for (name, place) in Effort.every(7, of: names, from: turn % 7) {
      let exchanges = ids.enumerated().map { number, id in
        RecordedExchange(
          request: place.request(name, id), response: .json(["number": .integer(number)]),
          started: Date(timeIntervalSince1970: 0))
      }
      let har = Redaction.standard.redacted(HAR(exchanges))
      // A password can be guessed, and nothing tells one from another.
      let plain = NamePattern.plain(name)
      let mayBeNone = SensitiveNames.standard.verdict(on: name) == .secret || StandardNames.isPassword(plain)
      for order in [Array(ids.indices), ids.indices.reversed()] {
        var index = RecordingIndex(har.log.entries, matching: .standard, redaction: .standard) {
          try HAR.refuseFile($0)
        }
        for number in order {
          switch index.take(place.request(name, ids[number]), number: 1) {
          case .unused(number): continue
          case .unused(let other): strangers.append("\(name) in \(place): #\(number) by #\(other)")
          default: if !mayBeNone { strangers.append("\(name) in \(place): none") }
          }
        }
      }
    }
    #expect(strangers.isEmpty, "\(ids[0]), seed \(Self.seed): \(strangers.prefix(12))")
  }

  @Test("an id in a request is found again in a place where nothing says what it is")
  func elsewhere() throws {
    let keys = ["38QDY-8CT77-8XNH2-VJQTD-EK4YX", "71RWZ-3BV02-9KMP4-HNGTA-CX6LE"]
    var requests: [URLRequest] = keys.map { .get("/v1/config?key=\($0)") }
    requests += keys.map { .get("/v1/boomerang/\($0)/parts") }
    let exchanges = requests.enumerated().map { number, request in
      RecordedExchange(
        request: request, response: .json(["number": .integer(number)]), started: Date(timeIntervalSince1970: 0))
    }
    let har = Redaction.standard.redacted(HAR(exchanges))
    #expect(har.log.entries[2].request.url.contains("/boomerang/REDACTED-key-1~"))
    var index = RecordingIndex(har.log.entries, matching: .standard, redaction: .standard) { try HAR.refuseFile($0) }
    for (number, request) in requests.enumerated().reversed() {
      guard case .unused(number) = index.take(request, number: 1) else {
        Issue.record("\(request) is not answered by #\(number)")
        return
      }
    }
  }

  @Test(
    "an id in a request that a service's client sends under a name of another is no secret",
    arguments: ["app_id", "appId", "appid", "sid", "ticket", "user"])
  func otherNames(_ name: String) throws {
    let id = "0c0f3d1e-5b7a-4c55-9d0e-6a2f0d1c9b8a"
    let exchange = RecordedExchange(
      request: Place.json.request(name, "ada"), response: .json(["for": .string(id), "name": "ada"]),
      started: Date(timeIntervalSince1970: 0))
    #expect(Redaction.standard.redacted(exchange) == exchange)
    guard name != "sid" else { return }
    let other = RecordedExchange(
      request: Place.query.request(name, id), response: .json(["for": .string(id)]),
      started: Date(timeIntervalSince1970: 0))
    #expect(Redaction.standard.redacted(other) == other)
  }
}

@Suite("An encoded text in a request")
struct ReplayEncodedTests {
  private static let cursors = [
    #"{"key":"q7Hd2mZ94xWpL3aBk0Yt","page":2}"#, #"{"session_id":"0c0f3d1e5b7a4c559d0e6a2f0d1c9b8a","after":17}"#,
    #"{"token":"q7Hd2mZ94xWpL3aBk0Yt"}"#, #"{"code":"q7Hd2mZ94xWpL3aBk0Yt","state":"q7Hd2mZ94xWpL3aB"}"#,
  ]

  private static func encoded(_ text: String, _ isURLSafe: Bool) -> String {
    String(decoding: Base64Text.encode(Array(text.utf8), isURLSafe: isURLSafe, hasPadding: false), as: UTF8.self)
  }

  private func request(_ name: String, _ text: String, isJSON: Bool) -> URLRequest {
    if isJSON { return .post("/v1/items", json: .object(JSONObject([(key: name, value: .string(text))]))) }
    let value = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return .get("/v1/items?\(name)=\(value)")
  }

  private func answers(_ requests: [URLRequest]) -> (har: HAR, numbers: [Int?]) {
    let exchanges = requests.enumerated().map { number, request in
      RecordedExchange(
        request: request, response: .json(["number": .integer(number)]), started: Date(timeIntervalSince1970: 0))
    }
    let har = Redaction.standard.redacted(HAR(exchanges))
    var index = RecordingIndex(har.log.entries, matching: .standard, redaction: .standard) { try HAR.refuseFile($0) }
    let numbers = requests.map { request -> Int? in
      if case .unused(let number) = index.take(request, number: 1) { number } else { nil }
    }
    return (har, numbers)
  }

  @Test(
    "an encoded text in a request is not looked into for names in doubt, and leads to its own answer",
    arguments: ["page_token", "cursor", "state"],
    [true, false])
  func opaque(_ name: String, _ isURLSafe: Bool) {
    for isJSON in [true, false] {
      let requests = Self.cursors.reversed().map { request(name, Self.encoded($0, isURLSafe), isJSON: isJSON) }
      let (har, numbers) = answers(requests)
      #expect(numbers == [0, 1, 2, 3])
      #expect(har.log.entries.map(\.request.url) == requests.map { $0.url?.absoluteString ?? "" })
    }
  }

  @Test(
    "an encoded text in a request goes as a whole where it holds a secret, and the client that builds it is answered",
    arguments: [true, false])
  func secret(_ isJSON: Bool) throws {
    for text in [
      #"{"password":"swordfish99","page":2}"#, #"{"url":"https://a.example.com/?access_token=q7Hd2mZ94xWpL3aB"}"#,
    ] {
      let encoded = Self.encoded(text, true)
      let (har, numbers) = answers([request("state", encoded, isJSON: isJSON)])
      #expect(numbers == [0])
      let file = String(decoding: har.encoded(), as: UTF8.self)
      #expect(!file.contains(encoded))
      #expect(file.contains("REDACTED-encoded-text-1"))
    }
  }

  @Test("an encoded text in a request is handed back as an answer handed it out", arguments: cursors)
  func handedBack(_ cursor: String) throws {
    for text in [cursor, #"{"password":"swordfish99","page":2}"#] {
      let encoded = Self.encoded(text, true)
      let exchanges = [
        RecordedExchange(
          request: .get("/v1/items"), response: .json(["next_cursor": .string(encoded)]),
          started: Date(timeIntervalSince1970: 0)),
        RecordedExchange(
          request: request("cursor", encoded, isJSON: false), response: .json([]),
          started: Date(timeIntervalSince1970: 0)),
      ]
      let har = Redaction.standard.redacted(HAR(exchanges))
      let answer = try JSONValue(parsing: har.log.entries[0].response.content.body())
      var index = RecordingIndex(har.log.entries, matching: .standard, redaction: .standard) { try HAR.refuseFile($0) }
      let next = request("cursor", try #require(answer["next_cursor"]?.text), isJSON: false)
      guard case .unused(1) = index.take(next, number: 1) else {
        Issue.record("\(next) is not answered")
        return
      }
    }
  }
}
