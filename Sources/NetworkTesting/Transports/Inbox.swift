public import Testing

/// Hands each arrival to the first wait for one like it, whether that began before or after.
struct Inbox<Element: Sendable>: Sendable {
  private struct Waiter {
    let matcher: RequestMatcher
    let state = CallbackState()
    let received = Guarded<Element?>(nil)
  }

  private struct Contents {
    /// What has not been taken yet, with holes where something was, of which none is the first.
    private(set) var arrived: ArraySlice<(request: ReceivedRequest, element: Element)?> = []
    var waiters: [Waiter] = []

    mutating func add(_ element: Element, for request: ReceivedRequest) { arrived.append((request, element)) }

    mutating func take(_ matcher: RequestMatcher) -> Element? {
      let index = arrived.firstIndex { arrival in
        arrival.map { matcher.matches(RequestReader($0.request)) } ?? false
      }
      guard let index, let element = arrived[index]?.element else { return nil }
      arrived[index] = nil
      arrived = arrived.drop { $0 == nil }
      return element
    }

    mutating func removeAll() -> some Sendable {
      defer { arrived = [] }
      return arrived
    }
  }

  private let contents = Guarded(Contents())

  /// Adds an arrival.
  ///
  /// - Parameters:
  ///   - element: What arrived.
  ///   - request: The request by which it is found.
  func add(_ element: Element, for request: ReceivedRequest) {
    let reader = RequestReader(request)
    while true {
      let waiter: Waiter? = contents.withLock { contents in
        if let index = contents.waiters.firstIndex(where: { $0.matcher.matches(reader) }) {
          return contents.waiters.remove(at: index)
        }
        contents.add(element, for: request)
        return nil
      }
      guard let waiter else { return }
      waiter.state.call { waiter.received.withLock { $0 = element } }
      // A wait that has just ended leaves the arrival to the next one.
      if waiter.received.withLock({ $0 != nil }) { return }
    }
  }

  /// Hands over the first arrival that a matcher takes, if it is there already.
  func take(_ matcher: RequestMatcher) -> Element? {
    contents.withLock { $0.take(matcher) }
  }

  /// Hands over the first arrival that a matcher takes; waits until it comes.
  ///
  /// - Returns: The arrival; nil if none comes in time.
  /// - Throws: `CancellationError`.
  func next(
    matching matcher: RequestMatcher, within limit: TimeLimit, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Element? {
    // Nothing that could come would end the wait.
    if matcher.problem != nil { return nil }
    let waiter = Waiter(matcher: matcher)
    let arrived: Element? = contents.withLock { contents in
      if let element = contents.take(matcher) { return element }
      contents.waiters.append(waiter)
      return nil
    }
    if let arrived { return arrived }
    let note = SimulationContext.current.order?.waiting { "a request that matches \(matcher.shownCode)" }
    await limit.waitForEnd(of: waiter.state, isolation: isolation)
    withExtendedLifetime(note) {}
    if let element = waiter.received.withLock({ $0 }) { return element }
    contents.withLock { $0.waiters.removeAll { $0.state.hasEnded } }
    guard case .timedOut = waiter.state.outcome?.end else { throw CancellationError() }
    return nil
  }

  /// Forgets what has arrived.
  ///
  /// - Returns: What is forgotten, to be released outside of all locks: the end of a call may report a problem.
  func removeAll() -> some Sendable { contents.withLock { $0.removeAll() } }
}

extension RememberingTransport {
  /// Returns the next request that a matcher takes: waits until it arrives.
  ///
  /// Each call takes the first such request that no call took before, also one that has arrived already: there is no race
  /// between the code that sends and the test that waits.
  ///
  /// - Parameters:
  ///   - matcher: The matcher.
  ///   - timeout: How long to wait in real time.
  ///   - sourceLocation: The line that a failure names.
  /// - Returns: The request.
  /// - Throws: ``RequestWaitError`` if none arrives in time; `CancellationError` if the task is cancelled.
  @discardableResult
  public func nextRequest(
    matching matcher: RequestMatcher = .any, timeout: Duration = .seconds(10),
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ReceivedRequest {
    let limit = TimeLimit.ofWait(timeout)
    if let request = try await log.inbox.next(matching: matcher, within: limit) { return request }
    let seen = exchanges.map { "\($0.title) (\($0.outcome.remark ?? "answered"))" }
    throw RequestWaitError(noRequest: matcher, within: limit, seen: seen, sourceLocation: sourceLocation)
  }
}

/// A wait for a request, or for what becomes of one, that ended without it.
public struct RequestWaitError: Error, Sendable {
  /// A kind of ``RequestWaitError``.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Storage { case noRequest, notAbandoned }
    private let storage: Storage

    /// The name of the code.
    public var description: String { "\(storage)" }

    /// No such request came.
    public static let noRequest = Self(storage: .noRequest)

    /// The caller did not leave.
    public static let notAbandoned = Self(storage: .notAbandoned)
  }

  /// What kind of error it is.
  public let code: Code
  /// The line that waits.
  public let sourceLocation: SourceLocation

  private let text: String

  init(noRequest matcher: RequestMatcher, within limit: TimeLimit, seen: [String], sourceLocation: SourceLocation) {
    code = .noRequest
    self.sourceLocation = sourceLocation
    if let problem = matcher.problem {
      text = matcher.unreadable(problem)
      return
    }
    let requests = seen.isEmpty ? ["  (none)"] : seen.suffix(8).map { "  \($0)" }
    text = """
      No request that matches \(matcher.shownCode) came within \(limit)

      Awaited at \(sourceLocation.place). The requests so far:
      \(requests.joined(separator: "\n"))

      Check that the code under test uses this transport, and that it gets as far as this request before it needs the \
      answer to another one.\(Self.clockNote)
      """
  }

  /// What the clock of the test stands at, where something waits for it to move.
  private static var clockNote: String {
    guard let clock = VirtualClock.current, let next = clock.deadlines.first else { return "" }
    return "\n\nThe clock of the test is at \(clock.now), and something sleeps on it until \(next): move it."
  }

  init(notAbandoned call: SuspendedCall, within limit: TimeLimit, sourceLocation: SourceLocation) {
    code = .notAbandoned
    self.sourceLocation = sourceLocation
    let state = call.wait.end == .answered ? "It was answered." : "It still waits for its answer."
    text = """
      The caller of \(call.title) did not leave within \(limit)

      Awaited at \(sourceLocation.place). \(state)

      A caller leaves when its task is cancelled, or when its request times out. Check that the code under test cancels \
      the task that makes this request.
      """
  }
}

extension RequestWaitError: CustomStringConvertible {
  /// What happened, what was there, and what to do.
  public var description: String { text }
}
