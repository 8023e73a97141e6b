import NetworkEndpoints
import NetworkFixtures

/// Why a recording does not answer a request: what was closest, what differs, and what to do.
struct UnrecordedReport {
  /// Whether all that keeps a recorded exchange from answering is that it answered already.
  let isUsedUp: Bool
  let text: String

  init(
    _ request: ReceivedRequest, index: RecordingIndex, candidates: [StubEntry], log: [Exchange],
    _ source: RecordingSource
  ) {
    let normalized = ReceivedRequest(index.redaction.normalized(request.urlRequest))
    let closest = CandidateRanking.best(of: candidates, for: .explaining(normalized))
      .map { Closest($0, index: index, log: log) }
    isUsedUp = closest.first?.isUsedUp == true
    let lines =
      [Self.headline(request, closest.first, source), ""]
      + Self.description(of: closest, count: index.entries.count, source) + source.advice
      + ["To send it by hand:", "  \(CurlCommand(request).text)"]
    text = lines.joined(separator: "\n").cut(toBytes: 4000)
  }

  private static func headline(_ request: ReceivedRequest, _ best: Closest?, _ source: RecordingSource) -> String {
    let start = "No recorded exchange answers \("\(request)".shortened(to: 300)): "
    if source.isMissing { return start + "there is no \(source)." }
    return start + (best?.reason ?? "\(source) has none.")
  }

  private static func description(of closest: [Closest], count: Int, _ source: RecordingSource) -> [String] {
    guard let best = closest.first else { return [] }
    let kind = count == 1 ? "The only exchange in \(source)" : "Closest of \(count) exchanges in \(source)"
    let others = closest.dropFirst().map { "Also close: \($0.title) (\($0.difference))" }
    return ["\(kind): \(best.title)"] + best.findings.lines() + [""] + (others.isEmpty ? [] : others + [""])
  }
}

/// An entry of the recording that comes close.
private struct Closest {
  let findings: [Finding]
  let title: String

  init(_ candidate: Candidate, index: RecordingIndex, log: [Exchange]) {
    let number = (candidate.entry.definition.matcher.conditions.first as? RecordedCondition)?.number ?? 0
    title = "#\(number + 1) \(index.entries[number].title)"
    findings = candidate.findings + (Self.usage(of: number, index, log).map { [$0] } ?? [])
  }

  private static func usage(of number: Int, _ index: RecordingIndex, _ log: [Exchange]) -> Finding? {
    guard let user = index.uses[number] else { return nil }
    let request = log.first { $0.number == user }.map { ", #\(user) \($0.request)".shortened(to: 120) } ?? ""
    return .mismatch(.state, "used up", "it answers 1 request, and did\(request)")
  }

  private var mismatches: [Finding] { findings.filter { !$0.isMatch } }

  var isUsedUp: Bool { mismatches.map(\.attribute) == [.state] }

  var difference: String { mismatches.prefix(3).map { $0.label.shortened(to: 40) }.joined(separator: ", ") }

  var reason: String {
    if isUsedUp { return "it was recorded, and every exchange of it is used up." }
    if mismatches.contains(where: { $0.attribute == .path }) { return "no recorded path matches." }
    let parts = mismatches.filter { $0.attribute != .state }.differingParts
    return "one is close, but \(parts.joined(separator: " and ")) \(parts.count > 1 ? "differ" : "differs")."
  }
}
