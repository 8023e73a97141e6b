/// Decides when requests and answers arrive; a simulated run does.
protocol AnswerOrder: AnyObject, Sendable {
  /// Suspends until a request may arrive, and notes it.
  ///
  /// - Returns: The turn of its answer.
  /// - Throws: `CancellationError` if the task is cancelled before.
  func arrive(_ request: ReceivedRequest) async throws -> any AnswerTurn

  /// Notes something that a task waits for, until the value that is returned is released.
  func waiting(for text: @escaping @Sendable () -> String) -> ReleaseAction
}

/// When one answer arrives.
protocol AnswerTurn: Sendable {
  /// How long it takes.
  var latency: Duration { get }

  /// Suspends until the answer may arrive.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before.
  func wait() async throws

  /// Notes what became of the request.
  func end(_ outcome: Exchange.Outcome)
}

/// The simulated run that a task belongs to.
///
/// A task-local of its own type: an optional closure or existential as a task-local has crashed optimised builds.
struct SimulationContext: Sendable {
  var order: (any AnswerOrder)?
  var clock: VirtualClock?
  /// What random delays begin with.
  var seed: UInt64 = 0

  @TaskLocal static var current = SimulationContext()
}
