/// An error for the caller of a request that a recording does not answer; the test fails even if the caller swallows it.
///
/// It has its own type, so retries don't mistake it for a time-out or a lost connection.
public struct UnrecordedRequest: ExplainedError, Sendable {
  /// The request.
  package let request: ReceivedRequest
  /// Whether the recording has such a request, but all its answers were already given.
  package let isUsedUp: Bool
  /// The nearest recorded requests, and the remedy.
  package let explanation: String

  package init(request: ReceivedRequest, isUsedUp: Bool, explanation: String) {
    self.request = request
    self.isUsedUp = isUsedUp
    self.explanation = explanation
  }
}

extension UnrecordedRequest: ReadableError {
  /// The first line of the explanation; the test's issue has the rest.
  public var description: String {
    "\(explanation.prefix { $0 != "\n" }) The issue recorded for this request says what is closest."
  }
}

/// The reason why a recording does not answer a request: the closest one, the differences, and the remedy.
package struct UnrecordedReport {
  private let closest: ClosestCandidates
  package let text: String

  /// - Parameters:
  ///   - request: The request.
  ///   - match: What the recording has for it.
  ///   - index: The recording.
  ///   - log: The previous requests.
  ///   - source: The recording's description.
  ///   - isMissing: Whether there is no such file.
  ///   - advice: The remedy.
  package init(
    _ request: ReceivedRequest, _ match: RecordingIndex.Match, index: RecordingIndex, log: [Exchange],
    in source: String, isMissing: Bool = false,
    advice: [String] = []
  ) {
    let safe = index.redaction.normalized(request.urlRequest)
    let normalized = ReceivedRequest(index.parts.pruned(safe))
    let candidates = index.closest(to: .explaining(normalized), log: log)
    closest = ClosestCandidates(
      candidates, of: index.entries.count, "exchange", in: " in \(source)", isSpeltRight: true)
    let masked = MaskedRequest(request)
    var reason = isMissing ? "there is no \(source)." : closest.reason ?? "\(source) has no exchanges."
    var shown = closest.lines
    if case .ambiguous(let numbers) = match {
      let unknown = index.haveUnrecordedBody(numbers) ? "in bodies that were not recorded" : "in secrets"
      reason = "\(numbers.count) exchanges in \(source) differ from it only \(unknown), but have different answers."
      shown = index.differences(of: numbers)
    }
    if case .usedUp(let number) = match, let text = index.barrier(of: number) { reason = text }
    var lines = ["No recorded exchange answers \(masked.title.shortened(to: 300)): \(reason)", ""] + shown
    if !shown.isEmpty { lines.append("") }
    switch match {
    case .ambiguous: break
    // A recording of the mistake would make it pass.
    case .missing where closest.isLikelyMistake && !isMissing:
      lines.append("This looks like a mistake in the request: fix the app.")
    case .missing:
      // After the advice, which begins with the request that may be wrong.
      let exceptions = index.exceptionAdvice(for: safe)
      lines += advice + (exceptions.isEmpty ? index.hostAdvice(for: safe) : exceptions)
    default: lines += advice
    }
    lines += ["To send it by hand:", "  \(CurlCommand(request, masked).text)"]
    text = masked.masking.masked(report: lines.joined(separator: "\n")).cutForFailure
  }

  /// Whether a recorded exchange would answer if it had not already been used.
  package var isUsedUp: Bool { closest.isUsedUp }
}
