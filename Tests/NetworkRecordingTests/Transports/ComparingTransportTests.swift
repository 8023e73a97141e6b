import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

@Suite("The shape of JSON")
struct JSONShapeTests {
  private func changes(_ old: JSONValue, _ new: JSONValue) -> [String] {
    JSONShape(old).changes(to: JSONShape(new)).map { "\($0.isBreaking ? "✗" : "+") \($0.path): \($0.text)" }
  }

  @Test(
    "the shape of JSON says what is gone, new, null or of another type",
    arguments: [
      (["a": 1], ["b": 1], ["✗ $.a: gone", "+ $.b: new"]),
      (["a": 1], ["a": "1"], ["✗ $.a: was a number, is a string"]),
      (["a": "x"], ["a": nil], ["✗ $.a: null for the first time"]),
      (["a": ["b": 1]], ["a": [1]], ["✗ $.a: was an object, is a list"]),
      ([["a": 1], ["a": 2]], [["a": 1], ["b": 2]], ["✗ $[].a: gone from 1 of 2", "+ $[].b: new"]),
      ([["a": 1], ["b": 1]], [["b": 2]], ["+ $[].a: gone; 1 of 2 had it"]),
      (["a": 1], ["a": 1.5], ["✗ $.a: was a number, is a number with a fraction"]),
      (["a": 1], ["a": .decimal("18446744073709551616")], ["✗ $.a: was a number, is a number beyond 64 bits"]),
      (
        ["a": "2025-06-11T17:42:08Z"], ["a": "2025-06-11T17:42:08.123Z"],
        ["✗ $.a: was a date like 0000-00-00T00:00:00Z, is one like 0000-00-00T00:00:00.0Z"]
      ),
      (["a": "2025-06-11"], ["a": "soon"], ["✗ $.a: was a date like 0000-00-00, is another text"]),
      (["t": #"{"a":1}"#], ["t": #"{"a":"1"}"#], ["✗ $.t(JSON).a: was a number, is a string"]),
      (["7": ["a": 1]], ["8": ["a": true]], ["✗ $[].a: was a number, is a Boolean"]),
      (
        [1, "a"], [1, nil, true],
        ["✗ $[]: null for the first time", "✗ $[]: was a string or a number, is a number or a Boolean or null"]
      ),
    ] as [(JSONValue, JSONValue, [String])])
  func changed(_ old: JSONValue, _ new: JSONValue, _ expected: [String]) { #expect(changes(old, new) == expected) }

  @Test(
    "the shape of JSON is the same whatever the values, the ids, the order and the number of elements",
    arguments: [
      (["a": 1.5, "d": "2025-01-01"], ["d": "2026-02-03", "a": 2]), ([["a": 1], [:]], [[:], [:], ["a": 7]]),
      ([[:]], []),
      ([], [1, "a"]), (["a": nil], ["a": 1]), (["a": nil], ["a": nil]), ([["a": nil], ["a": 1]], [["a": nil]]),
      (["usr_7Q2MZK4E": 1], ["usr_9X1AB2C3": 2]), (["2025-01-01": 1], ["2025-01-02": 2, "2025-01-03": 3]),
      (["7b0c3d2e-5f7a-4a55-9d0e-6a2f0d1c9b8a": [1]], [:]),
      (["rates": ["EUR": 1.5, "USD": 1]], ["rates": ["GBP": 2.5]]),
      (["x": ["n": 1], "yy": ["n": 2], "z": ["n": 3]], ["q": ["n": 1], "r": ["n": 2], "s": ["n": 4]]),
      (["at": "2025-06-11T17:42:08Z"], ["at": "2026-01-02T03:04:05Z"]), (["t": #"{"a":1}"#], ["t": #"{"a":2}"#]),
    ] as [(JSONValue, JSONValue)])
  func same(_ old: JSONValue, _ new: JSONValue) { #expect(changes(old, new) == []) }

  /// Random JSON.
  private static func json(_ random: inout Dice, depth: Int = 0) -> JSONValue {
    switch Int.random(in: depth > 3 ? 2...5 : 0...5, using: &random) {
    case 0: return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in json(&random, depth: depth + 1) })
    case 1:
      let keys = ["a", "b", "c"].shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
      return .object(JSONObject(keys.map { (key: $0, value: json(&random, depth: depth + 1)) }))
    case 2: return .null
    case 3: return .integer(Int.random(in: 0...9, using: &random))
    case 4: return .bool(Bool.random(using: &random))
    default: return .string("x")
    }
  }

  @Test("the shape of JSON of any JSON is its own, alone and repeated, and that of a part of a list is not another one")
  func properties() {
    let seed: UInt64 = 20_261_123
    var random = Dice(seed: seed)
    for number in 0..<Effort.count(100, full: 5_000) {
      let value = Self.json(&random)
      #expect(changes(value, value) == [], "\(number), seed \(seed): \(value)")
      #expect(changes(.array([value]), .array([value, value])) == [], "\(number), seed \(seed): \(value)")
      // Of a list, a part may lack what is optional, and has nothing that the whole has not.
      let others = (0..<3).map { _ in Self.json(&random) }
      let news = changes(.array([value] + others), .array([value])).filter { !$0.contains("gone") }
      #expect(news == [], "\(number), seed \(seed): \(value), \(others)")
    }
  }
}

@Suite("The changes of an answer")
struct AnswerChangesTests {
  private func changes(_ old: HTTPResponse, _ new: HTTPResponse) -> [String] {
    AnswerChanges(from: old, to: new).changes.map { "\($0.isBreaking ? "✗" : "+") \($0.path): \($0.text)" }
  }

  @Test("the changes of an answer are in the fields that clients read")
  func fields() {
    let old = HTTPResponse(
      headers: ["Content-Type": "application/json; charset=utf-8", "Link": "</a>; rel=\"next\"", "X-Served-By": "a"],
      body: Data("{}".utf8))
    let new = HTTPResponse(
      headers: [
        "Content-Type": "application/problem+json", "Deprecation": "true", "Sunset": "Wed, 11 Jun 2025 17:42:08 GMT",
      ],
      body: Data("{}".utf8))
    #expect(
      changes(old, new) == [
        "✗ Link: gone", "+ Deprecation: new: true", "+ Sunset: new: Wed, 11 Jun 2025 17:42:08 GMT",
        "✗ Content-Type: was application/json, is application/problem+json",
      ])
    #expect(changes(new, new) == [])
  }

  @Test("the changes of an answer are in the lines of JSON")
  func lines() {
    let body = { (text: String) in HTTPResponse(body: Data(text.utf8)) }
    #expect(
      changes(body("{\"a\":1}\n{\"a\":2}\n"), body("{\"a\":1}\n{\"b\":2}\n"))
        == ["✗ $[].a: gone from 1 of 2", "+ $[].b: new"])
  }

  @Test(
    "the changes of an answer are not in the body of a redirect that leads nowhere, which Foundation loses on Linux")
  func redirect() {
    let old = HTTPResponse(status: 301, headers: ["Content-Type": "text/html"], body: Data("Moved".utf8))
    #expect(changes(old, HTTPResponse(status: 301, headers: ["Content-Type": "text/html"])) == [])
  }
}

/// A service that answers as it is told, and remembers what it was asked.
private actor Service: HTTPTransport {
  private let answers: [String: HTTPResponse]
  private(set) var asked: [String] = []

  init(_ answers: [String: HTTPResponse]) { self.answers = answers }

  func send(_ request: URLRequest) async throws -> HTTPResponse {
    asked.append("\(request.httpMethod ?? "") \(request.url?.path ?? "")")
    guard let answer = answers[request.url?.path ?? ""] else { throw URLError(.cannotConnectToHost) }
    return answer
  }
}

@Suite("Comparing a recording with its service")
struct ComparingTransportTests {
  private let fixtures: TemporaryFixtures

  init() throws { fixtures = try TemporaryFixtures() }

  private func put(_ exchanges: [(URLRequest, HTTPResponse)]) throws {
    let recorded = exchanges.map {
      RecordedExchange(request: $0.0, response: $0.1, started: Date(timeIntervalSince1970: 0))
    }
    try fixtures.put(Redaction.standard.redacted(HAR(recorded)).encoded(), at: "a")
  }

  private func run(
    _ service: Service, mode: RecordMode? = nil, variables: [String: String] = ["NETWORK_TESTING_RECORD": "compare"],
    _ requests: [URLRequest]
  ) async -> [RecordedIssue] {
    let options = RecordingOptions(mode: mode, live: service)
    var trait = RecordingTrait("a", options, sourceLocation: FailureText.place(8), filePath: fixtures.filePath)
    trait.environment = RecordModeTests.environment(variables)
    return await recordedIssues { [trait] in
      let test = try #require(Test.current)
      try await trait.provideScope(for: test, testCase: Test.Case.current) {
        let transport = try #require(AmbientNetwork.current.transport)
        for request in requests { _ = try await transport.send(request) }
      }
    }
  }

  @Test(
    "comparing a recording with its service fails with what differs in shape, answers the test from the recording, and writes nothing"
  )
  func differs() async throws {
    try put([
      (
        .get("/cart?access_token=t0ken-4711"), .json(["total": 12, "items": [["id": 1, "title": "Tea"]], "note": "a"])
      ),
      (.get("/gone"), .json(["a": 1])),
      (.get("/page"), HTTPResponse(headers: ["Content-Type": "text/html"], body: Data("<p>".utf8))),
      (.get("/same"), .json(["a": 1, "at": "2025"])),
    ])
    let before = try Data(contentsOf: fixtures.place(of: "a"))
    let service = Service([
      "/cart": .json(["total": "12", "items": [["id": 7], ["id": 8, "title": "Cup"]], "note": nil, "more": 1]),
      "/gone": HTTPResponse(status: 404),
      "/page": HTTPResponse(headers: ["Content-Type": "text/plain"], body: Data("x".utf8)),
      "/same": .json(["at": "2026", "a": 2]),
    ])
    // Also where the test is never recorded, and on a server.
    let issues = await run(
      service, mode: .never, variables: ["NETWORK_TESTING_RECORD": "compare", "CI": "1"],
      [.get("/cart?access_token=0ther-4711"), .get("/gone"), .get("/page"), .get("/same")])
    #expect(await service.asked == ["GET /cart", "GET /gone", "GET /page", "GET /same"])
    try expectGolden(issues.map(\.text).joined(separator: "\n\n"), "Recording/compare.txt")
    #expect(issues.count == 3)
    #expect(try Data(contentsOf: fixtures.place(of: "a")) == before)
    #expect(fixtures.everything == ["recordings", "recordings/a.har"])
  }

  @Test(
    "comparing a recording with its service warns of what is new, of what is not safe to send, and of a service that cannot be reached"
  )
  func warnings() async throws {
    try put([
      (.get("/more"), .json(["a": 1])), (.post("/orders", json: ["id": 1]), .json(["access_token": "t0ken-4711-one"])),
      (.get("/away"), .json(["a": 1])), (.get("/mine?access_token=t0ken-4711-one"), .json(["a": 1])),
    ])
    let service = Service(["/more": .json(["a": 1, "b": 2])])
    let issues = await run(
      service,
      [
        .get("/more"), .post("/orders", json: ["id": 1]), .get("/away"),
        .get("/mine?access_token=REDACTED-access-token-1"),
      ])
    #expect(await service.asked == ["GET /more", "GET /away"])
    #if compiler(>=6.3)
      try expectGolden(issues.map(\.text).joined(separator: "\n\n"), "Recording/compare-warning.txt")
      #expect(issues.count == 1)
    #endif
  }

  @Test("comparing a recording with its service asks nothing in another mode, and nothing where there is no recording")
  func otherModes() async throws {
    let service = Service([:])
    #expect(await run(service, variables: ["NETWORK_TESTING_RECORD": "compare"], []).isEmpty)
    let missing = await run(service, variables: ["NETWORK_TESTING_RECORD": "compare"], [.get("/a")])
    #expect(missing.contains { $0.text.contains("there is no recordings/a.har") })
    try put([(.get("/a"), .json(["a": 1]))])
    #expect(await run(service, variables: [:], [.get("/a")]).isEmpty)
    #expect(await service.asked == [])
    #expect(fixtures.everything == ["recordings", "recordings/a.har"])
  }
}
