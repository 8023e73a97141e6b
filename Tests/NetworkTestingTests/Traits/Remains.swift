import Foundation
import NetworkEndpoints
import NetworkSimulation
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a test can leave behind: each feature that it has used, in each state that its API allows.
struct Remains: Sendable, CustomTestStringConvertible {
  /// What was used, and the state it is left in.
  let testDescription: String
  private let body: @Sendable () async throws -> Void

  private init(_ name: String, _ body: @escaping @Sendable () async throws -> Void) {
    testDescription = name
    self.body = body
  }

  /// Leaves it behind: in a test of its own, whose issues are not this test's.
  func leave(in test: Test) async {
    let trait = NetworkTrait.network(.any.respond(status: 204).optional())
    _ = await silencedIssues {
      try await trait.provideScope(for: test.having(trait), testCase: Test.Case.current) { try await body() }
    }
  }

  static let all = clocks + calls + sessions + waits
  /// What is never released.
  private static let kept = Protected<[any Sendable]>([])

  private static func keep(_ value: any Sendable) { kept.withLock { $0.append(value) } }

  private struct Failure: Error {}

  private static let clocks = [
    Self("nothing") {},
    Self("a task that moves the clock, unawaited") {
      let clock = VirtualClock()
      Task {
        try await clock.waitForSleepers(1)
        await clock.advance(by: .seconds(60))
      }
      try await clock.sleep(for: .seconds(1))
    },
    Self("a task that moves the clock, cancelled") {
      let clock = VirtualClock()
      let mover = Task { try await clock.run() }
      try await clock.sleep(for: .seconds(1))
      mover.cancel()
    },
    Self("a poll on the clock, unawaited") {
      let clock = VirtualClock()
      let poll = Task { while true { try await clock.sleep(for: .seconds(1)) } }
      await clock.advance(by: .seconds(3))
      keep(poll)
    },
    Self("a poll on the clock, cancelled") {
      let clock = VirtualClock()
      let poll = Task { while true { try await clock.sleep(for: .seconds(1)) } }
      await clock.advance(by: .seconds(3))
      poll.cancel()
    },
    Self("a clock that is never released") {
      let clock = VirtualClock()
      keep(clock)
      await clock.advance(by: .seconds(1))
    },
    Self("a simulated run with a task, unawaited") {
      try await runSimulation(seed: 1) {
        Task { try await VirtualClock.simulated.sleep(for: .seconds(9)) }
        try await VirtualClock.simulated.sleep(for: .seconds(1))
      }
    },
    Self("a simulated run, thrown") {
      try await runSimulation(seed: 1) {
        try await VirtualClock.simulated.sleep(for: .seconds(1))
        throw Failure()
      }
    },
  ]

  /// Starts a call, and returns when the transport has it.
  private static func begin(on transport: MockTransport) async throws -> Task<HTTPResponse, any Error> {
    let call = Task { try await transport.send(.make(.get, "https://a.test/slow")) }
    try await transport.nextRequest()
    return call
  }

  private static func slowTransport(_ clock: VirtualClock) -> MockTransport {
    MockTransport(.get("/slow").respond(status: 200).delayed(by: .seconds(30)), clock: clock)
  }

  private static let calls = [
    Self("a call that the clock delays, unawaited") {
      let clock = VirtualClock()
      keep(try await begin(on: slowTransport(clock)))
    },
    Self("a call that the clock delays, cancelled") {
      let clock = VirtualClock()
      try await begin(on: slowTransport(clock)).cancel()
    },
    Self("a call that has timed out") {
      let clock = VirtualClock()
      let transport = MockTransport(.get("/slow").respond(with: .error(.timedOut)), clock: clock)
      let call = Task { try await transport.send(.make(.get, "https://a.test/slow")) }
      try await transport.nextRequest()
      await clock.advance(by: .seconds(60))
      _ = await call.result
    },
    Self("a call with an error that ends the test") {
      let transport = MockTransport(.get("/slow").respond(with: .error(.notConnectedToInternet)))
      _ = try await transport.send(.make(.get, "https://a.test/slow"))
    },
    Self("a request that nothing answers") {
      let transport = MockTransport()
      _ = try await transport.send(.make(.get, "https://a.test/other"))
    },
    Self("a transport that is never released, with a stub unused") {
      // Without promises: the end of the process would report them.
      keep(MockTransport(.get("/never").respond(status: 200).optional()))
    },
    Self("a suspended call, unawaited") {
      let transport = SuspendedTransport()
      keep(Task { try await transport.send(.make(.get, "https://a.test/a")) })
      _ = try await transport.nextCall()
    },
    Self("a suspended call, cancelled") {
      let transport = SuspendedTransport()
      let call = Task { try await transport.send(.make(.get, "https://a.test/a")) }
      keep(try await transport.nextCall())
      call.cancel()
    },
  ]

  private static let sessions = [
    Self("a session that is never invalidated") {
      let session = URLSession.mocked(by: MockTransport(.get("/a").respond(status: 200)))
      _ = try await session.data(from: .test("/a"))
      keep(session)
    },
    Self("a call of a session, unawaited") {
      let clock = VirtualClock()
      let transport = slowTransport(clock)
      let session = URLSession.mocked(by: transport)
      keep(Task { try await session.data(from: .test("/slow")) })
      try await transport.nextRequest()
    },
    Self("a call of a session, cancelled") {
      let clock = VirtualClock()
      let transport = slowTransport(clock)
      let session = URLSession.mocked(by: transport)
      let call = Task { try await session.data(from: .test("/slow")) }
      try await transport.nextRequest()
      call.cancel()
      session.invalidateAndCancel()
    },
    Self("a call of a session, timed out") {
      let clock = VirtualClock()
      let transport = slowTransport(clock)
      let session = URLSession.mocked(by: transport)
      var request = URLRequest(url: .test("/slow"))
      request.timeoutInterval = 5
      let call = Task { [request] in try await session.data(for: request) }
      try await transport.nextRequest()
      await clock.advance(by: .seconds(5))
      _ = await call.result
    },
    Self("every session, with a call unawaited") {
      guard let test = Test.current else { return }
      let trait = EverySessionTrait.everySession(.get("/slow").respond(status: 200).delayed(by: .seconds(30)))
      let clock = VirtualClock()
      try await VirtualClock.$current.withValue(clock) {
        try await trait.provideScope(for: test.having(trait), testCase: Test.Case.current) {
          keep(Task { try await UntouchedSessions.usual.data(from: .test("/slow")) })
          try await MockTransport.current.nextRequest()
        }
      }
    },
  ]

  private static let waits = [
    Self("a callback that never comes, cancelled") {
      let wait = Task {
        try await withCallback(timeout: .seconds(600)) { (callback: @escaping @Sendable (Int) -> Void) in keep(callback)
        }
      }
      wait.cancel()
    },
    Self("a wait for a request, unawaited") {
      let transport = MockTransport()
      keep(Task { try await transport.nextRequest(timeout: .seconds(600)) })
    },
    Self("a body that the test never ends") {
      let (body, source) = AsyncThrowingStream.makeStream(of: Data.self)
      keep(source)
      let transport = MockTransport(.get("/a").respond(with: .stream(body)))
      keep(Task { try await transport.send(.make(.get, "https://a.test/a")) })
      try await transport.nextRequest()
    },
  ]
}
