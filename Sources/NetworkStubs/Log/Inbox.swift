/// An inbox that delivers each arrival to the first matching wait, whether that began before or after.
package struct Inbox<Element: Sendable>: Sendable {
  private struct Waiter {
    let matcher: RequestMatcher
    package let state = CallbackState()
    let received = Guarded<Element?>(nil)
  }

  private struct Contents {
    /// The arrivals not taken yet, with holes for those taken; the first is never a hole.
    var arrived: ArraySlice<(request: ReceivedRequest, element: Element)?> = []
    var waiters: [Waiter] = []

    package mutating func take(_ matcher: RequestMatcher) -> Element? {
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

  package init() {}

  package func add(_ element: Element, for request: RequestReader) {
    while true {
      let waiter: Waiter? = contents.withLock { contents in
        if let index = contents.waiters.firstIndex(where: { $0.matcher.matches(request) }) {
          return contents.waiters.remove(at: index)
        }
        contents.arrived.append((request.request, element))
        return nil
      }
      guard let waiter else { return }
      waiter.state.call { waiter.received.withLock { $0 = element } }
      // A wait that has just ended leaves the arrival to the next one.
      if waiter.received.withLock({ $0 != nil }) { return }
    }
  }

  package func add(_ element: Element, for request: ReceivedRequest) { add(element, for: RequestReader(request)) }

  /// Returns the first arrival that a matcher takes, if it is already there.
  package func take(_ matcher: RequestMatcher) -> Element? { contents.withLock { $0.take(matcher) } }

  /// Returns the first arrival that a matcher takes, and waits for it if necessary.
  ///
  /// - Returns: The arrival, or nil if none comes in time.
  /// - Throws: `CancellationError`.
  package func next(
    matching matcher: RequestMatcher, within limit: TimeLimit, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Element? {
    // Nothing can arrive that would end the wait.
    if matcher.problem != nil { return nil }
    let waiter = Waiter(matcher: matcher)
    let arrived: Element? = contents.withLock { contents in
      if let element = contents.take(matcher) { return element }
      contents.waiters.append(waiter)
      return nil
    }
    if let arrived { return arrived }
    let note = SimulationContext.current.order?.waiting { "a request matching \(matcher.shownCode)" }
    await limit.waitForEnd(of: waiter.state, isolation: isolation)
    withExtendedLifetime(note) {}
    if let element = waiter.received.withLock({ $0 }) { return element }
    contents.withLock { $0.waiters.removeAll { $0.state.hasEnded } }
    guard case .timedOut = waiter.state.outcome?.end else { throw CancellationError() }
    return nil
  }

  /// Forgets all arrivals.
  ///
  /// - Returns: The forgotten arrivals, to be released outside all locks: the end of a call may report a problem.
  package func removeAll() -> some Sendable { contents.withLock { $0.removeAll() } }
}
