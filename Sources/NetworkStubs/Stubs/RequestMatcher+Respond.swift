extension RequestMatcher {
  /// Returns a stub with one answer, for every request that matches.
  ///
  /// The other forms take the parameters of the ``Answer`` of the same name: `.respond(text: "Tea", status: 206)` is
  /// `.respond(with: .text("Tea", status: 206))`.
  public func respond(
    with answer: Answer, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> Stub {
    Stub(
      definition: StubDefinition(
        matcher: self, answers: [answer.served(by: service)],
        place: .line(CodePlace(fileID: fileID, filePath: filePath, line: line, column: column))))
  }

  /// Returns a stub with several answers in order, each given once; then it is used up, unless ``Stub/repeatingLast()`` is added.
  ///
  /// - Parameters:
  ///   - first: The first answer.
  ///   - others: The answers after it.
  ///   - fileID: The file in which problems with the stub are recorded.
  ///   - filePath: The path of that file.
  ///   - line: The line at which problems with the stub are recorded.
  ///   - column: The column of the call.
  public func respond(
    inOrder first: Answer, _ others: Answer..., fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(inOrder: [first] + others, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns a stub with a list of answers, each given once; then it is used up, unless ``Stub/repeatingLast()`` is added.
  public func respond(
    inOrder answers: [Answer], fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> Stub {
    let problem = "respond(inOrder:) was given no answers"
    let answers = answers.isEmpty ? [.unusable(AnswerError(description: problem), problem: problem)] : answers
    return Stub(
      definition: StubDefinition(
        matcher: self, answers: answers.map { $0.served(by: service) },
        place: .line(CodePlace(fileID: fileID, filePath: filePath, line: line, column: column))))
  }
}
