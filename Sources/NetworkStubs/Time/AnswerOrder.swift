/// The order in which requests and answers arrive, decided by a simulated run.
package protocol AnswerOrder: AnyObject, Sendable {
  /// Suspends until a request may arrive, records it, and returns the turn of its answer.
  func arrive(_ request: ReceivedRequest) async throws -> any AnswerTurn

  /// Suspends until no other task of the run is ready.
  func becomeQuiet() async

  /// Counts a task as the run's, wherever it is woken. One that began on an actor has passed no executor that the run knows.
  func keep(_ task: TaskReference)

  /// Does what needs other threads than the run's, as a session does, when the current job has ended, and waits for it.
  func handOver(_ work: @escaping @Sendable () -> Void)

  /// Does something on the current thread as a part of the run, whose own thread waits for it.
  func perform(_ body: () -> Void)

  /// Starts a task of the run, wherever the caller is.
  func start(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never>

  /// Records something that a task waits for, until the returned value is released.
  func waiting(for text: @escaping @Sendable () -> String) -> ReleaseAction
}

/// The two directions of a request and its answer.
package enum AnswerWay { case toService, back }

/// A request or an answer that a faulty network has lost.
package struct AnswerLoss: Error {
  /// Whether the caller is not told, and waits until it times out.
  let isSilent: Bool

  package init(isSilent: Bool) { self.isSilent = isSilent }
}

/// The time at which one answer arrives.
package protocol AnswerTurn: Sendable {
  /// Whether the request is lost before it is answered, so that it uses up no stub.
  var losesRequest: Bool { get }
  /// The latency of both directions together.
  var latency: Duration { get }

  /// Returns the answer in other pieces; nil if it comes as it is.
  func cut(_ stream: HTTPStream) -> HTTPStream?

  /// Suspends until the request may arrive at the service, which answers then, or the answer at the caller.
  ///
  /// - Parameters:
  ///   - way: The direction.
  ///   - takesTime: Whether that takes time; an answer with a delay of its own takes no other.
  /// - Throws: `CancellationError` if the task is cancelled first; ``AnswerLoss`` if nothing arrives.
  func wait(_ way: AnswerWay, takesTime: Bool) async throws

  /// Answers a request again, if it arrives a second time. The caller does not receive that answer.
  func repeats(_ answer: @escaping @Sendable () async throws -> Void)

  /// Records the outcome of the request.
  func end(_ outcome: Exchange.Outcome, by stub: (any AnsweringStub)?)

  /// Records that the caller was told of its cancellation, whatever has become of the answer.
  func withdraw()
}

/// The simulated run that a task belongs to.
///
/// A task-local of its own type: an optional closure or existential as a task-local has crashed optimised builds.
package struct SimulationContext: Sendable {
  package var order: (any AnswerOrder)?
  package var clock: VirtualClock?
  /// The seed of random delays.
  package var seed: UInt64 = 0

  package init(order: (any AnswerOrder)? = nil, clock: VirtualClock? = nil, seed: UInt64 = 0) {
    self.order = order
    self.clock = clock
    self.seed = seed
  }

  @TaskLocal package static var current = SimulationContext()
}

extension TimeLimit {
  /// Returns the longest wait of a test in real time, which a simulated run replaces by its patience.
  package static func ofWait(_ timeout: Duration) -> Self {
    Self(
      duration: SimulationContext.current.order == nil ? timeout : max(timeout, .seconds(600)), clock: ContinuousClock()
    )
  }
}
