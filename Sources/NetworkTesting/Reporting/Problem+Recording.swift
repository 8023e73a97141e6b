extension Problem {
  package init(text: String, sourceLocation: SourceLocation) { self.init(text: text, place: CodePlace(sourceLocation)) }

  /// Records the problem: in the test that it belongs to, or the current one; without a test, as ``UnattributedOutput`` says.
  ///
  /// - Returns: Whether it is certain to fail a test: it is not known, as in `withKnownIssue`. This is undetectable before
  ///   Swift 6.3.
  @discardableResult
  package func record(in context: TestContext? = nil) -> Bool {
    Self.record(self, in: context) {
      let lines = [text.printableLines, FailureArticle.line()].compactMap { $0 }
      return Issue.record(Comment(rawValue: lines.joined(separator: "\n")), sourceLocation: SourceLocation(place))
    }
  }

  /// Records an error, as `Issue.record(_:sourceLocation:)` does; returns whether it is certain to fail a test.
  @discardableResult
  package static func record(_ error: some Error & CustomStringConvertible, at place: CodePlace) -> Bool {
    record(Problem(text: error.description, place: place)) {
      Issue.record(error, FailureArticle.line().map(Comment.init(rawValue:)), sourceLocation: SourceLocation(place))
    }
  }

  /// Records an error that ends the current test, with a text about it.
  static func record(_ error: any Error, with text: String?) {
    let lines = [text?.printableLines, FailureArticle.line()].compactMap { $0 }
    let comment = lines.isEmpty ? nil : Comment(rawValue: lines.joined(separator: "\n"))
    Issue.record(error, comment, sourceLocation: SourceLocation(.ofCurrentTest))
  }

  /// Records a warning, which fails no test; before Swift 6.3, on standard error.
  package static func warn(_ text: String, at place: CodePlace) {
    #if compiler(>=6.3)
      let warning = Problem(text: "warning: \(text)", place: place)
      guard Test.current != nil else { return UnattributedOutput.warn(warning) }
      record(warning) {
        Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: SourceLocation(place))
      }
    #else
      UnattributedOutput.warn(Problem(text: "warning: \(text)", place: place))
    #endif
  }

  // The only place where issues are recorded.
  @discardableResult
  private static func record(
    _ problem: Problem, in context: TestContext? = nil, _ record: @escaping @Sendable () -> Issue
  ) -> Bool {
    let current = Test.current?.id
    let fails = Guarded(false)
    let isOutside = context != nil && context?.test != current
    let note = { @Sendable in
      let issue = record()
      #if compiler(>=6.3)
        fails.withLock { $0 = issue.isFailure }
        // The run may be over, and its verdict made: then the process fails. It fails anyway, unless a trait takes the issue away.
        if isOutside, issue.isFailure, TestProcess.takesIssues, !isTakenAway { ProcessEnd.fail() }
      #else
        _ = issue
      #endif
    }
    if let context, isOutside {
      context.run(note)
    } else if current != nil {
      note()
    } else if TestProcess.takesIssues, UnattributedOutput.current.write == nil {
      note()
      // An exit test is told. After the end of a run, no one is.
      if !TestProcess.isExitTest { ProcessEnd.fail() }
    } else {
      UnattributedOutput.fail(problem)
    }
    return fails.withLock { $0 }
  }
}

#if compiler(>=6.3)
  extension Problem {
    /// Whether a handler of the current test may keep an issue from it.
    private static var isTakenAway: Bool {
      FailureWatch.isSilent || Test.current?.traits.contains { $0 is IssueHandlingTrait } == true
    }
  }
#endif

extension [Problem] {
  /// Records the problems in the current test; outside a test, throws them with the line that requested them.
  package func reported(at place: CodePlace) throws {
    guard Test.current == nil else {
      for problem in self { problem.record() }
      return
    }
    guard isEmpty else { throw VerificationError(self, at: place) }
  }
}
