import NetworkStubs
import NetworkTesting
import TestSupport

@Suite("Mocked sessions at the same time")
struct SessionIsolationTests {
  @Test("each have their own answer for one address", arguments: 0..<100)
  func own(number: Int) async throws {
    let transport = MockTransport(.get("/same").respond(with: .text("answer \(number)")))
    let session = URLSession.mocked(by: transport)
    for _ in 0..<5 { #expect(try await session.answer(to: .test("/same")).text == "answer \(number)") }
    #expect(await transport.requests.count == 5)
  }

  @Test("each have their own answer within one test")
  func within() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        group.addTask {
          let session = URLSession.mocked(by: MockTransport(.get("/same").respond(with: .text("answer \(number)"))))
          return try await session.answer(to: .test("/same")).text == "answer \(number)"
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test("made of one configuration are answered by its transport")
  func oneConfiguration() async throws {
    let transport = MockTransport(.get("/same").respond(with: .text("tea")))
    let configuration = URLSessionConfiguration.mocked(by: transport)
    let sessions = (0..<10).map { _ in URLSession(configuration: configuration) }
    for session in sessions { #expect(try await session.answer(to: .test("/same")).text == "tea") }
    #expect(await transport.requests.count == 10)
  }

  @Test("made of a session's configuration are answered by its transport")
  func copied() async throws {
    let session = URLSession.mocked(by: MockTransport(.get("/same").respond(with: .text("tea"))))
    let other = URLSession(configuration: session.configuration)
    #expect(try await other.answer(to: .test("/same")).text == "tea")
  }

  @Test("mocked sessions never answer for one that is gone, whose protocol classes another configuration has")
  func carried() async throws {
    let plain = URLSessionConfiguration.ephemeral
    plain.urlCache = nil
    let gone = Gate()
    do {
      let session = URLSession.mocked(by: LastWords(gone))
      plain.protocolClasses = session.configuration.protocolClasses
    }
    await gone.wait()
    let others = (0..<100).map { _ in
      URLSession.mocked(by: MockTransport(.any.respond(with: .text("other")).optional()))
    }
    let issues = await recordedIssues {
      let error = await #expect(throws: (any Error).self) {
        try await URLSession(configuration: plain).data(from: .test("/same"))
      }
      #expect((error as? MockedSessionError)?.code == .released)
    }
    withExtendedLifetime(others) { #expect(issues.count == 1) }
  }

  @Test("answer a thousand requests of one session at once")
  func manyRequests() async throws {
    let transport = MockTransport(
      .get("/items/{id}").respond { HTTPResponse(body: Data($0.path.utf8)) })
    let session = URLSession.mocked(by: transport)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<1_000 {
        group.addTask { try await session.answer(to: .test("/items/\(number)")).text == "/items/\(number)" }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}

/// A transport that opens a gate when it is released.
private final class LastWords: HTTPTransport {
  private let gate: Gate

  init(_ gate: Gate) {
    self.gate = gate
  }

  deinit {
    gate.open()
  }

  func send(_ request: URLRequest) async throws -> HTTPResponse { HTTPResponse() }
}
