/// An inbox that delivers each arrival to the first matching wait, whether that began before or after.
package struct Inbox<Element: Sendable>: Sendable {
  private struct Waiter {
    let matcher: RequestMatcher
    /// Its number, in the order in which waits began.
    var number = 0
    let state = CallbackState()
    let received = Guarded<Element?>(nil)
  }

  private struct Arrival {
    /// Its number, in the order of arrival.
    let number: Int
    let request: ReceivedRequest
    let element: Element
  }

  private struct Contents {
    /// The arrivals not taken yet, with holes for those taken; the first is never a hole.
    var arrived: ArraySlice<Arrival?> = []
    var waiters: [Waiter] = []
    var lastNumber = 0

    var nextNumber: Int {
      mutating get {
        lastNumber += 1
        return lastNumber
      }
    }

    /// Takes an arrival that was found at a place, unless that has happened meanwhile.
    mutating func take(_ number: Int, at index: Int) -> Element? {
      guard arrived.indices.contains(index), let arrival = arrived[index], arrival.number == number else { return nil }
      arrived[index] = nil
      arrived = arrived.drop { $0 == nil }
      return arrival.element
    }

    /// Removes a wait that is about to get an arrival; returns whether it still waits.
    mutating func take(_ waiter: Waiter) -> Bool {
      guard let index = waiters.firstIndex(where: { $0.number == waiter.number }) else { return false }
      waiters.remove(at: index)
      return true
    }
  }

  // Matchers are asked outside the lock, since they may call predicates of the test. Then the lock is taken again to see whether
  // anything has come meanwhile that was not asked.
  private let contents = Guarded(Contents())

  package init() {}

  package func add(_ element: Element, for request: RequestReader) {
    var asked = 0
    while true {
      let waiters = contents.withLock { contents in
        let waiters = contents.waiters.filter { $0.number > asked }
        if waiters.isEmpty {
          contents.arrived.append(Arrival(number: contents.nextNumber, request: request.request, element: element))
        }
        return waiters
      }
      if waiters.isEmpty { return }
      for waiter in waiters {
        asked = waiter.number
        guard waiter.matcher.matches(request), contents.withLock({ $0.take(waiter) }) else { continue }
        waiter.state.call { waiter.received.withLock { $0 = element } }
        // A wait that has just ended leaves the arrival to the next one.
        if waiter.received.withLock({ $0 != nil }) { return }
      }
    }
  }

  package func add(_ element: Element, for request: ReceivedRequest) { add(element, for: RequestReader(request)) }

  /// Returns the first arrival that a matcher takes, if it is already there.
  package func take(_ matcher: RequestMatcher) -> Element? { take(matcher, orAdd: nil) }

  /// Returns the first arrival that a matcher takes; if there is none, a wait begins that gets the next.
  private func take(_ matcher: RequestMatcher, orAdd waiter: Waiter?) -> Element? {
    var asked = 0
    while true {
      let (found, last) = Self.find(matcher, in: contents.withLock { $0.arrived }, after: asked)
      if let found {
        asked = found.number
        if let element = contents.withLock({ $0.take(found.number, at: found.index) }) { return element }
        continue
      }
      asked = last
      let isOver = contents.withLock { contents in
        if contents.arrived.contains(where: { $0.map { $0.number > asked } ?? false }) { return false }
        if var waiter {
          waiter.number = contents.nextNumber
          contents.waiters.append(waiter)
        }
        return true
      }
      if isOver { return nil }
    }
  }

  /// Asks a matcher about arrivals with higher numbers than one, without a lock.
  ///
  /// - Returns: The first that it takes, and the number of the last one.
  private static func find(
    _ matcher: RequestMatcher, in arrived: ArraySlice<Arrival?>, after asked: Int
  ) -> (found: (number: Int, index: Int)?, last: Int) {
    var last = asked
    for index in arrived.indices {
      guard let arrival = arrived[index], arrival.number > asked else { continue }
      last = arrival.number
      if matcher.matches(RequestReader(arrival.request)) { return ((arrival.number, index), last) }
    }
    return (nil, last)
  }

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
    if let arrived = take(matcher, orAdd: waiter) { return arrived }
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
  package func removeAll() -> some Sendable {
    contents.withLock { contents in
      defer { contents.arrived = [] }
      return contents.arrived.compactMap { $0?.element }
    }
  }
}
