// Names of other libraries for what a transport remembers, with the right one as the compiler's error.

extension RememberingTransport {
  /// Explains the word for what was received.
  @available(*, unavailable, message: "write requests, or exchanges with the outcomes")
  public var calls: [ReceivedRequest] { requests }

  /// Explains the word for what was received.
  @available(*, unavailable, renamed: "requests")
  public var receivedRequests: [ReceivedRequest] { requests }

  /// Explains how the last request is found.
  @available(*, unavailable, message: "write requests.last")
  public var lastRequest: ReceivedRequest? { requests.last }

  /// Explains how requests are counted.
  @available(*, unavailable, message: "write requests.count, or await transport.expect(.get(…), 2)")
  public var requestCount: Int { requests.count }

  /// Explains how requests are counted.
  @available(*, unavailable, message: "write requests.count, or await transport.expect(.get(…), 2)")
  public var callCount: Int { requests.count }

  /// Explains the label of a matcher.
  @available(*, unavailable, message: "write requests(matching: .get(…))")
  public func requests(for matcher: RequestMatcher) -> [ReceivedRequest] { requests(matching: matcher) }

  /// Explains the label of a matcher.
  @available(*, unavailable, message: "write requests(matching: .get(…))")
  public func requests(_ matcher: RequestMatcher) -> [ReceivedRequest] { requests(matching: matcher) }

  /// Explains the label of a matcher.
  @available(*, unavailable, message: "write nextRequest(matching: .get(…))")
  public func nextRequest(_ matcher: RequestMatcher) async throws -> ReceivedRequest {
    try await nextRequest(matching: matcher)
  }

  /// Explains how a time is written.
  @available(*, unavailable, message: "write timeout: .seconds(5)")
  public func nextRequest(matching matcher: RequestMatcher = .any, timeout: Double) async throws -> ReceivedRequest {
    try await nextRequest(matching: matcher)
  }

  /// Explains the word for a wait.
  @available(*, unavailable, message: "write nextRequest(matching: .get(…))")
  public func waitForRequest(_ matcher: RequestMatcher = .any) async throws -> ReceivedRequest {
    try await nextRequest(matching: matcher)
  }

  /// Explains how a number of requests is checked.
  @available(*, unavailable, message: "write await transport.expect(.get(…), 2): verify() only reports what is left")
  public func verify(_ matcher: RequestMatcher, times count: Int = 1) {}

  /// Explains how a number of requests is checked.
  @available(
    *, unavailable, message: "write await transport.expect(.get(…), .once): verify() only reports what is left"
  )
  public func verify(_ matcher: RequestMatcher, _ count: RequestCount) {}
}

extension RememberingTransport {
  /// Explains the word for what was received.
  @available(*, unavailable, message: "write requests(matching: .get(…))")
  public func findAll(_ matcher: RequestMatcher) -> [ReceivedRequest] { requests(matching: matcher) }

  /// Explains the label of a matcher.
  @available(*, unavailable, message: "write requests(matching: .get(\"/path\"))")
  public func requests(to path: String) -> [ReceivedRequest] { requests }

  /// Explains how requests are filtered.
  @available(*, unavailable, message: "write requests.filter { … }, or requests(matching: .get(…))")
  public func requests(where isMatch: (ReceivedRequest) -> Bool) -> [ReceivedRequest] { requests.filter(isMatch) }

  /// Explains how the first request is found.
  @available(*, unavailable, message: "write requests.first")
  public var firstRequest: ReceivedRequest? { requests.first }

  /// Explains what happens to requests without an answer.
  @available(*, unavailable, message: "an unanswered request fails the test by itself")
  public var unmatchedRequests: [ReceivedRequest] { [] }

  /// Explains how requests are counted.
  @available(*, unavailable, message: "write await transport.expect(.get(…), 2)")
  public var wasCalled: Bool { !requests.isEmpty }

  /// Explains how requests are counted.
  @available(*, unavailable, message: "write await transport.expect(.get(…), 2)")
  public func count(of matcher: RequestMatcher) -> Int { requests(matching: matcher).count }

  /// Explains how a number of requests is checked.
  @available(*, unavailable, message: "write await transport.expect(.get(…), 2)")
  public func verify(_ count: Int, _ matcher: RequestMatcher) {}

  /// Explains how a number of requests is checked.
  @available(*, unavailable, message: "write await transport.expect(.get(…), 2)")
  public func verify(exactly count: Int, _ matcher: RequestMatcher) {}

  /// Explains how a number of requests is checked.
  @available(*, unavailable, message: "write await transport.expect(.get(…), 2)")
  public func assertCalled(_ matcher: RequestMatcher) {}

  /// Explains how no request is checked.
  @available(*, unavailable, message: "write await transport.expect(.any, .never)")
  public func expectNoRequests() {}

  /// Explains how no request is checked.
  @available(
    *, unavailable,
    message: "an unanswered request fails the test by itself; for a number, write await transport.expect(.any, 2)"
  )
  public func verifyNoMoreRequests() {}

  /// Explains the word for reporting what is left.
  @available(*, unavailable, renamed: "verify()")
  public func verifyAll() {}

  /// Explains the word for a wait.
  @available(*, unavailable, message: "write nextRequest(matching: .get(…))")
  public func waitFor(_ matcher: RequestMatcher) async throws -> ReceivedRequest {
    try await nextRequest(matching: matcher)
  }

  /// Explains the word for a wait.
  @available(*, unavailable, message: "write nextRequest(matching: .get(…))")
  public func wait(for matcher: RequestMatcher) async throws -> ReceivedRequest {
    try await nextRequest(matching: matcher)
  }

  /// Explains what a request is compared with.
  @available(*, unavailable, message: "write nextRequest(matching: .get(\"/path\"))")
  public func nextRequest(to path: String) async throws -> ReceivedRequest { try await nextRequest() }

  /// Explains what a request is compared with.
  @available(*, unavailable, message: "write nextRequest(matching: .get(\"/path\"))")
  public func nextRequest(matching path: String) async throws -> ReceivedRequest { try await nextRequest() }
}
