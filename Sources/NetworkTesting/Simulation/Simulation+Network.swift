@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Simulation: AnswerOrder {
  func arrive(_ request: ReceivedRequest) async throws -> any AnswerTurn {
    try await SimulatedArrival(in: self).wait()
    let (now, deadlines) = clock.snapshot
    let sleeps = deadlines.map { now.duration(to: $0) }
    return contents.withLock { contents in
      let number = contents.record.begin(request, at: now)
      let latency = latency(sleeps, &contents.scheduler.generator)
      let toService = wayToService(of: latency, &contents.scheduler.generator)
      return SimulatedTurn(number: number, latency: latency, toService: toService, simulation: self)
    }
  }

  /// How much of its time a request needs to arrive where it is answered; nil if it is there at once.
  ///
  /// The service may answer early, so that the answer is old when it arrives, or late, so that requests overtake each other.
  private func wayToService(of latency: Duration, _ generator: inout SeededGenerator) -> Duration? {
    switch generator.index(below: 3) {
    case 0: nil
    case 1: latency
    default: .milliseconds(generator.index(below: Int(latency / .milliseconds(1)) + 1))
    }
  }

  /// How long an answer takes: whole milliseconds, which read well, or as long as another task sleeps, so that two things
  /// happen at the same time.
  private func latency(_ sleeps: [Duration], _ generator: inout SeededGenerator) -> Duration {
    let milliseconds = longestLatency / .milliseconds(1)
    guard milliseconds >= 1 else { return .zero }
    let sleeps = sleeps.filter { $0 <= longestLatency }
    if !sleeps.isEmpty, generator.index(below: 2) == 0 { return sleeps[generator.index(below: sleeps.count)] }
    return .milliseconds(generator.index(below: Int(milliseconds) + 1))
  }

  func waiting(for text: @escaping @Sendable () -> String) -> ReleaseAction {
    let id = contents.withLock { $0.record.addWait(text) }
    return ReleaseAction { [weak self] in self?.contents.withLock { $0.record.removeWait(id) } }
  }
}

/// An answer of a simulated run.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct SimulatedTurn: AnswerTurn {
  let number: Int
  let latency: Duration
  let toService: Duration?
  let simulation: Simulation

  func wait(_ way: AnswerWay) async throws {
    switch way {
    case .toService:
      if let toService { try await SimulatedArrival(in: simulation, after: toService).wait() }
    case .back:
      let rest = latency - (toService ?? .zero)
      // One choice at least.
      if rest > .zero || toService == nil { try await SimulatedArrival(in: simulation, after: rest).wait() }
    }
  }

  func end(_ outcome: Exchange.Outcome) {
    simulation.contents.withLock { $0.record.end(number, outcome, at: simulation.clock.now) }
  }
}

/// A request or an answer that waits until the simulation lets it arrive.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class SimulatedArrival: Sendable {
  private enum State { case new, waiting(UnsafeContinuation<Bool, Never>), arrived, cancelled }

  private let simulation: Simulation
  private let latency: Duration
  private let state = Guarded(State.new)

  init(in simulation: Simulation, after latency: Duration = .zero) {
    self.simulation = simulation
    self.latency = latency
  }

  func wait() async throws {
    let hasArrived = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let mustWait = state.withLock { state in
          if case .cancelled = state { return false }
          state = .waiting(continuation)
          return true
        }
        if mustWait { simulation.add(self, after: latency) } else { continuation.resume(returning: false) }
      }
    } onCancel: {
      simulation.contents.withLock { $0.arrivals.removeAll { $0.arrival === self } }
      resume(.cancelled, returning: false)
    }
    // A task that is cancelled after an answer's arrival has that answer, as with a real session.
    if !hasArrived { throw CancellationError() }
  }

  /// Lets it arrive, unless a cancellation came first.
  func arrive() {
    resume(.arrived, returning: true)
  }

  private func resume(_ end: State, returning hasArrived: Bool) {
    let continuation: UnsafeContinuation<Bool, Never>? = state.withLock { state in
      switch state {
      case .new:
        state = end
        return nil
      case .waiting(let continuation):
        state = end
        return continuation
      case .arrived, .cancelled: return nil
      }
    }
    continuation?.resume(returning: hasArrived)
  }
}
