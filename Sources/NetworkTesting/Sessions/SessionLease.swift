import NetworkEndpoints
import Testing

/// What a mocked session needs for its calls; it lives as long as the session does, and its number and transport with it.
final class SessionLease: Sendable {
  let transport: any HTTPTransport
  /// The transport, if it is one that answers at once where it can.
  let mock: MockTransport?
  let settings: SessionSettings
  let desk: ProblemDesk?
  let heads = SessionHeads()
  /// The clock of calls whose transport has none.
  let clock: any Clock<Duration>
  private let registry: SessionRegistry
  private let number = Guarded(0)

  init(
    transport: any HTTPTransport, clock: any Clock<Duration>, settings: SessionSettings, desk: ProblemDesk?,
    registry: SessionRegistry = .shared
  ) {
    self.transport = transport
    self.clock = clock
    self.settings = settings
    self.desk = desk
    self.registry = registry
    mock = transport as? MockTransport
  }

  /// Enters the registry.
  ///
  /// - Returns: The protocol class that leads to this lease.
  func enter() -> SessionProtocol.Type {
    let (number, protocolClass) = registry.enter(self)
    self.number.withLock { $0 = number }
    return protocolClass
  }

  deinit {
    let number = number.withLock { $0 }
    if number > 0 { registry.leave(number) }
    // The session's own queues may be the last to let go of it. What a transport says when it is released belongs to the
    // test all the same.
    if Test.current == nil { desk?.release(transport) }
  }
}

/// Records problems in the test it was made in, from wherever they come.
///
/// A session's calls run on queues that belong to no test, where an issue would be nobody's. A task does belong to the
/// test that started it, so one is started for each session, to record what the session's calls run into.
final class ProblemDesk: Sendable {
  /// The test it belongs to.
  let test: Test.ID
  private let work: AsyncStream<@Sendable () -> Void>.Continuation

  /// Opens a desk in the current test; nil where there is none.
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

  /// Lets go of a transport in the test, which hears what the transport has to say last.
  func release(_ transport: any HTTPTransport) {
    work.yield { _ = transport }
  }
}
