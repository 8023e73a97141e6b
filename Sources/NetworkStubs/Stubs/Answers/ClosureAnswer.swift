extension Answer {
  /// A response that a closure of the test creates from the request.
  ///
  /// - Parameter closure: The closure. A `URLError` of it is the answer; any other error is a mistake of the test, and an issue.
  package static func closure(_ closure: @escaping @Sendable (ReceivedRequest) async throws -> HTTPResponse) -> Self {
    Self(ClosureAnswer(place: nil) { .response(try await closure($0)) })
  }

  /// A response of another transport, whose errors the caller gets.
  static func passedOn(
    _ transport: @escaping @Sendable (ReceivedRequest) async throws -> HTTPResponse
  ) -> Self {
    Self(ClosureAnswer(place: nil, isOfTest: false) { .response(try await transport($0)) })
  }
}

extension RequestMatcher {
  /// Returns a stub whose answer a closure creates from the request.
  ///
  /// The caller gets any error that the closure throws. A `URLError` is an answer like any other. An error of another type, such as
  /// one of `decode` or `json()`, is a mistake of the test, and also an issue; to answer with such an error, return `.error(…)`.
  public func respond(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ respond: @escaping @Sendable (ReceivedRequest) async throws -> HTTPResponse
  ) -> Stub {
    self.respond(
      with: Answer(
        ClosureAnswer(place: CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)) { [url] in
          .response(try await respond($0.with(parametersOf: url)))
        }),
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns a stub whose closure makes the response, and does not look at the request.
  public func respond(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ respond: @escaping @Sendable () async throws -> HTTPResponse
  ) -> Stub {
    self.respond(fileID: fileID, filePath: filePath, line: line, column: column) { (_: ReceivedRequest) in
      try await respond()
    }
  }

  /// Returns a stub whose answer, such as `.status(204)`, a closure chooses by the request.
  ///
  /// An error other than a `URLError` that the closure throws is a mistake of the test, and an issue.
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
  /// Whether the test wrote the closure.
  var isOfTest = true
  var isOfCode: Bool { true }
  let choose: @Sendable (ReceivedRequest) async throws -> Answer

  func reply(to request: ReceivedRequest, on timeline: Timeline, after delay: Duration) async throws -> Answer.Reply {
    let answer = try await timeline.answer(
      orSay: { "The closure that answers \(timeline.title) has not returned" },
      "Find what the closure waits for. To delay an answer, write `.delayed(by:)`.", at: place,
      within: timeline.timeout
    ) {
      do { return try await choose(request) } catch {
        let isAnswer = error is URLError || error is CancellationError || error is any SocketAnswer
        if !isOfTest || isAnswer || error is SocketFault { throw error }
        throw UnusableAnswer(cause: ClosureError(cause: error, request: request))
      }
    }
    if let problem = answer.problem { throw UnusableAnswer(cause: AnswerError(description: problem)) }
    return try await answer.reply(to: request, on: timeline, after: .zero)
  }
}

extension UnusableAnswer {
  /// What its caller gets: of a closure that threw, its own error.
  package var thrown: any Error { (cause as? ClosureError)?.cause ?? cause }
}

/// An error that a closure of the test threw, with what it means.
struct ClosureError: Error, CustomStringConvertible {
  let cause: any Error
  let request: ReceivedRequest

  var description: String {
    if let unread { return request.masking.masked(report: unread) }
    return """
      Its closure threw: \(ErrorText.of(cause).shortened(to: 1_000))
      That is a mistake in the test. If the app should get this error, write .respond(error: …), or return .error(…).
      """
  }

  /// The text about a closure that could not read the body as JSON, which the app may have sent so by mistake; nil for another error.
  private var unread: String? {
    let reader = RequestReader(request)
    let isJSON = if case .value = reader.json { true } else { false }
    guard cause is JSONSyntaxError && !isJSON || cause is DecodingError else { return nil }
    let kind = isJSON ? "JSON" : reader.isUpload && reader.isForm ? "a form" : "no JSON"
    let body = request.body.isEmpty ? "is empty" : "is \(kind), \(BodyExcerpt(request.body).text)"
    return """
      Its closure could not read the request's body, which \(body):
      \(ErrorText.of(cause).shortened(to: 1_000))
      If the app should send another body, fix the app. If it is right, correct the closure.
      """
  }
}
