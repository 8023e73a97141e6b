/// A transport that remembers the requests it receives.
///
/// ``StubTransport`` and the transports of tests conform to it: each answers requests in its own way, and all are queried in the
/// same way afterwards.
public protocol RememberingTransport: Actor, HTTPTransport {
  /// The requests and their outcomes.
  nonisolated var log: RequestLog { get }

  /// Reports the problems so far, as `verify()` does.
  func verify(at place: CodePlace) throws
}

/// A transport that knows whether it would have answered a request that a session does not send.
package protocol RefusingTransport: RememberingTransport {
  /// Returns the error that a session throws in place of sending a request; nil if it sends it.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isUpload: Whether an upload task sends it.
  ///   - platform: The platform of a mocked session that sends it; nil for code that sends it by the transport itself.
  nonisolated func refusal(of request: URLRequest, isUpload: Bool, bySessionOn platform: SessionPlatform?) -> URLError?
}

/// A transport that knows whether it has an answer.
package protocol ForeseeingTransport: HTTPTransport {
  /// Returns whether it would answer a request now.
  func takes(_ request: ReceivedRequest) async -> Bool
}

extension RememberingTransport {
  /// Reports the problems so far, such as requests that were not answered and stubs that were not used.
  ///
  /// In a test of Swift Testing, each problem is recorded once, as an issue. Elsewhere, as in XCTest, the problems are thrown.
  ///
  /// - Throws: ``VerificationError`` outside of a Swift Testing test.
  public func verify(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws {
    try verify(at: CodePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The requests and their outcomes, in the order of arrival.
  public var exchanges: [Exchange] { log.exchanges }
  /// The requests so far, in the order of arrival.
  public var requests: [ReceivedRequest] { exchanges.map(\.request) }

  /// Returns the requests so far that a matcher takes, in the order of arrival.
  ///
  /// - Parameters:
  ///   - matcher: The matcher; one that cannot match is an issue.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The path of that file.
  ///   - line: The line that a failure names.
  ///   - column: The column of the call.
  public func requests(
    matching matcher: RequestMatcher, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) -> [ReceivedRequest] {
    if let problem = matcher.problem {
      let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
      log.report(Problem(text: matcher.unreadable(problem), place: place))
    }
    return requests.filter { matcher.matches(RequestReader($0)) }
  }
}
