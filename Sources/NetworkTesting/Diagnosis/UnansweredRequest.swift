public import Foundation
import NetworkEndpoints

/// Thrown to the caller of a request that nothing in the test answers; the test fails as well, even where this is swallowed.
///
/// It is a type of its own, so that no retry takes it for a time-out or a lost connection.
public struct UnansweredRequest: Error, Sendable {
  /// The request.
  public let request: ReceivedRequest
  /// What the nearest stubs expected, and what to do.
  public let explanation: String
}

extension UnansweredRequest: CustomStringConvertible, LocalizedError {
  /// The first line of the explanation; the rest is in the test's issue, and need not be said twice.
  public var description: String {
    "\(explanation.prefix { $0 != "\n" }) The issue recorded for this request says more."
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}

/// Why no stub answers a request: what was closest, what differs, and what to paste.
struct UnansweredReport {
  private let request: ReceivedRequest
  private let stubCount: Int
  private let candidates: [ExplainedCandidate]

  init(_ request: ReceivedRequest, table: StubTable, log: [Exchange]) {
    self.request = request
    let entries = table.entries
    stubCount = entries.count
    candidates = CandidateRanking.best(of: entries, for: .explaining(request))
      .map { ExplainedCandidate($0, states: table.states, log: log) }
  }

  /// The whole text, under 4 kB whatever the stubs and bodies weigh.
  var text: String {
    let lines = [headline, ""] + closest + alsoClose + advice
    return request.masking.masked(report: lines.joined(separator: "\n")).cut(toBytes: 4000)
  }

  private var headline: String {
    "No stub answers \("\(request)".shortened(to: 300)): \(candidates.first?.reason ?? "there are no stubs.")"
  }

  private var closest: [String] {
    guard let best = candidates.first else { return [] }
    let kind = stubCount == 1 ? "The only stub" : "Closest of \(stubCount) stubs"
    return ["\(kind): \(best.title)"] + best.findings.lines() + [""]
  }

  private var alsoClose: [String] {
    let others = candidates.dropFirst().map { "Also close: \($0.title) (\($0.difference))" }
    return others.isEmpty ? [] : others + [""]
  }

  private var advice: [String] {
    ["To answer it, add:", "  \(SuggestedStub(request).code)", "To send it by hand:", "  \(CurlCommand(request).text)"]
  }
}
