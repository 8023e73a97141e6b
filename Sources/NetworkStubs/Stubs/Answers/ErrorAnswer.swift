extension Answer {
  /// An error in place of a response, as `URLSession` would throw it.
  ///
  /// - Parameter code: The error's code, such as `.notConnectedToInternet`.
  public static func error(_ code: URLError.Code) -> Self { error(URLError(code)) }

  /// An error in place of a response.
  public static func error(_ error: any Error) -> Self { Self(ErrorAnswer(error: error)) }

  /// Silence until the request times out, which takes no time in real time.
  package static var silence: Self { Self(SilentAnswer()) }

  /// An answer that cannot be given, which fails the test when it is needed.
  ///
  /// - Parameters:
  ///   - cause: The reason.
  ///   - problem: The reason as a problem of the stub, if that is to be known before it is needed.
  static func unusable(_ cause: any Error, problem: String? = nil) -> Self {
    Self(ImpossibleAnswer(cause: cause, problem: problem))
  }
}

extension RequestMatcher {
  /// Returns a stub that answers with an error, as `URLSession` would throw it.
  ///
  /// - Parameters:
  ///   - code: The error's code, such as `.timedOut`.
  ///   - fileID: The file in which problems with the stub are recorded.
  ///   - filePath: The path of that file.
  ///   - line: The line at which problems with the stub are recorded.
  ///   - column: The column of the call.
  public func respond(
    error code: URLError.Code, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> Stub {
    respond(with: .error(code), fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns a stub that answers with an error.
  public func respond(
    error: any Error, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(with: .error(error), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// An error in place of a response.
private struct ErrorAnswer: AnswerKind {
  let error: any Error

  var shown: String? { ".error(\(ErrorText.of(error).shortened(to: 60)))" }

  func reply(to request: ReceivedRequest, on timeline: Timeline, after delay: Duration) async throws -> Answer.Reply {
    throw error
  }
}

/// Nothing, until the request times out; in real time at once.
private struct SilentAnswer: AnswerKind {
  func reply(to request: ReceivedRequest, on timeline: Timeline, after delay: Duration) async throws -> Answer.Reply {
    try await timeline.stall(after: delay, waits: timeline.faultsWait)
    throw URLError(.timedOut)
  }
}

/// An answer that cannot be given.
private struct ImpossibleAnswer: AnswerKind {
  let cause: any Error
  let problem: String?

  func reply(to request: ReceivedRequest, on timeline: Timeline, after delay: Duration) async throws -> Answer.Reply {
    throw UnusableAnswer(cause: cause)
  }
}

/// An error about an answer that cannot be given.
struct AnswerError: Error, CustomStringConvertible { let description: String }
