extension MockTransport {
  /// What was asked and what became of it, in the order of arrival.
  public var exchanges: [Exchange] { state.withLock { $0.log } }

  /// The requests so far, in the order of arrival.
  public var requests: [ReceivedRequest] { exchanges.map(\.request) }

  /// The requests so far that a matcher takes, in the order of arrival.
  ///
  /// - Parameter matcher: The matcher.
  public func requests(matching matcher: RequestMatcher) -> [ReceivedRequest] {
    requests.filter { matcher.matches(RequestReader($0)) }
  }
}
