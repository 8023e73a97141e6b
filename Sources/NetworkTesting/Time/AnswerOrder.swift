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

/// The two ways that a request and its answer take.
enum AnswerWay { case toService, back }

/// When one answer arrives.
protocol AnswerTurn: Sendable {
  /// How long both ways take together.
  var latency: Duration { get }

  /// Suspends until the request may arrive at the service, which answers then, or the answer at the caller.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before.
  func wait(_ way: AnswerWay) async throws

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
