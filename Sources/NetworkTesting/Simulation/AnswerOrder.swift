/// Who decides when the answers of a transport arrive: a simulated run.
protocol AnswerOrder: AnyObject, Sendable {
  /// Notes a request and gives its answer a place among everything else that waits.
  func turn(of request: ReceivedRequest) -> any AnswerTurn

  /// Notes something that a task waits for, until the value that is returned is released.
  func waiting(for text: @escaping @Sendable () -> String) -> AnyObject
}

/// One answer that waits until it may arrive.
protocol AnswerTurn: Sendable {
  /// Suspends until the answer may arrive.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
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

  @TaskLocal static var current = SimulationContext()
}
