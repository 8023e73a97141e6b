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
    // Whoever is cancelled after an answer's arrival has that answer, as with a real session.
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
