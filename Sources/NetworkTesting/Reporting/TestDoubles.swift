/// The doubles and sessions that a test has made, whose traffic is attached if it fails, and its task.
package final class TestDoubles: SessionKeeping {
  static var current: TestDoubles? { SessionLeases.keeper as? TestDoubles }

  package let sessions = SessionLeases()
  /// The task that runs the test, as the scope of a trait knows it.
  let task = TestTask.current
  /// The logs of the doubles, with their places; nil when the test is over.
  // A double keeps tasks that run its closures in the test, and their task-locals keep this object. If it kept the double for longer
  // than the test lasts, neither would ever be released, nor any request and its body.
  private let logs = Guarded<[(log: RequestLog, place: CodePlace)]?>([])
  /// Whether a request of the test was kept from the live network, which is an issue already.
  private let hasRefused = Guarded(false)
  /// Those whose callers may wait for the test when its body has returned; nil when the test is over.
  private let waiting = Guarded<[any KeptDouble]?>([])

  /// Records a double of the current test.
  ///
  /// - Returns: Whether its traffic is attached if the test fails. A simulation attaches that of the failed run itself.
  package static func add(_ log: RequestLog, at place: CodePlace) -> Bool {
    guard let current, SimulationContext.current.order == nil, !log.harness.isShared else { return false }
    current.logs.withLock { $0?.append((log, place)) }
    return true
  }

  /// Notes that a request of the current test was kept from the live network.
  static func noteRefused() { current?.hasRefused.withLock { $0 = true } }

  /// Records a double of the current test whose callers wait for the test: at the end of a trait's scope, nobody answers them any more.
  static func addWaiting(_ double: any KeptDouble) {
    guard let current, SimulationContext.current.order == nil, !double.harness.isShared else { return }
    current.waiting.withLock { $0?.append(double) }
  }

  /// Reports what sessions have left, and the callers that wait for a test whose body has returned.
  ///
  /// - Parameter isComplete: Whether the test has come to its end.
  private func end(isComplete: Bool) {
    // A trait has already verified its own.
    for transport in sessions.transports where transport.engine.trait == nil {
      transport.engine.harness.reportRest(of: transport.engine, isComplete: isComplete)
    }
    for double in waiting.take() ?? [] { double.harness.reportRest(of: double, isComplete: isComplete) }
  }

  /// Runs a test's code, and lets its doubles report what they have left. If the test has failed, attaches their traffic; an error that
  /// ends it is no second issue.
  package static func scope(_ operation: @Sendable () async throws -> Void) async throws {
    // An outer trait of the same test ends later.
    guard current == nil, let test = Test.current else { return try await operation() }
    let doubles = TestDoubles()
    let watch = FailureWatch()
    let result = await Result {
      try await watch.run(test, Test.Case.current) {
        try await SessionLeases.$keeper.withValue(doubles) {
          let result = await Result { try await operation() }
          doubles.end(isComplete: !Task.isCancelled)
          try result.get()
        }
      }
    }
    let logs = doubles.logs.take() ?? []
    if watch.hasFailed || result.hasThrown {
      for (log, place) in logs { TrafficAttachment.record(log.exchanges, issues: watch.texts, at: place) }
    }
    // A run of a simulation needs the error, and has no doubles here.
    if case .failure(let error) = result {
      if logs.contains(where: { $0.log.hasReported(error) }) { return }
      if watch.hasFailed, doubles.hasRefused.withLock({ $0 }), ErrorText.causes(of: error).contains(where: \.isRefusal)
      {
        return
      }
      if let origin = logs.lazy.compactMap({ $0.log.origin(of: error) }).first {
        // Its own text says the same.
        return Problem.record(error, with: (error as? URLError)?.isDescribed == true ? nil : origin)
      }
      // Script and client of a WebSocket get one error for one wait, which was reported.
      if error is ScriptWaits, watch.hasFailed { return }
      if !Task.isCancelled, let answer = lastAnswer(in: logs.map(\.log), before: error) {
        // The body that an invalid stub cannot send is missing, for example.
        if answer.isOfFaultyStub, watch.hasFailed, !(error is ExpectationFailedError) { return }
        if error.isOfCode { return Problem.record(error, with: answer.text) }
      }
    }
    try result.get()
  }

  /// Returns what the code under test was answered last, since an error of its own, such as of decoding, names no stub.
  private static func lastAnswer(
    in logs: [RequestLog], before error: any Error
  ) -> (text: String, started: Date, isOfFaultyStub: Bool)? {
    logs.compactMap { $0.lastAnswer(before: error) }.max { $0.started < $1.started }
  }

  /// Has the doubles of the current test that received nothing say nothing of it: a request went elsewhere, and was reported.
  static func explainSilence() { for (log, _) in current?.logs.withLock({ $0 ?? [] }) ?? [] { log.explainSilence() } }
}

extension Error {
  /// Whether the code under test may have made the error: those of Swift Testing and of this package say themselves what they are about.
  fileprivate var isOfCode: Bool {
    guard !(self is ExpectationFailedError || self is CancellationError) else { return false }
    return !FunctionName.ownModules.contains(String(String(reflecting: type(of: self)).prefix { $0 != "." }))
  }
}

extension Error {
  /// Whether it is what a caller gets whose request was kept from the live network.
  fileprivate var isRefusal: Bool { self is LiveNetworkError || (self as? URLError)?.code == .notConnectedToInternet }
}
