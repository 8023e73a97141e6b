/// The tests whose sessions have lost their transports, by their tasks.
///
/// A session asks its protocols in the context of the code that sends. What it does later may be on a queue, where no test is known.
final class LostCallers: Sendable {
  static let shared = LostCallers()

  private let harnesses = Guarded<[ObjectIdentifier: any Harness]>([:])

  /// Notes the test of the caller, which sends a request that nothing answers.
  func note(_ task: URLSessionTask) {
    let harness = DefaultHarness.current
    guard !harness.testName.isEmpty else { return }
    harnesses.withLock { harnesses in
      // Those of tasks that were never started.
      if harnesses.count >= 100 { harnesses.removeAll() }
      harnesses[ObjectIdentifier(task)] = harness
    }
  }

  /// Returns the test that sends a task, and forgets it; nil if none is known.
  func take(_ task: URLSessionTask?) -> (any Harness)? {
    guard let task else { return nil }
    return harnesses.withLock { $0.removeValue(forKey: ObjectIdentifier(task)) }
  }
}
