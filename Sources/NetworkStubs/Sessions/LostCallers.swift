/// The tests whose sessions have lost their transports, by what they send.
///
/// A session asks its protocols in the context of the code that sends. What it does later may be on a queue, where no test is known.
final class LostCallers: Sendable {
  static let shared = LostCallers()

  private let harnesses = Guarded<[String: any Harness]>([:])

  /// Notes the test of the caller, which sends a request that nothing answers.
  func note(_ request: URLRequest) {
    let harness = DefaultHarness.current
    guard !harness.testName.isEmpty else { return }
    harnesses.withLock { harnesses in
      // Those of requests that were never sent.
      if harnesses.count >= 100 { harnesses.removeAll() }
      harnesses[request.key] = harness
    }
  }

  /// Returns the test that sends a request, and forgets it; nil if none is known.
  func take(_ request: URLRequest) -> (any Harness)? {
    harnesses.withLock { $0.removeValue(forKey: request.key) }
  }
}

extension URLRequest {
  /// What tells one request from another here.
  fileprivate var key: String { "\(httpMethod ?? "GET") \(url?.absoluteString ?? "")" }
}
