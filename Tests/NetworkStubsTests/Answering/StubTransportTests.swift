import NetworkTesting
import TestSupport

@testable import NetworkStubs

@Suite("A transport without a test")
struct StubTransportTests {
  private typealias Texts = Endpoint<EndpointKinds.Public, JSONValue>

  private static func endpoint(_ path: String, query: [URLQueryItem] = [], method: HTTPMethod = .get, _ text: String?)
    -> Texts
  {
    Texts(method: method, path: path, queryItems: query, sample: text.map { .json(.string($0)) })
  }

  private static func samples() -> StubTransport {
    StubTransport(
      samplesOf: endpoint("items", "all"), endpoint("items", method: .post, "made"),
      endpoint("search", query: [URLQueryItem(name: "q", value: "a b")], "found"), endpoint("search", "others"),
      endpoint("v2/items", "newer"), endpoint("größe", "big"), endpoint("none", nil))
  }

  @Test(
    "a transport without a test answers with the sample of the endpoint that is asked for, also on a host with a path",
    arguments: [
      (Texts(path: "items"), "all"), (Texts(method: .post, path: "items"), "made"), (Texts(path: "v2/items"), "newer"),
      (Texts(path: "/search", queryItems: [URLQueryItem(name: "q", value: "a b")]), "found"),
      (Texts(path: "search", queryItems: [URLQueryItem(name: "q", value: "tea")]), "others"),
      (Texts(path: "search"), "others"), (Texts(path: "größe"), "big"),
    ])
  private func samples(endpoint: Texts, text: String) async throws {
    for host: URLHost in ["demo", "https://demo/api"] {
      let loader = EndpointLoader(transport: Self.samples(), host: host)
      let value = try await loader.load(endpoint: endpoint)
      #expect(value == .string(text))
    }
  }

  @Test("an endpoint without a sample is an error that says what to do")
  func missing() async throws {
    let transport = Self.samples()
    let loader = EndpointLoader(transport: transport, host: "demo")
    let text = "The endpoint GET none has no sample. Give it one, as in Endpoint(…, sample: .json(…))."
    let issues = await recordedIssues {
      let error = await #expect(throws: MissingSampleError.self) {
        try await loader.load(endpoint: Texts(path: "none"))
      }
      #expect(error?.description == text)
    }
    #expect(issues.count == 1 && issues[0].text.contains(text), "\(issues)")
  }

  @Test("an answer may take its time on a clock, and be given up")
  func delay() async throws {
    let clock = VirtualClock()
    let transport = StubTransport(.any.respond(json: "all"), delay: .fixed(.seconds(3)), clock: clock)
    let loader = EndpointLoader(transport: transport, host: "demo")
    async let answer = loader.load(endpoint: Texts(path: "items"))
    try await clock.waitForSleepers(1)
    clock.jump(by: .seconds(3))
    #expect(try await answer == "all")
    let task = Task { try await loader.load(endpoint: Texts(path: "items")) }
    try await clock.waitForSleepers(1)
    task.cancel()
    let error = try #require(await #expect(throws: URLError.self) { try await task.value })
    #expect(error.code == .cancelled)
    #expect("\(error)".hasPrefix("URLError.cancelled (-999)"))
  }

  @Test("the error of a request that it does not answer names verify, since there is no issue")
  func unanswered() async throws {
    let transport = StubTransport.ofProgram(.get("/items").respond(json: []).optional())
    let error = try #require(
      await #expect(throws: UnansweredRequest.self) { try await transport.send(.make(.get, "https://demo/item")) })
    #expect(
      "\(error)" == """
        No stub answers GET https://demo/item: no stub's path matches; closest: /items. The transport's verify() says more.
        """)
    await #expect(throws: VerificationError.self) { try await transport.verify() }
  }

  @Test("what was wrong is thrown by verify, with the text that a test would have, and only once")
  func verify() async throws {
    let issues = await recordedIssues {
      let mock = MockTransport(.get("/a").respond(status: 204), .get("/b").respond(status: 204))
      _ = try? await mock.send(.test("/c"))
    }
    let transport = StubTransport.ofProgram(.get("/a").respond(status: 204), .get("/b").respond(status: 204))
    await #expect(throws: UnansweredRequest.self) { try await transport.send(.test("/c")) }
    let error = await #expect(throws: VerificationError.self) { try await transport.verify() }
    let text = try #require(error?.problems.first)
    func withoutPlaces(_ text: String) -> Substring {
      text.replacing(#/StubTransportTests\.swift:\d+/#, with: "PLACE").prefix { $0 != "(" }
    }
    let issue = try #require(issues.first?.text)
    #expect(withoutPlaces(text).prefix(200) == withoutPlaces(issue).prefix(200))
    #expect(text.contains("No stub answers GET https://api.example.com/c"))
    try await transport.verify()
  }

  @Test("a stub that was not used, and a count that is wrong, are thrown by verify")
  func unused() async throws {
    let transport = StubTransport.ofProgram(.get("/a").respond(status: 204))
    await transport.expect(.get("/b"), 1)
    let error = await #expect(throws: VerificationError.self) { try await transport.verify() }
    #expect(error?.problems.count == 2)
    #expect(error?.description.contains("StubTransportTests.swift:") == true)
  }

  @Test(
    "a transport without a test prints at its end the problems that no verify asked for, but no unused stubs",
    arguments: [true, false])
  func end(isVerified: Bool) async throws {
    let printed = Protected<[String]>([])
    do {
      let program = ProgramHarness { text in printed.withLock { $0.append(text) } }
      let transport = StubTransport(
        engine: StubEngine([.get("/a").respond(status: 204)], in: program, at: CodePlace()))
      await #expect(throws: UnansweredRequest.self) { try await transport.send(.test("/c")) }
      if isVerified { await #expect(throws: VerificationError.self) { try await transport.verify() } }
      withExtendedLifetime(transport) { #expect(printed.withLock { $0 }.isEmpty) }
    }
    let texts = printed.withLock { $0 }
    #expect(texts.count == (isVerified ? 0 : 1))
    #expect(texts.allSatisfy { $0.hasPrefix("No stub answers GET https://api.example.com/c") })
  }

  @MainActor private static var shared: StubTransport? = StubTransport(.get("/a").respond(status: 204).optional())

  @MainActor
  @Test("a transport in a static property fails the test that sends the request, and not the one that releases it")
  func ofStatic() async {
    for path in ["/c", "/d"] {
      let issues = await recordedIssues { _ = try? await Self.shared?.send(.test(path)) }
      #expect(
        issues.map { $0.text.hasPrefix("No stub answers GET https://api.example.com\(path)") } == [true], "\(issues)")
    }
    let issues = await recordedIssues { Self.shared = nil }
    #expect(issues.isEmpty, "\(issues)")
  }

  @Test("made in a test, it fails that test at once, and for its unused stubs at the end", arguments: [true, false])
  func ofTest(isVerified: Bool) async throws {
    let issues = await recordedIssues {
      let transport = StubTransport(.get("/a").respond(status: 204))
      _ = try? await URLSession.stubbed(by: transport).data(from: .test("/a"))
      await Task.detached { _ = try? await transport.send(.test("/c")) }.value
      if isVerified { try await transport.verify() }
    }
    #expect(issues.count == 1, "\(issues)")
    #expect(issues.allSatisfy { $0.text.hasPrefix("No stub answers GET https://api.example.com/c") })
    let unused = await recordedIssues {
      let transport = StubTransport(.get("/a").respond(status: 204))
      if isVerified { try await transport.verify() }
    }
    #expect(unused.map { $0.text.hasPrefix(#"The stub .get("/a") was never used."#) } == [true], "\(unused)")
  }
}
