// A helper of a test suite takes `sourceLocation: SourceLocation = #_sourceLocation` and hands it on, so that a failure names the
// line of its caller. The functions of NetworkStubs know no such type: here they take it.

extension Stub {
  /// Returns the stub as if it were written at another place, such as that of a helper's caller.
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
