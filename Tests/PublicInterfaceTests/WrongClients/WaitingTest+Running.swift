import Foundation
import NetworkStubs
import NetworkTesting
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension WaitingTest {
  /// The stubs of the test of an app; one that is too slow meets code that never answers.
  func stubs(_ mistake: Mistake) -> [Stub] {
    switch self {
    case .timeOut: [.any.respond(status: 200).delayed(by: .seconds(90)).times(0...1)]
    case .backOff: [.any.respond(inOrder: .status(503), .status(503), .status(200)).optional()]
    case .poll: [.any.respond(status: 200).times(0...3)]
    case .spinner: [.any.respond(status: 200).delayed(by: .seconds(30)).times(0...1)]
    case .events: [.any.respond(with: .stream("a", .pause(.seconds(5)), "b")).times(0...1)]
    case .closure:
      [
        .any.respond { _ in
          if mistake == .tooSlow { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
          return HTTPResponse(status: 200)
        }.times(0...1)
      ]
    case .body: [.any.respond(with: .stream(Self.body(isOver: mistake != .tooSlow))).times(0...1)]
    default: [.any.respond(status: 200).times(0...1)]
    }
  }

  /// A body that the test sends.
  private static func body(isOver: Bool) -> AsyncStream<Data> {
    let (stream, source) = AsyncStream.makeStream(of: Data.self)
    source.yield(Data("a".utf8))
    if isOver { source.finish() } else { kept.withLock { $0.append(source) } }
    return stream
  }

  /// A stream ends with its last source.
  private static let kept = Protected<[AsyncStream<Data>.Continuation]>([])

  /// Runs the test of an app as an article teaches it.
  func run(_ app: WrongClient, isolation: isolated (any Actor)? = #isolation) async throws {
    let clock = app.clock
    // The wait of a test that is wrong need not last ten seconds.
    let patience: Duration = app.mistake == .neverAsks ? .milliseconds(20) : .seconds(10)
    switch self {
    case .timeOut:
      let value = Task { try await app.load() }
      try await app.transport.nextRequest(timeout: patience)
      await clock.advance(by: .seconds(60))
      let error = await #expect(throws: URLError.self) { try await value.value }
      #expect(error?.code == .timedOut)
    case .backOff:
      let value = Task {
        var status = try await app.load()
        for attempt in 0..<2 where status == 503 {
          try await app.sleep(1 << attempt)
          status = try await app.load()
        }
        return status
      }
      await clock.advance(by: .seconds(1))
      await app.transport.expect(.any, 2)
      await clock.advance(by: .seconds(2))
      let last = try await value.value
      #expect(last == 200)
    case .poll:
      let poll = Task {
        for _ in 0..<3 {
          try await app.load()
          try await app.sleep(5)
        }
      }
      await clock.advance(by: .seconds(15))
      await app.transport.expect(.any, 3)
      try await poll.value
    case .debounce:
      let search = Task {
        try await app.sleep(1)
        return try await app.load()
      }
      await clock.advance(by: .milliseconds(999))
      await app.transport.expect(.any, 0)
      await clock.advance(by: .milliseconds(1))
      await app.transport.expect(.any, 1)
      _ = try await search.value
    case .spinner:
      let value = Task { try await app.load(timeout: 15) }
      try await clock.waitForSleepers(1, timeout: patience)
      clock.jump(by: .seconds(15))
      let error = await #expect(throws: URLError.self) { try await value.value }
      #expect(error?.code == .timedOut)
    case .events:
      let value = Task { try await app.load(timeout: 4) }
      try await app.transport.nextRequest(timeout: patience)
      await clock.advance(by: .seconds(4))
      let error = await #expect(throws: URLError.self) { try await value.value }
      #expect(error?.code == .timedOut)
    case .sentInBackground:
      let sync = Task {
        try await app.sleep(1)
        try await app.load()
      }
      await clock.advance(by: .seconds(1))
      try await app.transport.nextRequest(timeout: app.mistake == .none ? patience : .milliseconds(20))
      _ = try await sync.value
      await app.transport.expect(.any, 1)
    case .eventually:
      let status = Protected(0)
      let task = Task {
        try await app.sleep(1)
        let new = try await app.load()
        status.withLock { $0 = new }
      }
      await clock.advance(by: .seconds(1))
      let longest: Duration = app.mistake == .none ? .seconds(10) : .milliseconds(20)
      try await NetworkTesting.eventually(timeout: longest) { status.withLock { $0 } == 200 }
      try await task.value
    case .callbackOnClock:
      let value = Task {
        try await withCallback(timeout: .seconds(10), clock: clock) { (done: @escaping @Sendable (Int) -> Void) in
          Task {
            try await app.sleep(9)
            done(try await app.load())
          }
        }
      }
      await clock.advance(by: .seconds(9))
      _ = try await value.value
    case .closure, .body:
      let value = try await app.load()
      #expect(value == 200)
    case .twoCallers, .leavingCaller, .olderAnswer, .model: try await runSuspended(app, patience: patience)
    }
  }

  /// Runs a test that answers the calls itself.
  private func runSuspended(_ app: WrongClient, patience: Duration) async throws {
    let transport = try #require(app.transport as? SuspendedTransport)
    let first = Task { try await app.load("/1") }
    let call = try await transport.nextCall(timeout: patience)
    switch self {
    case .leavingCaller:
      // Otherwise it may leave before it asks again.
      if app.mistake == .asksOnceTooOften { _ = try await transport.nextCall() }
      if app.mistake != .tooSlow { first.cancel() }
      try await call.waitForAbandonment(timeout: app.mistake == .none ? .seconds(10) : .milliseconds(20))
      _ = await first.result
    case .olderAnswer, .twoCallers:
      let second = Task { try await app.load("/2") }
      let other = try await transport.nextCall(timeout: patience)
      // The wrong test waits for what it has not answered.
      if app.mistake != .tooSlow { other.answer(status: 200) }
      _ = try await second.value
      call.answer(status: 200)
      _ = try await first.value
    default:
      if app.mistake != .tooSlow { call.answer(status: 200) }
      _ = try await first.value
    }
    await transport.expect(.any, self == .olderAnswer || self == .twoCallers ? 2 : 1)
  }
}
