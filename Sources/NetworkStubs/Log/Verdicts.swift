/// The judgements on requests without an answer and on stubs, by which one cause is one issue.
struct Verdicts {
  /// Whether a request without an answer fails the test.
  private var hasUnanswered = false
  /// The reports about requests without an answer, apart from their senders, by the tests that have them.
  private var reports: [ProblemOwner: Set<String>] = [:]
  /// The stubs that need not be used: another problem mentions them.
  private var explained: Set<ObjectIdentifier> = []
  /// The targets of requests that were expected and did not come.
  private var missed: [RequestMatcher] = []
  /// The stubs that are invalid.
  private var faulty: Set<ObjectIdentifier> = []
  /// The reason why no request has an answer, if it is reported; nil where each request says its own.
  var reason: String?
  /// The requests without an answer, by which a poll does not fill the log.
  var kinds = UnansweredKinds()
  /// The errors of answers that could not be made.
  private var unusable: [any Error] = []

  /// Returns whether the report about a request without an answer is new to a test.
  mutating func isNew(_ report: String, to owner: ProblemOwner) -> Bool {
    reports[owner, default: []].insert(report).inserted
  }

  /// Notes a request without an answer; one that was said in a known issue is said again after it.
  mutating func noteUnanswered(_ report: String, of owner: ProblemOwner, fails: Bool, near stub: StubDefinition?) {
    if let stub { explain(stub) }
    if fails { hasUnanswered = true } else if Problem.isKnownTold { reports[owner]?.remove(report) }
  }

  /// Notes a request that went elsewhere, and fails the test.
  mutating func noteStray() { hasUnanswered = true }

  /// Accepts that a stub is not used.
  mutating func explain(_ stub: StubDefinition) { explained.insert(ObjectIdentifier(stub)) }

  mutating func noteFaulty(_ stub: StubDefinition) {
    faulty.insert(ObjectIdentifier(stub))
    explain(stub)
  }

  /// Returns whether a stub is invalid, so that requests it does not answer are not reported separately.
  func isFaulty(_ stub: StubDefinition) -> Bool { faulty.contains(ObjectIdentifier(stub)) }

  /// Notes that requests were expected, and none or too few came: why a stub for them is not used is said there.
  mutating func noteMissed(_ matcher: RequestMatcher) { if missed.count < 100 { missed.append(matcher) } }

  /// Returns whether another problem is the cause of an unused stub.
  func explainUnused(_ stub: StubDefinition) -> Bool {
    hasUnanswered || explained.contains(ObjectIdentifier(stub))
      || missed.contains { $0.hasSameTarget(as: stub.matcher) }
  }

  /// Notes the error of an answer that could not be made, which is a problem of its own.
  mutating func noteUnusable(_ error: any Error) { if unusable.count < 100 { unusable.append(error) } }

  mutating func noteUnrecorded(_ error: any Error) {
    hasUnanswered = true
    noteUnusable(error)
  }

  /// Returns whether the cause of an error is already reported.
  func isReported(_ error: any Error) -> Bool {
    guard let error = error as? UnansweredRequest else { return unusable.contains { ErrorText.areSame($0, error) } }
    return hasUnanswered || error.stub.map(faulty.contains) ?? false
  }

  /// Forgets everything but the invalid stubs, which stay so.
  mutating func reset() {
    hasUnanswered = false
    reports = [:]
    explained = []
    missed = []
    kinds = UnansweredKinds()
    unusable = []
  }
}
