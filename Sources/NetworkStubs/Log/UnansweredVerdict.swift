/// The verdict on a request that no stub answers: one cause is one issue.
enum UnansweredVerdict {
  /// The test has ended.
  case late
  /// Nothing: the reason that no request has an answer is reported.
  case explained(by: String)
  /// Nothing: it was told of many like it, and this one is counted.
  case counted
  /// Nothing: the stub that is meant for it, or comes closest, is invalid, which is reported.
  case nearFaulty(StubDefinition)
  /// Nothing: it was told the same of another request.
  case known(UnansweredReport)
  /// The report, and if it is the last of its kind, that more are only counted.
  case new(UnansweredReport, isLast: Bool)
}

extension RequestLog {
  /// Decides what the test is told of a request that no stub answers, and notes that it is.
  ///
  /// - Parameters:
  ///   - kind: The kind of the request.
  ///   - request: The request.
  ///   - table: The stubs at that moment.
  ///   - report: Makes the report, which takes a while.
  func verdict(
    on kind: UnansweredKind, of request: ReceivedRequest, among table: StubTable, _ report: () -> UnansweredReport
  ) -> UnansweredVerdict {
    if isOver { return .late }
    if let verdict = judge({ $0.verdict(on: kind) }) { return verdict }
    let report = report()
    let faulty = judge { verdicts in table.entries.map(\.definition).filter { verdicts.isFaulty($0) } }
    let reader = RequestReader(request)
    if let stub = faulty.first(where: { $0 === report.nearest || $0.matcher.isMeant(for: reader) }) {
      return .nearFaulty(stub)
    }
    return judge { $0.verdict(on: report, of: kind) }
  }
}

extension Verdicts {
  /// Returns the verdict on a request of a kind, if it needs no report.
  fileprivate mutating func verdict(on kind: UnansweredKind) -> UnansweredVerdict? {
    if let reason { return .explained(by: reason) }
    return kinds.isCounted(kind) ? .counted : nil
  }

  fileprivate mutating func verdict(on report: UnansweredReport, of kind: UnansweredKind) -> UnansweredVerdict {
    guard isNew(report.text, to: kind.owner) else { return .known(report) }
    return .new(report, isLast: kinds.isLast(kind))
  }
}
