import NetworkEndpoints
import Testing

/// What a mocked session needs for its calls; it lives as long as the session does, and its number and transport with it.
final class SessionContext: Sendable {
  let transport: any HTTPTransport
  /// The transport, if it is a mock transport, which answers at once where it can.
  let mock: MockTransport?
  let settings: SessionSettings
  let recorder: ProblemRecorder?
  let heads = SessionHeads()
  /// The clock of calls whose transport has none.
  let clock: any Clock<Duration>
  private let registry: SessionRegistry
  private let number = Guarded(0)

  init(
    transport: any HTTPTransport, clock: any Clock<Duration>, settings: SessionSettings, recorder: ProblemRecorder?,
    registry: SessionRegistry = .shared
  ) {
    self.transport = transport
    self.clock = clock
    self.settings = settings
    self.recorder = recorder
    self.registry = registry
    mock = transport as? MockTransport
  }

  /// Enters the registry.
  ///
  /// - Returns: The protocol class that leads to this context.
  func enter() -> SessionProtocol.Type {
    let (number, protocolClass) = registry.enter(self)
    self.number.withLock { $0 = number }
    return protocolClass
  }

  deinit {
    let number = number.withLock { $0 }
    if number > 0 { registry.leave(number) }
    // The session's own queues may be the last to release it. What a transport reports when it is released still belongs
    // to the test.
    if Test.current == nil { recorder?.release(transport) }
  }
}

/// Records problems in the test it was made in, from wherever they come.
///
/// A session's calls run on queues that belong to no test, where an issue would be lost. A task belongs to the test that
/// started it, so one is started for each session, to record the problems of its calls.
final class ProblemRecorder: Sendable {
  /// The test it belongs to.
  let test: Test.ID
  private let work: AsyncStream<@Sendable () -> Void>.Continuation

  /// Creates a recorder for the current test; nil where there is none.
  init?() {
    guard let test = Test.current else { return nil }
    self.test = test.id
    let (stream, continuation) = AsyncStream<@Sendable () -> Void>.makeStream()
    work = continuation
    Task { for await work in stream { work() } }
  }

  deinit {
    work.finish()
  }

  /// Records problems, and returns when that is done.
  func record(_ problems: [Problem]) async {
    await withCheckedContinuation { done in
      work.yield {
        for problem in problems { problem.record() }
        done.resume()
      }
    }
  }

  /// Releases a transport in the test, so that its last problems are recorded there.
  func release(_ transport: any HTTPTransport) {
    work.yield { _ = transport }
  }
}
