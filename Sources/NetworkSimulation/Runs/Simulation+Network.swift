@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Simulation: AnswerOrder {
  func arrive(_ request: ReceivedRequest) async throws -> any AnswerTurn {
    try await SimulatedArrival(in: self).wait()
    let (now, deadlines) = clock.nextDeadlines(within: longestLatency)
    let sleeps = deadlines.map { now.duration(to: $0) }
    return contents.withLock { contents in
      let number = contents.record.begin(request, at: now)
      let way =
        prescribed.map { $0.ways.count < number ? SimulatedWay() : $0.ways[number - 1] }
        ?? chosenWay(sleeps, &contents.scheduler.generator)
      if isNoted { contents.choices.ways.append(way) }
      return SimulatedTurn(number: number, way: way, simulation: self)
    }
  }

  private func chosenWay(_ sleeps: [Duration], _ generator: inout SeededGenerator) -> SimulatedWay {
    var way = SimulatedWay()
    way.latency = latency(sleeps, &generator)
    way.toService = wayToService(of: way.latency, &generator)
    if settings.faults.contains(.deliveries), faultInterval > 0, generator.index(below: 2) == 0 {
      way.cuts = generator.next()
    }
    guard let fault = settings.faults.choice(&generator, oneIn: faultInterval) else { return way }
    switch fault {
    case .lostRequests: way.fate = .lost(.toService, isSilent: generator.index(below: 3) == 0)
    case .lostAnswers: way.fate = .lost(.back, isSilent: generator.index(below: 3) == 0)
    case .duplicates: way.fate = .twice(after: latency(sleeps, &generator))
    default:
      // One that much later requests overtake.
      way.latency *= 1 + generator.index(below: 9)
      if way.toService != nil { way.toService = generator.index(below: 2) == 0 ? way.latency : .zero }
    }
    return way
  }

  /// Returns the time that a request needs to reach the service; nil if it arrives immediately.
  ///
  /// The service may answer early, so that the answer is old when it arrives, or late, so that requests overtake each other.
  private func wayToService(of latency: Duration, _ generator: inout SeededGenerator) -> Duration? {
    switch generator.index(below: 3) {
    case 0: nil
    case 1: latency
    default: .milliseconds(generator.index(below: Int(latency / .milliseconds(1)) + 1))
    }
  }

  /// The latency of an answer: whole milliseconds, for readability, or the same as another task's sleep, so that two events
  /// happen at the same time.
  private func latency(_ sleeps: [Duration], _ generator: inout SeededGenerator) -> Duration {
    let milliseconds = longestLatency / .milliseconds(1)
    guard milliseconds >= 1 else { return .zero }
    if !sleeps.isEmpty, generator.index(below: 2) == 0 { return sleeps[generator.index(below: sleeps.count)] }
    return .milliseconds(generator.index(below: Int(milliseconds) + 1))
  }

  func becomeQuiet() async {
    await withUnsafeContinuation { continuation in
      let isOver = contents.withLock { contents in
        if contents.phase != .over { contents.waitingForQuiet.append(continuation) }
        return contents.phase == .over
      }
      if isOver { continuation.resume() }
    }
  }

  func keep(_ task: TaskReference) { SimulatedTasks.keep(task.id, in: self) }

  func handOver(_ work: @escaping @Sendable () -> Void) {
    let isTaken = add(isOfSession: true) { $0.handovers.append(work) }
    if !isTaken { Self.runOutside(work) }
  }

  func perform(_ body: () -> Void) { SimulationThread.withSimulation(self, body) }

  func start(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task(executorPreference: self) { await operation() }
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
  let way: SimulatedWay
  let simulation: Simulation

  var latency: Duration { way.latency }
  func cut(_ stream: HTTPStream) -> HTTPStream? { way.cuts.map(stream.cut) }

  var losesRequest: Bool {
    if case .lost(.toService, _) = way.fate { true } else { false }
  }

  func wait(_ direction: AnswerWay, takesTime: Bool) async throws {
    if takesTime {
      switch direction {
      case .toService:
        if let time = way.toService { try await SimulatedArrival(in: simulation, after: time).wait() }
      case .back:
        let rest = latency - (way.toService ?? .zero)
        // At least one choice.
        if rest > .zero || way.toService == nil { try await SimulatedArrival(in: simulation, after: rest).wait() }
      }
    }
    if direction == .back, way.cuts != nil { note("is answered in other pieces") }
    guard case .lost(direction, let isSilent) = way.fate else { return }
    note(direction == .toService ? "is lost on its way to the service" : "was answered, but its answer is lost")
    throw AnswerLoss(isSilent: isSilent)
  }

  func repeats(_ answer: @escaping @Sendable () async throws -> Void) {
    guard case .twice(let time) = way.fate else { return }
    Task { [self] in
      try? await SimulatedArrival(in: simulation, after: time).wait()
      note("arrives at the service a second time")
      // No one sees the result.
      try? await answer()
    }
  }

  private func note(_ text: String) {
    simulation.contents.withLock { $0.record.add(.fault(number, text), at: simulation.clock.now) }
  }

  func end(_ outcome: Exchange.Outcome, by stub: (any AnsweringStub)?) {
    simulation.contents.withLock { $0.record.end(number, outcome, by: stub, at: simulation.clock.now) }
  }

  func withdraw() { simulation.contents.withLock { $0.record.withdraw(number, at: simulation.clock.now) } }
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
      simulation.contents.withLock { $0.coming.removeAll { $0.work.arrival === self } }
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
