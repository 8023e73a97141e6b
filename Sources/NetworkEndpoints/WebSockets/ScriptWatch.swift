/// A look at a socket whose two ends may wait for each other, which would be why a test hangs.
///
/// That is no mistake by itself: a connection is idle while its test does something else. So it is told once, and fails nothing.
final class ScriptWatch: Sendable {
  private let outcome: ScriptOutcome
  private let client: WebSocketInbox
  private let server: WebSocketInbox
  private let seconds: Double
  private let now: @Sendable () -> Moment
  private let timer = Locked<(any DispatchSourceTimer)?>(nil)
  private let last = Locked(Look())

  /// A moment, and how long the threads of the process have run until then.
  typealias Moment = (time: ContinuousClock.Instant, work: Duration)

  /// The findings of a look.
  private struct Look {
    var moment: Moment?
    /// The messages that the ends waited for.
    var awaited: [Int] = []
    /// The number of looks in a row that found both ends still waiting in a busy process.
    var busyCount = 0
  }

  /// The number of looks at a busy process after which it warns anyway.
  private static let busyLimit = 30

  /// - Parameters:
  ///   - seconds: How long both ends wait before it is told, at least.
  ///   - now: The current moment; tests have their own.
  init(
    _ outcome: ScriptOutcome, client: WebSocketInbox, server: WebSocketInbox, seconds: Double,
    now: @escaping @Sendable () -> Moment = { (.now, ProcessorTime.now) }
  ) {
    self.outcome = outcome
    self.client = client
    self.server = server
    self.seconds = seconds
    self.now = now
  }

  deinit { timer.withLock { $0?.cancel() } }

  /// Begins to look, when the client first reads.
  func start() {
    timer.withLock { timer in
      guard timer == nil else { return }
      let source = DispatchSource.makeTimerSource()
      source.schedule(deadline: .now() + seconds)
      // On the pool, after what waits there: on a busy machine, one end may still have something to do.
      source.setEventHandler { [weak self] in
        // Captured anew, because Swift 6.2 treats the outer `self` as a variable that two tasks share.
        Task.detached(priority: .background) { [weak self] in self?.look() }
      }
      source.resume()
      timer = source
    }
  }

  /// Warns if both ends have waited since the last look in a process that was not busy; otherwise looks again later.
  func look() {
    let awaited = [client.awaitedNumber, server.awaitedNumber].compactMap(\.self)
    let now = now()
    let isStuck = last.withLock { last in
      guard awaited.count == 2, awaited == last.awaited, let before = last.moment else {
        last = Look(moment: now, awaited: awaited)
        return false
      }
      // In a busy process, an end that could go on may still be waiting for its turn on the pool.
      let isBusy = ProcessorTime.isBusy(working: now.work - before.work, of: before.time.duration(to: now.time))
      guard isBusy, last.busyCount < Self.busyLimit else { return true }
      last = Look(moment: now, awaited: awaited, busyCount: last.busyCount + 1)
      return false
    }
    guard isStuck else {
      // Set again only now: the looks of a repeating timer would pile up on a busy pool, and then come all at once.
      timer.withLock { $0?.schedule(deadline: .now() + seconds) }
      return
    }
    timer.withLock { $0?.cancel() }
    outcome.warn(
      """
      The script of the WebSocket at \(outcome.shownPlace) waits for message \(awaited[1]) of the client, and the client waits for the \
      script.
      If the test hangs here, let the script send a message, close the socket or return.
      """)
  }
}
