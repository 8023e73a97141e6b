/// A look at a socket whose two ends may wait for each other, which would be why a test hangs.
///
/// That is no mistake by itself: a connection is idle while its test does something else. So it is told once, and fails nothing.
final class ScriptWatch: Sendable {
  private let outcome: ScriptOutcome
  private let client: WebSocketInbox
  private let server: WebSocketInbox
  private let seconds: Double
  private let timer = Locked<(any DispatchSourceTimer)?>(nil)
  /// The messages that the ends waited for at the last look.
  private let awaited = Locked<[Int]>([])

  /// - Parameter seconds: How long both ends wait before it is told, at least.
  init(_ outcome: ScriptOutcome, client: WebSocketInbox, server: WebSocketInbox, seconds: Double) {
    self.outcome = outcome
    self.client = client
    self.server = server
    self.seconds = seconds
  }

  deinit { timer.withLock { $0?.cancel() } }

  /// Begins to look, when the client first reads.
  func start() {
    timer.withLock { timer in
      guard timer == nil else { return }
      let source = DispatchSource.makeTimerSource()
      source.schedule(deadline: .now() + seconds)
      // On the pool, after what waits there: on a busy machine, one end may still have something to do.
      source.setEventHandler { [weak self] in Task.detached(priority: .background) { self?.look() } }
      source.resume()
      timer = source
    }
  }

  /// Warns if both ends have waited since the last look; otherwise looks again later.
  func look() {
    let now = [client.awaitedNumber, server.awaitedNumber].compactMap(\.self)
    let before = awaited.withLock { awaited in
      defer { awaited = now }
      return awaited
    }
    guard now.count == 2, now == before else {
      // Set again only now: the looks of a repeating timer would pile up on a busy pool, and then come all at once.
      timer.withLock { $0?.schedule(deadline: .now() + seconds) }
      return
    }
    timer.withLock { $0?.cancel() }
    outcome.warn(
      """
      The script of the WebSocket at \(outcome.shownPlace) waits for message \(now[1]) of the client, and the client waits for the \
      script.
      If the test hangs here, let the script send a message, close the socket or return.
      """)
  }
}
