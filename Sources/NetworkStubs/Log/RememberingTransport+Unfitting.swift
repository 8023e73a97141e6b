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
