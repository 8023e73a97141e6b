extension Answer {
  /// A response that a closure creates from the request; the caller gets any error that it throws.
  package static func closure(_ closure: @escaping @Sendable (ReceivedRequest) async throws -> HTTPResponse) -> Self {
    Self.closure(closure, at: nil)
  }

  /// - Parameter place: The line of the closure, if it is known.
  fileprivate static func closure(
    _ closure: @escaping @Sendable (ReceivedRequest) async throws -> HTTPResponse, at place: CodePlace?
  ) -> Self {
    Self(ClosureAnswer(place: place) { .response(try await closure($0)) })
  }
}

extension RequestMatcher {
  /// Returns a stub whose answer a closure creates from the request; the caller gets any error that it throws.
  public func respond(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ respond: @escaping @Sendable (ReceivedRequest) async throws -> HTTPResponse
  ) -> Stub {
    self.respond(
      with: .closure(
        { [url] in try await respond($0.with(parametersOf: url)) },
        at: CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)),
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns a stub whose answer, such as `.status(204)`, a closure chooses by the request; the caller gets any error that it throws.
  @_disfavoredOverload public func respond(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ respond: @escaping @Sendable (ReceivedRequest) async throws -> Answer
  ) -> Stub {
    self.respond(
      with: Answer(
        ClosureAnswer(place: CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)) { [url] in
          try await respond($0.with(parametersOf: url))
        }),
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// An answer that a closure chooses by the request.
private struct ClosureAnswer: AnswerKind {
  /// The line of the closure; nil if it is not known.
  let place: CodePlace?
  let choose: @Sendable (ReceivedRequest) async throws -> Answer

  func reply(to request: ReceivedRequest, on timeline: Timeline, after delay: Duration) async throws -> Answer.Reply {
    let answer = try await timeline.answer(
      orSay: { "The closure that answers \(timeline.title) has not returned" },
      "Find what the closure waits for. To delay an answer, write `.delayed(by:)`.", at: place,
      within: timeline.timeout
    ) { try await choose(request) }
    if let problem = answer.problem { throw UnusableAnswer(cause: AnswerError(description: problem)) }
    return try await answer.reply(to: request, on: timeline, after: .zero)
  }
}
