import Foundation

/// Why no stub answers a request: what was closest, what differs, and what to paste.
struct UnansweredReport {
  private let request: ReceivedRequest
  private let reader: RequestReader
  private let entries: [StubEntry]
  private let states: [String: String]
  private let log: [Exchange]

  init(_ request: ReceivedRequest, table: StubTable, log: [Exchange]) {
    self.request = request
    reader = RequestReader(request)
    entries = table.entries
    states = table.states
    self.log = log
  }

  /// The whole text.
  var text: String {
    let candidates = CandidateRanking.best(of: entries, for: reader)
    return ([headline(candidates)] + closest(candidates) + alsoClose(candidates.dropFirst()) + advice)
      .joined(separator: "\n")
  }

  private func headline(_ candidates: [Candidate]) -> String {
    "No stub answers \("\(request)".shortened(to: 300))"
  }

  private func closest(_ candidates: [Candidate]) -> [String] {
    guard let best = candidates.first else { return ["", "There are no stubs."] }
    let title = "Closest of \(counted(entries.count, "stub")): \(best.entry.stub.title)"
    return ["", title] + Candidate.lines(best.findings + stateFindings(best.entry)) + usage(best.entry)
  }

  private func alsoClose(_ candidates: ArraySlice<Candidate>) -> [String] {
    guard !candidates.isEmpty else { return [] }
    return [""]
      + candidates.map { candidate in
        let differences = (candidate.mismatches + stateFindings(candidate.entry)).map(\.label).prefix(4)
        let reason = candidate.entry.isUsedUp && differences.isEmpty ? ["used up"] : Array(differences)
        return "Also close: \(candidate.entry.stub.title) (\(reason.joined(separator: ", ")))".shortened(to: 300)
      }
  }

  private func stateFindings(_ entry: StubEntry) -> [Finding] {
    guard let step = entry.stub.scenario, states[step.name] != step.state else { return [] }
    func shown(_ state: String?) -> String { state?.quoted() ?? "the start" }
    return [
      .mismatch(
        .state, "scenario \(step.name)", expected: shown(step.state), got: "it is at \(shown(states[step.name]))")
    ]
  }

  private func usage(_ entry: StubEntry) -> [String] {
    guard entry.isUsedUp else { return [] }
    let numbers = entry.usedBy.map { "#\($0)" }.joined(separator: ", ")
    let by = numbers.isEmpty ? "" : ", \(entry.uses > entry.usedBy.count ? "lastly " : "")by request \(numbers)"
    return ["  ✗ used up         it answers \(counted(entry.stub.limit ?? 0, "request")), and did\(by)"]
  }

  private var advice: [String] {
    [
      "", "To answer it, add:", "  \(SuggestedStub(request).code)", "To send it by hand:",
      "  \(CurlCommand(request).text)",
    ]
  }
}

extension Stub {
  /// The start of the code, and its line.
  fileprivate var title: String { "\(matcher.targetCode.shortened(to: 160)) at \(sourceLocation.place)" }
}
