/// A watch for failures of a test while something runs in it, which passes the issues on or keeps them.
package struct FailureWatch: Sendable {
  private struct Contents {
    var failure: String?
    var texts: [String] = []
    var isSilent: Bool
  }

  /// Whether issues of the current code are kept from its test, so that they do not fail the run.
  @TaskLocal static var isSilent = false

  private let contents: Guarded<Contents>
  private let isOwnWork: @Sendable () -> Bool

  /// - Parameters:
  ///   - isSilent: Whether to keep issues from the test.
  ///   - isOwnWork: Whether the current code is the watch's though no test is current in it, as in a detached task of a
  ///     simulated run.
  package init(isSilent: Bool = false, isOwnWork: @escaping @Sendable () -> Bool = { false }) {
    contents = Guarded(Contents(isSilent: isSilent))
    self.isOwnWork = isOwnWork
  }

  /// Whether an issue was recorded that fails the test.
  package var hasFailed: Bool { failure != nil }
  /// The text and place of the first issue that fails the test, equal for equal failures.
  package var failure: String? { contents.withLock { $0.failure } }
  /// The texts of the issues that fail the test, the first twenty of them.
  package var texts: [String] { contents.withLock { $0.texts } }

  /// Passes issues on from now on.
  package func speak() { contents.withLock { $0.isSilent = false } }

  /// Records an issue; returns whether the test gets it.
  private func note(_ issue: Issue) -> Bool {
    // An issue of no test comes to every watch, and to the run itself. It is no failure of the tests that happen to watch.
    let isOfTest = Test.current != nil
    guard isOfTest || isOwnWork() else { return false }
    guard issue.isFailing else { return true }
    // These ask an error of the test for its description, so they are made under no lock.
    let kind = "\(issue.kind)".prefix { $0 != "(" && $0 != ":" }
    let text = contents.withLock { $0.texts.count } < 20 ? issue.text : nil
    return contents.withLock { contents in
      if let text { contents.texts.append(text) }
      contents.failure = contents.failure ?? "\(kind) \(issue.sourceLocation.map { "\($0)" } ?? "")"
      return !contents.isSilent && isOfTest
    }
  }

  /// Runs a part of a test, and looks at its issues.
  package func run<Result: Sendable>(
    _ test: Test, _ testCase: Test.Case?, _ function: @Sendable () async throws -> Result
  ) async throws -> Result {
    let result = Guarded<Result?>(nil)
    let watch: IssueHandlingTrait = .compactMapIssues { issue in
      note(issue) ? issue.explained : nil
    }
    try await watch.provideScope(for: test, testCase: testCase) {
      let value = try await Self.$isSilent.withValue(Self.isSilent || contents.withLock { $0.isSilent }) {
        try await function()
      }
      result.withLock { $0 = value }
    }
    guard let value = result.withLock({ $0 }) else { throw CancellationError() }
    return value
  }
}

extension Issue {
  package var text: String {
    let comments = comments.map(\.rawValue).joined(separator: "\n")
    let text = if case .unconditional = kind { comments } else { "\(kind)" + (comments.isEmpty ? "" : "\n\(comments)") }
    // Apart from other indented lines, such as a command.
    let gap = text.contains("\n") ? "\n\n" : "\n"
    return text + (sourceLocation.map { "\(gap)  at \($0)" } ?? "")
  }

  /// The issue with what to compare, if an expected `URLError` has the code of the one that was thrown, and other user info.
  fileprivate var explained: Issue {
    guard case .expectationFailed = kind, let texts = "\(kind)".wholeMatch(of: Self.unequalErrors),
      texts.expected == texts.thrown
    else { return self }
    var issue = self
    issue.comments.append(
      """
      The code is the same, but not the userInfo, which has the URL in a session's error. Compare the code:
        let error = await #expect(throws: URLError.self) { … }
        #expect(error?.code == .\(texts.name))
      """)
    return issue
  }

  // A new one each time, since a regex is not Sendable.
  private static var unequalErrors: Regex<(Substring, expected: Substring, name: Substring, thrown: Substring)> {
    /(?s).*expected error "Error Domain=NSURLErrorDomain Code=(?<expected>-?\d+) .*but "URLError\.(?<name>\w+) \((?<thrown>-?\d+)\).*/
  }

  /// Whether it fails the test; before Swift 6.3 known issues cannot be told from others.
  fileprivate var isFailing: Bool {
    #if compiler(>=6.3)
      isFailure
    #else
      true
    #endif
  }
}

extension Result<Void, any Error> {
  package init(_ body: () async throws -> Void) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }

  package var hasThrown: Bool { if case .failure = self { true } else { false } }

  /// Whether it is that of a test which has sent all that it sends: it neither threw nor was cancelled. To be asked in the task of the test.
  package var isComplete: Bool { !hasThrown && !Task.isCancelled }
}
