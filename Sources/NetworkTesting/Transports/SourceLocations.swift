// A helper of a test suite takes `sourceLocation: SourceLocation = #_sourceLocation` and hands it on, so that a failure names the
// line of its caller. The functions of NetworkStubs know no such type: here they take it.

extension Stub {
  /// Returns the stub as if it were written at another place, such as the line that calls a helper.
  ///
  /// - Parameter sourceLocation: The place that failures name.
  public func written(at sourceLocation: SourceLocation) -> Stub {
    Stub(definition: definition.with(place: .line(CodePlace(sourceLocation))))
  }
}

extension RememberingTransport {
  /// Checks the number of matching requests so far, as `expect(_:_:)` does, at a given place.
  ///
  /// - Parameters:
  ///   - matcher: The requests that count.
  ///   - count: The expected number, such as `2` or `.atMost(3)`.
  ///   - sourceLocation: The line that a failure names.
  public func expect(_ matcher: RequestMatcher, _ count: RequestCount = .atLeast(1), sourceLocation: SourceLocation) {
    let place = CodePlace(sourceLocation)
    expect(matcher, count, fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
  }

  /// Checks that the number of matching requests so far is a number in a variable, at a given place.
  ///
  /// - Parameters:
  ///   - matcher: The requests that count.
  ///   - count: The expected number.
  ///   - sourceLocation: The line that a failure names.
  @_disfavoredOverload
  public func expect(_ matcher: RequestMatcher, _ count: Int, sourceLocation: SourceLocation) {
    expect(matcher, .exactly(count), sourceLocation: sourceLocation)
  }

  /// Checks that the number of matching requests so far is in a range, at a given place.
  ///
  /// - Parameters:
  ///   - matcher: The requests that count.
  ///   - range: The expected numbers.
  ///   - sourceLocation: The line that a failure names.
  public func expect(_ matcher: RequestMatcher, _ range: ClosedRange<Int>, sourceLocation: SourceLocation) {
    let place = CodePlace(sourceLocation)
    expect(matcher, range, fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
  }

  /// Checks that requests came in an order, as `expect(inOrder:)` does, at a given place.
  ///
  /// - Parameters:
  ///   - matchers: The requests, the first one first.
  ///   - sourceLocation: The line that a failure names.
  public func expect(inOrder matchers: RequestMatcher..., sourceLocation: SourceLocation) {
    expect(inOrder: matchers, at: CodePlace(sourceLocation))
  }

  /// Checks rules on the requests so far, as `check(_:)` does, at a given place.
  ///
  /// - Parameters:
  ///   - rules: The rules.
  ///   - sourceLocation: The line that a failure names.
  public func check(_ rules: TrafficRule..., sourceLocation: SourceLocation) {
    check(rules, at: CodePlace(sourceLocation))
  }

  /// Returns the requests that match, as `requests(matching:)` does, with a given place for a matcher that cannot match.
  ///
  /// - Parameters:
  ///   - matcher: The matcher.
  ///   - sourceLocation: The line that a failure names.
  public func requests(matching matcher: RequestMatcher, sourceLocation: SourceLocation) -> [ReceivedRequest] {
    let place = CodePlace(sourceLocation)
    return requests(
      matching: matcher, fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
  }

  /// Returns the next matching request, as `nextRequest(matching:timeout:)` does, at a given place.
  ///
  /// - Parameters:
  ///   - matcher: The matcher.
  ///   - timeout: The longest wait, in real time.
  ///   - sourceLocation: The line that a failure names.
  @discardableResult public func nextRequest(
    matching matcher: RequestMatcher = .any, timeout: Duration = .seconds(10), sourceLocation: SourceLocation
  ) async throws -> ReceivedRequest {
    let place = CodePlace(sourceLocation)
    return try await nextRequest(
      matching: matcher, timeout: timeout, fileID: place.fileID, filePath: place.filePath, line: place.line,
      column: place.column)
  }

  /// Reports the problems so far, as `verify()` does, at a given place.
  public func verify(sourceLocation: SourceLocation) throws { try verify(at: CodePlace(sourceLocation)) }
}

extension VirtualClock {
  /// Waits until at least this many tasks sleep on this clock, as `waitForSleepers(_:timeout:)` does, at a given place.
  ///
  /// - Parameters:
  ///   - count: The number of tasks that must sleep at once.
  ///   - timeout: The longest wait, in real time.
  ///   - isolation: The actor of the caller.
  ///   - sourceLocation: The line that a failure names.
  /// - Returns: Their deadlines, the next one first.
  @discardableResult public func waitForSleepers(
    _ count: Int, timeout: Duration = .seconds(10), isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation
  ) async throws -> [Instant] {
    let place = CodePlace(sourceLocation)
    return try await waitForSleepers(
      count, timeout: timeout, isolation: isolation, fileID: place.fileID, filePath: place.filePath, line: place.line,
      column: place.column)
  }

  /// Moves the time from deadline to deadline until no task sleeps, as `run(timeout:)` does, at a given place.
  ///
  /// - Parameters:
  ///   - timeout: The longest time that may take in real time.
  ///   - sourceLocation: The line that a failure names.
  public func run(timeout: Duration = .seconds(10), sourceLocation: SourceLocation) async throws {
    let place = CodePlace(sourceLocation)
    try await run(
      timeout: timeout, fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
  }
}
