/// An answer that waits until the simulation lets it arrive.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class SimulatedAnswer: AnswerTurn {
  private enum State { case new, waiting(UnsafeContinuation<Void, Never>), arrived }

  private let simulation: Simulation
  private let number: Int
  private let latency: Duration
  private let state = Guarded(State.new)

  init(_ number: Int, latency: Duration, in simulation: Simulation) {
    self.number = number
    self.latency = latency
    self.simulation = simulation
  }

  func wait() async throws {
    if latency > .zero { try await simulation.clock.sleep(for: latency) }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let mustWait = state.withLock { state in
          if case .arrived = state { return false }
          state = .waiting(continuation)
          return true
        }
        if mustWait { simulation.add(self) } else { continuation.resume() }
      }
    } onCancel: {
      arrive()
    }
    try Task.checkCancellation()
  }

  /// Lets the answer arrive, which a cancellation may have done before.
  func arrive() {
    let continuation: UnsafeContinuation<Void, Never>? = state.withLock { state in
      defer { state = .arrived }
      guard case .waiting(let continuation) = state else { return nil }
      return continuation
    }
    continuation?.resume()
  }

  func end(_ outcome: Exchange.Outcome) {
    simulation.contents.withLock { $0.record.end(number, outcome, at: simulation.clock.now) }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Simulation: AnswerOrder {
  func turn(of request: ReceivedRequest) -> any AnswerTurn {
    let now = clock.now
    let (number, latency) = contents.withLock { contents in
      (contents.record.begin(request, at: now), Self.latency(upTo: longestLatency, &contents.scheduler.generator))
    }
    return SimulatedAnswer(number, latency: latency, in: self)
  }

  /// Whole milliseconds, which read well.
  private static func latency(upTo longest: Duration, _ generator: inout SeededGenerator) -> Duration {
    let milliseconds = longest / .milliseconds(1)
    guard milliseconds >= 1 else { return .zero }
    return .milliseconds(generator.index(below: Int(milliseconds) + 1))
  }

  func waiting(for text: @escaping @Sendable () -> String) -> AnyObject {
    let id = contents.withLock { $0.record.addWait(text) }
    return ReleaseAction { [weak self] in self?.contents.withLock { $0.record.removeWait(id) } }
  }
}
