/// The senders of requests that come to a mocked session which has lost its transport, so that no harness of its own knows them.
///
/// A session asks its protocols in the code that resumes a task. If it has a cache, it looks there before it begins to load, and
/// does so on a queue of its own, where no test is current.
enum LostRequests {
  private static let limit = 1_000
  private static let senders = Guarded<[(url: URL?, harness: any Harness)]>([])

  /// Notes the test that sends a request.
  static func note(_ request: URLRequest) {
    let sender = (url: request.url, harness: DefaultHarness.current)
    // The first one is released outside of the lock.
    let first: (url: URL?, harness: any Harness)? = senders.withLock { senders in
      senders.append(sender)
      // A task that is cancelled at once does not begin to load.
      return senders.count > limit ? senders.removeFirst() : nil
    }
    withExtendedLifetime(first) {}
  }

  /// The test that sent a request: the current one, or else the first whose request to that address is not refused yet.
  static func sender(of request: URLRequest) -> any Harness {
    let noted = senders.withLock { senders in
      senders.firstIndex { $0.url == request.url }.map { senders.remove(at: $0).harness }
    }
    let current = DefaultHarness.current
    return current.testName.isEmpty ? noted ?? current : current
  }
}
