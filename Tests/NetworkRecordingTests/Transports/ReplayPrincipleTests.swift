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

/// A kind of text that names a resource: an id, a key, a bearer token, a cookie.
struct ResourceKind: Sendable, CustomStringConvertible {
  let description: String
  let form: String

  var isNumber: Bool { form.wholeMatch(of: /<d\d+>/) != nil }

  init(_ description: String, _ form: String) { (self.description, self.form) = (description, form) }

  static let all = [
    Self("number", "<d7>"), Self("long number", "<d16>"), Self("one-time code", "<d6>"), Self("word", "<c8>"),
    Self("UUID", "<x8>-<x4>-<x4>-<x4>-<x12>"), Self("hexadecimal", "<x32>"), Self("digest", "<x64>"),
    Self("sid of a call", "CA<x32>"), Self("prefixed id", "usr_<w16>"), Self("base64 for URLs", "<u42>w"),
    Self("lexical id", "<U26>"), Self("short id", "<w11>"), Self("payment key", "sk_" + "live_<w24>"),
    Self("code host token", "gh" + "p_<w36>"), Self("maps key", "AI" + "za<u34>w"),
    Self("chat token", "xo" + "xb-<d11>-<w24>"),
    Self("cloud key", "AK" + "IA<z16>"), Self("bot token", "<d9>:AA<u32>w"), Self("bearer token", "<w40>"),
    Self("session cookie", "<l26>"), Self("password", "<c6>-<d4>"),
    Self("web token", "eyJhbGciOiJIUzI1NiJ9.eyJ<w24>.<w43>"),
  ]
}

/// A place of a request in which the text stands, and the parts that are compared then.
enum ResourcePlace: CaseIterable, Sendable {
  case path, query, tokenQuery, keyQuery, field, bearer, cookie, json, sidJSON, tokenJSON, numberJSON, form,
    passwordForm

  var parts: Set<RequestPart> {
    switch self {
    case .field: [.method, .url, .body, .header("X-Item")]
    case .bearer: [.method, .url, .body, .header("Authorization")]
    case .cookie: [.method, .url, .body, .header("Cookie")]
    default: .standard
    }
  }

  func request(_ text: String) -> URLRequest {
    let encoded = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    let form = ["Content-Type": "application/x-www-form-urlencoded"]
    switch self {
    case .path: return .get("/v1/items/\(encoded)/parts")
    case .query: return .get("/v1/items?ref=\(encoded)&page=1")
    case .tokenQuery: return .get("/v1/items?access_token=\(encoded)")
    case .keyQuery: return .get("/v1/items?key=\(encoded)")
    case .field: return .get("/v1/items", headers: ["X-Item": text])
    case .bearer: return .get("/v1/items", headers: ["Authorization": "Bearer \(text)"])
    case .cookie: return .get("/v1/items", headers: ["Cookie": "theme=dark; sid=\(text)"])
    case .json: return .post("/v1/items", json: ["id": .string(text)])
    case .sidJSON: return .post("/v1/items", json: ["sid": .string(text), "page": 1])
    case .tokenJSON: return .post("/v1/items", json: ["token": .string(text)])
    case .numberJSON: return .post("/v1/items", body: #"{"otp":\#(Int(text.prefix(9)) ?? text.count)}"#)
    case .form: return .post("/v1/items", headers: form, body: "item=\(encoded)&page=1")
    case .passwordForm: return .post("/v1/items", headers: form, body: "password=\(encoded)")
    }
  }
}

@Suite("Replay")
struct ReplayPrincipleTests {
  private static let seed: UInt64 = 20_261_123
  private static let count = Effort.count(3, full: 5)

  /// A list that hands out the texts under a name, and then a request for each, answered with its number from 2.
  private func recording(_ place: ResourcePlace, _ texts: [String], named name: String) -> HAR {
    let list = JSONValue.array(texts.map { .object(JSONObject([(key: name, value: .string($0))])) })
    var exchanges = [
      RecordedExchange(
        request: .get("/v1/list"), response: .json(["items": list]), started: Date(timeIntervalSince1970: 0))
    ]
    for (number, text) in texts.enumerated() {
      exchanges.append(
        RecordedExchange(
          request: place.request(text), response: .json(["number": .integer(number)]),
          started: Date(timeIntervalSince1970: 0)))
    }
    return HAR(exchanges)
  }

  /// A recording of one kind of resource in one place, and the requests that a test can make of it.
  private struct Case: Sendable, CustomStringConvertible {
    let description: String
    let har: HAR
    let parts: Set<RequestPart>
    /// What the list hands out leads to the exchange of its own resource.
    let handed: [URLRequest]
    /// What the list hands out, what stood there before, and what was never recorded; with the only number that may answer.
    let questions: [(request: URLRequest, number: Int?)]
    /// Whether what the list hands out may be an issue in place of an answer.
    let mayBeUnanswered: Bool
  }

  /// Draws the cases of a kind, in each place and under each name in a full run; or every nth of them, in turn by kind.
  private func cases(of kind: ResourceKind, isRedacted: Bool, every step: Int = 1) throws -> [Case] {
    let turn = ResourceKind.all.firstIndex { $0.form == kind.form } ?? 0
    let drawn = DrawnKeys(kind: "resource", form: kind.form).keys(Self.count + 1, seed: Self.seed)
    let texts = Array(drawn.prefix(Self.count))
    var cases: [Case] = []
    for (number, place) in ResourcePlace.allCases.enumerated() where place != .numberJSON || kind.isNumber {
      guard Effort.isFull() || number % 4 == turn % 4 else { continue }
      for (column, name) in Effort.every(4, of: ["id", "sid", "token", "session_id"], from: turn / 4 % 4).enumerated() {
        guard !Effort.isFull() || (number * 4 + column + turn) % step == 0 else { continue }
        let raw = recording(place, texts, named: name)
        let har = isRedacted ? Redaction.standard.redacted(raw) : raw
        let list = try JSONValue(parsing: Data((har.log.entries[0].response.content.text ?? "").utf8))["items"]?.list
        var handed = (list ?? []).compactMap { if case .string(let text)? = $0[name] { text } else { nil } }
        #expect(handed.count == Self.count)
        if place == .numberJSON { handed = [] }
        let questions = (texts + handed + handed.prefix(1)).enumerated().map { ($1, $0 % Self.count) as (String, Int?) }
        cases.append(
          Case(
            description: "\(kind), \(place), \(name)", har: har, parts: place.parts,
            handed: handed.map(place.request),
            questions: (questions + [(drawn[Self.count], nil)]).map { (place.request($0), $1) },
            // A word under an ambiguous name, a cookie's or `token`, does not look like a key. It is taken out where it is
            // sent, and stays elsewhere, as `dark` of `theme=dark` must. So the list hands out the word itself, which the
            // requests of the recording no longer have: several answers are possible, and that is an issue, not a guess.
            mayBeUnanswered: isRedacted && kind.form == "<c8>" && (place == .cookie || place == .tokenJSON)))
      }
    }
    return cases
  }

  @Test(
    "replay never answers for another resource without an issue, whatever is asked, in any order",
    arguments: ResourceKind.all, [true, false])
  func identity(_ kind: ResourceKind, isRedacted: Bool) async throws {
    var random = Dice(seed: Self.seed)
    for item in try cases(of: kind, isRedacted: isRedacted) {
      for _ in 0..<Effort.count(2, full: 6) {
        // A look-up that finds nothing, or several, is what a transport makes an issue of; many can be made in a moment.
        var index = RecordingIndex(item.har.log.entries, matching: item.parts, redaction: .standard) {
          try HAR.refuseFile($0)
        }
        for (request, expected) in item.questions.shuffled(using: &random) {
          guard case .unused(let found) = index.take(request, number: 0) else { continue }
          #expect(found - 1 == expected, "\(item): \(request)")
        }
        var again = RecordingIndex(item.har.log.entries, matching: item.parts, redaction: .standard) {
          try HAR.refuseFile($0)
        }
        for number in item.handed.indices.shuffled(using: &random) {
          switch again.take(item.handed[number], number: 0) {
          case .unused(let found): #expect(found - 1 == number, "\(item)")
          case let match: #expect(item.mayBeUnanswered, "\(item): \(match)")
          }
        }
      }
    }
  }

  @Test("replay answers through a transport as the recording is looked up", arguments: ResourceKind.all, [true, false])
  func transport(_ kind: ResourceKind, isRedacted: Bool) async throws {
    var random = Dice(seed: Self.seed)
    // A text for each question that is not answered takes a while; some show that no answer comes but by the look-up.
    for item in try cases(of: kind, isRedacted: isRedacted, every: 9) {
      let transport = ReplayTransport(item.har, matching: item.parts)
      var (unanswered, told) = (0, 0)
      for (request, expected) in item.questions.shuffled(using: &random) {
        var answer: Int?
        let issues = await recordedIssues { answer = await transport.number(request) }
        told += issues.count
        if answer == nil {
          unanswered += 1
        } else {
          #expect(answer == expected && issues.isEmpty, "\(item): \(issues)")
        }
      }
      // A text is told once, so that several questions may share an issue.
      #expect(told <= unanswered && (told > 0 || unanswered == 0), "\(item)")
    }
  }

  @Test(
    "replay answers a colleague's credentials where only one exchange can be meant",
    arguments: ["/v1/ID/x", "/v1/items?key=ID", "/v1/items?access_token=ID", "/v1/ID/x?token=ID"])
  func colleague(_ path: String) async {
    let keys = DrawnKeys(kind: "key", form: "sk_" + "live_<w24>").keys(2, seed: Self.seed)
    let request = { (key: String) in URLRequest.get(path.replacingOccurrences(of: "ID", with: key)) }
    let transport = ReplayTransport(
      Recordings.numbered(request(keys[0]), request(keys[0]), .get("/v1/other"), redactedBy: .standard))
    #expect(await transport.number(request(keys[1])) == 1)
    #expect(await transport.number(request(keys[1])) == 2)
  }

  @Test("replay answers where all exchanges that can be meant have one answer")
  func equalAnswers() async {
    let request = { (token: String) in URLRequest.get("/a?access_token=\(token)") }
    let started = Date(timeIntervalSince1970: 0)
    let har = Redaction.standard.redacted(
      HAR(
        ["first4711x", "second4711"].map {
          RecordedExchange(request: request($0), response: .json(["number": 7]), started: started)
        }))
    let transport = ReplayTransport(har)
    #expect(await transport.number(request("third4711x")) == 7)
  }

  @Test("replay does not answer for a resource that the recording knows, and has no exchange of", .quiet)
  func known() async {
    let keys = DrawnKeys(kind: "key", form: "sk_" + "live_<w24>").keys(2, seed: Self.seed)
    let har = Recordings.numbered(
      .get("/v1/keys/\(keys[0])"), .make(.delete, "https://api.example.com/v1/keys/\(keys[1])"), redactedBy: .standard)
    let transport = ReplayTransport(har)
    await withKnownIssue { #expect(await transport.number(.get("/v1/keys/\(keys[1])")) == 1) }
  }

  @Test("replay starts a chain of refreshed tokens with a token that only the app knows")
  func refresh() async throws {
    func exchange(_ token: String, _ next: String) -> RecordedExchange {
      RecordedExchange(
        request: .post(
          "/token", headers: ["Content-Type": "application/x-www-form-urlencoded"],
          body: "grant_type=refresh_token&refresh_token=\(token)"),
        response: .json(["access_token": "t0ken-\(next)", "refresh_token": .string(next)]),
        started: Date(timeIntervalSince1970: 0))
    }
    let exchanges = [exchange("r3fresh-1", "r3fresh-2"), exchange("r3fresh-2", "r3fresh-3")]
    let transport = ReplayTransport(Redaction.standard.redacted(HAR(exchanges)))
    let first = try await transport.send(exchange("l1ve-r3fresh", "").request)
    let token = "REDACTED-refresh-token-2"
    #expect(try JSONValue(parsing: first.body)["refresh_token"] == .string(token))
    let second = try await transport.send(exchange(token, "").request)
    #expect(try JSONValue(parsing: second.body)["refresh_token"] == "REDACTED-refresh-token-3")
  }
}
