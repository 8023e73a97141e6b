import NetworkTesting

// A suite as a new user writes it, a third of it wrong; it runs only where `FirstSuiteTests` starts it, in a process of its
// own, and is green nowhere.

/// What is tested: a shop with the mistakes that apps have, such as errors that are swallowed.
private struct Shop: Sendable {
  struct Item: Codable, Equatable { var id: Int, title: String }

  private let loader: EndpointLoader

  /// - Parameter base: The path at which the service begins.
  init(at base: String = "") { loader = EndpointLoader(host: URLHost(rawValue: "shop.test\(base)")) }

  func item(_ id: Int) async throws -> Item {
    try await loader.load(endpoint: Endpoint<EndpointKinds.Public, Item>(path: "items/\(id)"))
  }

  func search(_ text: String) async throws -> [Item] {
    try await loader.load(
      endpoint: Endpoint<EndpointKinds.Public, [Item]>(
        path: "items", queryItems: [URLQueryItem(name: "q", value: text)]))
  }

  func add(_ item: Item) async throws {
    try await loader.load(
      endpoint: Endpoint<EndpointKinds.Public, Void>(method: .post, path: "items", body: .json(item)))
  }

  func rename(_ id: Int, token: AccessToken) async throws {
    try await loader.load(
      endpoint: Endpoint<EndpointKinds.Private, Void>(
        method: .patch, path: "items/\(id)", headers: ["X-Shop": "main"], body: .json(["title": "New"])),
      using: token)
  }

  /// Swallows its error.
  func track(_ event: String) async {
    try? await loader.load(
      endpoint: Endpoint<EndpointKinds.Public, Void>(method: .post, path: "events", body: .json(["name": event])))
  }
}

/// An error of an app, around that of its transport.
private enum AppError: Error { case failed(underlying: any Error, attempts: Int) }

/// A test of the suite: its stubs, and what it does.
struct FirstSuiteCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let stubs: [Stub]
  fileprivate let body: @Sendable (Shop) async throws -> Void

  fileprivate init(_ name: String, _ stubs: Stub..., body: @escaping @Sendable (Shop) async throws -> Void) {
    (testDescription, self.stubs, self.body) = (name, stubs, body)
  }

  private static let tea = Shop.Item(id: 1, title: "Tea")
  private static let teaJSON: JSONValue = ["id": 1, "title": "Tea"]

  /// Each way to ask with each way to answer.
  static let right: [FirstSuiteCase] = {
    let matchers: [(String, RequestMatcher)] = [
      ("by path", .get("/items/1")), ("by template", .get("/items/{id}")), ("by glob", .get("/items/*")),
      ("by host", .get("https://shop.test/items/1")), ("by any path", .get()), ("whatever it is", .any),
      ("by prefix", .get(.prefix("/items"))), ("by wildcard host", .get("https://*.test/items/1")),
      ("by a header that is absent", .get("/items/1") && !.any.header("Authorization")),
    ]
    let answers: [(String, Answer)] = [
      ("a literal", .json(teaJSON)), ("a value", .json(tea)), ("text", .text(#"{"id":1,"title":"Tea"}"#)),
      ("data", .data(Data(#"{"id":1,"title":"Tea"}"#.utf8))), ("a stream", .stream(#"{"id":1,"#, #""title":"Tea"}"#)),
      ("a short delay", .json(teaJSON).delayed(by: .milliseconds(1))),
      ("mixed values", .json(["id": tea.id, "title": tea.title] as [String: Any])),
    ]
    return matchers.flatMap { matcher in
      answers.map { answer in
        FirstSuiteCase("\(matcher.0), answered by \(answer.0)", matcher.1.respond(with: answer.1)) { shop in
          let item = try await shop.item(1)
          #expect(item == tea)
        }
      }
    } + [
      FirstSuiteCase("a status that is expected", .get("/items/2").respond(status: 404)) { shop in
        await #expect(throws: LoadError.self) { try await shop.item(2) }
      },
      FirstSuiteCase("an error that is expected", .get("/items/2").respond(with: .error(.timedOut))) { shop in
        await #expect(throws: URLError.self) { try await shop.item(2) }
      },
      FirstSuiteCase(
        "a body and a token", .patch("/items/1").bearer("t1").body(json: ["title": "New"]).respond(status: 204)
      ) {
        try await $0.rename(1, token: "t1")
      },
      FirstSuiteCase("an order", .get("/items/1").respond(inOrder: .status(503), .json(teaJSON))) { shop in
        await #expect(throws: LoadError.self) { try await shop.item(1) }
        let item = try await shop.item(1)
        #expect(item == tea)
      },
    ]
  }()

  /// One mistake each.
  static let wrong = wrong(at: "")

  fileprivate static func wrong(at base: String) -> [FirstSuiteCase] {
    [
      FirstSuiteCase("no stub") { _ = try await $0.item(1) },
      FirstSuiteCase("another method", .post("\(base)/items/1").respond(json: teaJSON)) { _ = try await $0.item(1) },
      FirstSuiteCase("a slip in the path", .get("\(base)/itms/1").respond(json: teaJSON)) { _ = try await $0.item(1) },
      FirstSuiteCase("another id", .get("\(base)/items/2").respond(json: teaJSON)) { _ = try await $0.item(1) },
      FirstSuiteCase("another host", .get("https://shop.example\(base)/items/1").respond(json: teaJSON)) {
        _ = try await $0.item(1)
      },
      FirstSuiteCase("a path with capitals", .get("\(base)/Items/1").respond(json: teaJSON)) {
        _ = try await $0.item(1)
      },
      FirstSuiteCase("a slash too many", .get("\(base)/items/1/").respond(json: teaJSON)) { _ = try await $0.item(1) },
      FirstSuiteCase("another query", .get("\(base)/items").query("q", "coffee").respond(json: [])) {
        _ = try await $0.search("tea")
      },
      FirstSuiteCase("a query with another name", .get("\(base)/items").query("query", "tea").respond(json: [])) {
        _ = try await $0.search("tea")
      },
      FirstSuiteCase("another token", .patch("\(base)/items/1").bearer("t2").respond(status: 204)) {
        try await $0.rename(1, token: "t1")
      },
      FirstSuiteCase("another header", .patch("\(base)/items/1").header("X-Shop", "other").respond(status: 204)) {
        try await $0.rename(1, token: "t1")
      },
      FirstSuiteCase("a missing header", .patch("\(base)/items/1").header("X-Store").respond(status: 204)) {
        try await $0.rename(1, token: "t1")
      },
      FirstSuiteCase(
        "another body", .post("\(base)/items").body(json: ["id": 1, "title": "Coffee"]).respond(status: 201)
      ) {
        try await $0.add(tea)
      },
      FirstSuiteCase("a body that lacks a key", .post("\(base)/items").body(json: ["id": 1]).respond(status: 201)) {
        try await $0.add(tea)
      },
      FirstSuiteCase("a body of another type", .post("\(base)/items").body(at: "$.id", "1").respond(status: 201)) {
        try await $0.add(tea)
      },
      FirstSuiteCase("a swallowed request") { await $0.track("open") },
      FirstSuiteCase("a swallowed near miss", .post("\(base)/event").respond(status: 204)) { await $0.track("open") },
      FirstSuiteCase(
        "an unused stub", .get("\(base)/items/1").respond(json: teaJSON), .get("\(base)/items/2").respond(json: teaJSON)
      ) {
        _ = try await $0.item(1)
      },
      FirstSuiteCase("a stub that is used up", .get("\(base)/items/1").respond(json: teaJSON).once()) { shop in
        _ = try await shop.item(1)
        _ = try await shop.item(1)
      },
      FirstSuiteCase("too few requests", .get("\(base)/items/1").respond(json: teaJSON).times(3)) {
        _ = try await $0.item(1)
      },
      FirstSuiteCase(
        "an answer that was not asked for", .get("\(base)/items/1").respond(inOrder: .json(teaJSON), .json(teaJSON))
      ) {
        _ = try await $0.item(1)
      },
      FirstSuiteCase(
        "a hidden stub", .get("\(base)/items/{id}").respond(json: teaJSON), .get("\(base)/items/1").respond(status: 500)
      ) {
        _ = try await $0.item(1)
      },
      FirstSuiteCase("a pattern of another library", .get("\(base)/items/:id").respond(json: teaJSON)) {
        _ = try await $0.item(1)
      },
      FirstSuiteCase("a host without a scheme", .get("shop.test\(base)/items/1").respond(json: teaJSON)) {
        _ = try await $0.item(1)
      },
      FirstSuiteCase("JSON as a text", .get("\(base)/items/1").respond(json: #"{"id":1,"title":"Tea"}"#)) {
        _ = try await $0.item(1)
      },
      FirstSuiteCase("an answer of another shape", .get("\(base)/items/1").respond(json: ["id": "one"])) {
        _ = try await $0.item(1)
      },
      FirstSuiteCase("a status that is not expected", .get("\(base)/items/1").respond(status: 500)) {
        _ = try await $0.item(1)
      },
      FirstSuiteCase("a fixture that is missing", .get("\(base)/items/1").respond(with: .fixture("items/lost.json"))) {
        _ = try await $0.item(1)
      },
      FirstSuiteCase("an error of the app around one of the network") { shop in
        do { _ = try await shop.item(1) } catch { throw AppError.failed(underlying: error, attempts: 1) }
      },
      FirstSuiteCase("an error that a stub answers with", .get("\(base)/items/1").respond(with: .error(.timedOut))) {
        _ = try await $0.item(1)
      },
      FirstSuiteCase("JSON as a text that is not JSON", .get("\(base)/items/1").respond(jsonText: #"{"id":1,}"#)) {
        _ = try await $0.item(1)
      },
      FirstSuiteCase(
        "a state that nothing leads to", .get("\(base)/items/1").respond(json: teaJSON).scenario("cart", in: "full")
      ) {
        _ = try await $0.item(1)
      },
      FirstSuiteCase(
        "stubs in another order", .get("\(base)/items/1").respond(json: teaJSON),
        .get("\(base)/items/2").respond(json: teaJSON)
      ) {
        _ = try await $0.item(2)
        _ = try await $0.item(1)
        await MockTransport.current.expect(inOrder: .get("\(base)/items/1"), .get("\(base)/items/2"))
      },
      FirstSuiteCase("an expectation of too many", .get("\(base)/items/1").respond(json: teaJSON)) {
        _ = try await $0.item(1)
        await MockTransport.current.expect(.get("\(base)/items/1"), 2)
      },
      FirstSuiteCase("an expectation of none", .get("\(base)/items/1").respond(json: teaJSON)) {
        _ = try await $0.item(1)
        await MockTransport.current.expect(.get("\(base)/items/1"), .never)
      },
      FirstSuiteCase("a wrong value", .get("\(base)/items/1").respond(json: teaJSON)) {
        let item = try await $0.item(1)
        #expect(item.title == "Coffee")
      },
    ]
  }
}

/// Two mistakes in one test, of services beside each other, the first of which the app survives.
struct FirstSuitePair: CustomTestStringConvertible, Sendable {
  let first: FirstSuiteCase
  let second: FirstSuiteCase

  var testDescription: String { "\(first.testDescription) | \(second.testDescription)" }

  /// All that are two issues if none knows of the other: a mistake that only its error tells is told of the last one only.
  static let all = FirstSuiteCase.wrong.filter { !isToldByItsError.contains($0.testDescription) }.flatMap { first in
    FirstSuiteCase.wrong(at: secondBase).map { FirstSuitePair(first: first, second: $0) }
  }

  fileprivate static let secondBase = "/second"

  /// One where a stub is not used, or too rarely, and a request without an answer or an error explains it.
  var expectedCount: Int {
    let names = [first.testDescription, second.testDescription]
    guard let rare = names.first(where: Self.isOfRareUse.contains) else { return 2 }
    let other = names[0] == rare ? names[1] : names[0]
    return Self.isSeenToTheEnd.contains(other) ? 2 : 1
  }

  private static let isToldByItsError: Set = [
    "an answer of another shape", "a status that is not expected", "an error that a stub answers with",
  ]
  private static let isOfRareUse: Set = [
    "an unused stub", "too few requests", "an answer that was not asked for",
  ]
  private static let isSeenToTheEnd: Set = [
    "an unused stub", "too few requests", "an answer that was not asked for", "a hidden stub", "stubs in another order",
    "an expectation of too many", "an expectation of none", "a wrong value",
  ]
}

@Suite("A first suite", .enabled(if: ProcessInfo.processInfo.environment["FIRST_SUITE"] != nil), .network())
struct FirstSuite {
  @Test("right", arguments: FirstSuiteCase.right)
  func right(example: FirstSuiteCase) async throws { try await run(example) }

  @Test("wrong", arguments: FirstSuiteCase.wrong)
  func wrong(example: FirstSuiteCase) async throws { try await run(example) }

  private func run(_ example: FirstSuiteCase) async throws {
    for stub in example.stubs { await MockTransport.current.add(stub) }
    try await example.body(Shop())
  }
}

@Suite(.enabled(if: ProcessInfo.processInfo.environment["FIRST_SUITE"] == "pairs"), .network())
struct FirstSuitePairs {
  @Test("two mistakes in one test", arguments: FirstSuitePair.all)
  func wrong(pair: FirstSuitePair) async throws {
    for stub in pair.first.stubs + pair.second.stubs { await MockTransport.current.add(stub) }
    try? await pair.first.body(Shop())
    try await pair.second.body(Shop(at: FirstSuitePair.secondBase))
  }
}

/// What a run with `NETWORK_TESTING_OFFLINE` refuses; it runs only where `FirstSuiteTests` starts it.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["NETWORK_TESTING_OFFLINE"] != nil), .network())
struct OfflineRun {
  @Test("a run that is offline sends nothing", arguments: ["transport", "detached", "shared"])
  func send(kind: String) async throws {
    guard let url = URL(string: "https://offline.invalid/items") else { return }
    let request = URLRequest(url: url)
    switch kind {
    case "transport": _ = try? await URLSessionTransport().send(request)
    case "detached":
      await Task.detached {
        _ = await #expect(throws: LiveNetworkError.self) { try await URLSessionTransport().send(request) }
      }.value
    default: _ = try? await URLSession.shared.data(for: request)
    }
  }
}

/// What a test that is offline refuses of the shared session, which no other test may have meanwhile.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["FIRST_SUITE"] != nil), .offline)
struct OfflineSharedRun {
  @Test("a run that is offline sends nothing") func send() async throws {
    guard let url = URL(string: "https://offline.invalid/items") else { return }
    let error = await #expect(throws: URLError.self) { try await URLSession.shared.data(for: URLRequest(url: url)) }
    #expect(error?.code == .notConnectedToInternet)
  }
}
