/// The judgements on requests without an answer and on stubs, by which one cause is one issue.
struct Verdicts {
  /// Whether a request without an answer fails the test.
  private var hasUnanswered = false
  /// The reports about requests without an answer, apart from their callers.
  private var reports: Set<String> = []
  /// The stubs that need not be used: another problem mentions them.
  private var excused: Set<ObjectIdentifier> = []
  /// The stubs that are invalid.
  private var faulty: Set<ObjectIdentifier> = []
  /// Returns whether the report about a request without an answer is new.
  mutating func isNew(_ report: String) -> Bool { reports.insert(report).inserted }

  /// Notes a request without an answer.
  mutating func noteUnanswered(fails: Bool, near stub: StubDefinition?) {
    if let stub { excuse(stub) }
    if fails { hasUnanswered = true }
  }

  /// Accepts that a stub is not used.
  mutating func excuse(_ stub: StubDefinition) { excused.insert(ObjectIdentifier(stub)) }

  mutating func noteFaulty(_ stub: StubDefinition) {
    faulty.insert(ObjectIdentifier(stub))
    excuse(stub)
  }

  /// Returns whether a stub is invalid, so that requests it does not answer are not reported separately.
  func isFaulty(_ stub: StubDefinition) -> Bool { faulty.contains(ObjectIdentifier(stub)) }
  /// Returns whether another problem is the cause of an unused stub.
  func explainUnused(_ stub: StubDefinition) -> Bool { hasUnanswered || excused.contains(ObjectIdentifier(stub)) }
  /// Returns whether the cause of an error is already reported.
  func cover(_ error: UnansweredRequest) -> Bool { hasUnanswered || error.stub.map(faulty.contains) ?? false }
  /// Forgets everything but the invalid stubs, which stay so.
  mutating func reset() { (hasUnanswered, reports, excused) = (false, [], []) }
}
