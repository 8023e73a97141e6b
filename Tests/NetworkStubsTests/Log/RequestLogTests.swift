import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkRecording
import NetworkTesting
import TestSupport

@testable import NetworkStubs

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The log of a transport")
struct RequestLogTests {
  private let fixtures: TemporaryFixtures

  init() throws {
    fixtures = try TemporaryFixtures()
  }

  private static let kinds = ["mock", "suspended", "replay", "recording"]

  /// A transport of a kind that was sent `GET /1`, `POST /2` and `GET /3`.
  private func used(_ kind: String) async throws -> any RememberingTransport {
    let requests: [URLRequest] = [.get("/1"), .post("/2"), .get("/3")]
    let transport: any RememberingTransport
    switch kind {
    case "mock": transport = MockTransport(.any.respond(json: 1))
    case "suspended": transport = SuspendedTransport()
    case "replay": transport = ReplayTransport(Recordings.numbered(requests))
    default:
      let file = RecordingFile("a", in: FixtureFolder(at: fixtures.url))
      transport = try RecordingTransport(MockTransport(.any.respond(json: 1)), to: file)
    }
    for request in requests {
      async let response = transport.send(request)
      if let suspended = transport as? SuspendedTransport { try await suspended.nextCall().answer(json: 1) }
      _ = try await response
    }
    return transport
  }

  @Test("the log of a transport answers the same questions, whatever the transport", arguments: kinds)
  func questions(_ kind: String) async throws {
    let transport = try await used(kind)
    #expect(await transport.requests.map(\.path) == ["/1", "/2", "/3"])
    #expect(await transport.requests(matching: .get()).map(\.path) == ["/1", "/3"])
    #expect(await transport.exchanges.map(\.number) == [1, 2, 3])
    for exchange in await transport.exchanges {
      guard case .answered = exchange.outcome else {
        Issue.record("\(exchange.outcome)")
        return
      }
    }
    await transport.expect(.get(), 2)
    await transport.expect(inOrder: .get("/1"), .post("/2"), .get("/3"))
    #expect(try await transport.nextRequest(matching: .post()).path == "/2")
    #expect(try await transport.nextRequest().path == "/1")
    try await transport.verify()
  }

  @Test("the log of a transport fails with the same texts, whatever the transport", arguments: kinds)
  func texts(_ kind: String) async throws {
    let transport = try await used(kind)
    let issues = await recordedIssues {
      await transport.expect(.delete("/1"))
      await transport.expect(inOrder: .get("/3"), .get("/1"))
    }
    try expectGolden(issues.map(\.text).joined(separator: "\n\n"), "Failures/log-expectations.txt")
    let error = await #expect(throws: RequestWaitError.self) {
      try await transport.nextRequest(matching: .put("/1"), timeout: .zero)
    }
    #expect(error?.code == .noRequest)
    let text = "\(try #require(error))".withoutLine
    try expectGolden(text, "Failures/log-wait.txt")
  }

  @Test("the log of a transport shows a streamed answer as far as it was read", arguments: kinds)
  func streamed(_ kind: String) async throws {
    let answer = Answer.stream("one ", "two")
    let mock = MockTransport(.any.respond(with: answer).optional())
    let transport: any RememberingTransport
    switch kind {
    case "mock": transport = mock
    case "suspended": transport = SuspendedTransport()
    case "replay": return
    default:
      transport = try RecordingTransport(mock, to: RecordingFile("a", in: FixtureFolder(at: fixtures.url)))
    }
    async let stream = transport.stream(.get("/a"))
    if let suspended = transport as? SuspendedTransport { try await suspended.nextCall().answer(with: answer) }
    for try await _ in try await stream { break }
    guard case .answered(let response) = await transport.exchanges[0].outcome else {
      Issue.record("There is no answer.")
      return
    }
    #expect(response.body == Data("one ".utf8))
  }

  @Test("the log of a transport says how long a streamed answer has taken, chunk by chunk")
  func duration() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(.any.respond(with: .stream("a", .pause(.seconds(2)), "b")), clock: clock)
    var chunks = try await transport.stream(.get("/a")).makeAsyncIterator()
    _ = try await chunks.next()
    #expect(await transport.exchanges[0].duration == .zero)
    clock.jump(by: .seconds(2))
    _ = try await chunks.next()
    #expect(await transport.exchanges[0].duration == .seconds(2))
  }

  @Test("the log of a transport knows the last request that came before the end of another")
  func lastBeforeEnd() async throws {
    let transport = SuspendedTransport()
    async let first = transport.send(.get("/1"))
    let call = try await transport.nextCall(matching: .get("/1"))
    async let second = transport.send(.get("/2"))
    let other = try await transport.nextCall(matching: .get("/2"))
    call.answer(status: 204)
    _ = try await first
    other.answer(status: 204)
    _ = try await second
    #expect(transport.log.exchanges.map(\.lastBeforeEnd) == [2, 2])
  }

  @Test("the log of a transport hands over, with a scope, what its requests wait for when the scope ends")
  func watch() async throws {
    let transport = SuspendedTransport()
    let watch = TrafficWatch()
    let sending = TrafficWatch.$current.withValue(watch) { Task { try await transport.send(.get("/1")) } }
    let call = try await transport.nextCall()
    let left = watch.take()
    #expect(left.map { $0.map(\.isLeft) } == [[true]])
    #expect(watch.take().isEmpty)
    call.answer(status: 204)
    _ = try await sending.value
  }

  @Test("the log of a transport forgets on reset what no nextRequest has taken")
  func resetInbox() async throws {
    let transport = MockTransport(.any.respond(status: 204))
    _ = try await transport.send(.get("/a"))
    await transport.reset()
    _ = try await transport.send(.get("/b"))
    #expect(try await transport.nextRequest().url?.path == "/b")
  }

  @Test("the log of a transport forgets on reset what no server has seen")
  func resetRefusals() async {
    let transport = MockTransport()
    transport.log.noteUnsent(.get("/a"), because: "it has a body")
    transport.log.noteCancelled(.get("/b"))
    #expect(transport.log.refusals.count == 1 && transport.log.silence.unsent != nil)
    await transport.reset()
    #expect(transport.log.refusals.isEmpty && transport.log.silence.unsent == nil)
  }

  @Test("the log of a transport names a request that was not sent without reading its stream")
  func unsentStream() {
    let stream = InputStream(data: Data("tea".utf8))
    var request = URLRequest.make(.post, "https://api.example.com/a")
    request.httpBodyStream = stream
    RequestLog(ProgramHarness()).noteUnsent(request, because: "its task was already cancelled")
    #expect(stream.streamStatus == .notOpen)
  }

  @Test("the log of a transport knows after a reset, too, which problems are new")
  func resetProblems() async {
    let transport = MockTransport()
    for _ in 0..<2 {
      _ = await recordedIssues { _ = try? await transport.send(.get("/a")) }
      #expect(transport.log.takeReported())
      #expect(!transport.log.takeReported())
      await transport.reset()
    }
  }

  @Test("the log of a transport has forgotten what was wrong before a reset, and says the same again after it")
  func resetTwice() async throws {
    let transport = StubTransport.ofProgram()
    for _ in 0..<2 {
      _ = try? await transport.send(.get("/a"))
      await transport.reset()
      try await transport.verify()
    }
    _ = try? await transport.send(.get("/a"))
    await #expect(throws: VerificationError.self) { try await transport.verify() }
  }

  @Test("the log of a transport takes no answer to a request from before a reset for one to a later request")
  func resetNumbers() async throws {
    let held = AsyncStream<CheckedContinuation<Void, Never>>.makeStream()
    let transport = MockTransport(
      .get("/late").respond { _ in
        await withCheckedContinuation { held.continuation.yield($0) }
        return HTTPResponse(status: 201)
      }.optional(), .get("/next").respond(status: 204))
    let call = Task { try await transport.send(.get("/late")).status }
    let late = try #require(await held.stream.first { _ in true })
    await transport.reset()
    _ = try await transport.send(.get("/next"))
    late.resume()
    #expect(try await call.value == 201)
    let statuses = transport.log.exchanges.map { exchange in
      if case .answered(let response) = exchange.outcome { response.status } else { 0 }
    }
    #expect(statuses == [204])
  }

  @Test(
    "the log of a transport names stubs that cannot answer, however they came",
    arguments: ["added", "in the place of others", "of a scope"])
  func faultyStubs(way: String) async {
    let transport = MockTransport()
    let issues = await recordedIssues {
      let stubs: [Stub] = [.get("/a").respond(status: 200).optional(), .get("/a").respond(status: 201).optional()]
      switch way {
      case "added": transport.engine.add(stubs)
      case "of a scope": _ = transport.engine.open(stubs, of: nil, isOfTest: true)
      default: transport.engine.replace(with: stubs)
      }
    }
    #expect(issues.count == 1 && issues[0].text.contains("The stub .get(\"/a\")"), "\(issues)")
  }

  @Test("the log of a transport gives an answer the URL of its request, unless it has one")
  func answerURL() async throws {
    let other = try #require(URL(string: "https://other.test/b"))
    let transport = MockTransport(
      .get("/a").respond(status: 204), .get("/b").respond { _ in HTTPResponse(status: 204, url: other) })
    #expect(try await transport.send(.get("/a")).url == URLRequest.get("/a").url)
    #expect(try await transport.send(.get("/b")).url == other)
  }

  @Test("the log of a transport shares its bodies with what was sent and answered, and copies none")
  func shared() async throws {
    func place(_ data: Data?) -> UnsafeRawPointer? { data?.withUnsafeBytes { $0.baseAddress } }
    var request = URLRequest.post("/1")
    request.httpBody = Data(repeating: 1, count: 1_000_000)
    let transport = MockTransport(.any.respond(with: .data(Data(repeating: 2, count: 1_000_000))))
    let response = try await transport.send(request)
    let exchange = try #require(await transport.exchanges.first)
    #expect(place(exchange.request.body) == place(request.httpBody))
    guard case .answered(let logged) = exchange.outcome else {
      Issue.record("\(exchange.outcome)")
      return
    }
    #expect(place(logged.body) == place(response.body))
  }

  @Test("counts are numbers and ranges", arguments: [(0, false), (1, true), (3, true), (4, false)])
  func counts(sent: Int, isFine: Bool) async throws {
    let transport = MockTransport(.any.respond(status: 204).optional())
    for _ in 0..<sent { _ = try await transport.send(.get("/a")) }
    let issues = await recordedIssues {
      await transport.expect(.any, 1...3)
      await transport.expect(.any, .exactly(sent))
    }
    #expect(issues.isEmpty == isFine)
    if !isFine { #expect(issues.first?.text.hasPrefix("Expected 1 to 3 requests matching") == true) }
  }
}
