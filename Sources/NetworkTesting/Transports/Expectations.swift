import NetworkEndpoints
public import Testing

extension RememberingTransport {
  /// Checks how many of the requests so far a matcher takes; another number is an issue.
  ///
  /// ```swift
  /// await transport.expect(.post("/users").body(json: ["name": "Ada"]), .once)
  /// ```
  ///
  /// Outside of a Swift Testing test, ``RememberingTransport/verify(sourceLocation:)`` throws the problem.
  ///
  /// - Parameters:
  ///   - matcher: Which requests count.
  ///   - count: How many there must be, such as `2` or `.atMost(3)`.
  ///   - sourceLocation: Where the issue is recorded.
  public func expect(
    _ matcher: RequestMatcher, _ count: RequestCount = .atLeast(1), sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if let problem = matcher.problem { return report([matcher.unreadable(problem)], sourceLocation) }
    let log = exchanges
    let found = log.filter { matcher.matches(RequestReader($0.request)) }
    guard !count.allows(found.count) else { return }
    let headline =
      "Expected \(count.expectation) matching \(matcher.shownCode), but there \(found.count == 1 ? "was" : "were") "
      + (found.isEmpty ? "none." : "\(found.count):")
    let details = found.isEmpty ? matcher.nearestLines(in: log) : found.listed
    report([headline] + details, sourceLocation)
  }

  /// Checks how many of the requests so far a matcher takes; a number outside of the range is an issue.
  ///
  /// - Parameters:
  ///   - matcher: Which requests count.
  ///   - range: How many there must be, such as `1...3`.
  ///   - sourceLocation: Where the issue is recorded.
  public func expect(
    _ matcher: RequestMatcher, _ range: ClosedRange<Int>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(matcher, RequestCount(range), sourceLocation: sourceLocation)
  }

  /// Checks that requests came in an order; others may have come between them.
  ///
  /// - Parameters:
  ///   - matchers: The requests, first to last.
  ///   - sourceLocation: Where the issue is recorded.
  public func expect(inOrder matchers: RequestMatcher..., sourceLocation: SourceLocation = #_sourceLocation) {
    for matcher in matchers {
      if let problem = matcher.problem { return report([matcher.unreadable(problem)], sourceLocation) }
    }
    let log = exchanges
    var rest = log[...]
    var ticked: Set<Int> = []
    var lines = ["Expected requests in this order:"]
    for (index, matcher) in matchers.enumerated() {
      guard let next = rest.firstIndex(where: { matcher.matches(RequestReader($0.request)) }) else {
        let later = matchers[(index + 1)...].map { "    \($0.shownCode)" }
        report(
          lines + ["  ✗ \(matcher.shownCode): \(absence(of: matcher, in: log, before: rest.startIndex, ticked))"]
            + later,
          sourceLocation)
        return
      }
      ticked.insert(next)
      lines.append("  ✓ \(matcher.shownCode): \(log[next].title)")
      rest = log[(next + 1)...]
    }
  }

  /// - Parameter ticked: The requests that others in the order are.
  private func absence(
    of matcher: RequestMatcher, in log: [Exchange], before position: Int, _ ticked: Set<Int>
  ) -> String {
    let earlier = (0..<position).last { !ticked.contains($0) && matcher.matches(RequestReader(log[$0].request)) }
    if let earlier { return "came too early, as \(log[earlier].title)" }
    let rest = log.indices.filter { !ticked.contains($0) }.map { log[$0] }
    if rest.isEmpty, !log.isEmpty { return "did not come" }
    return "did not come. " + matcher.nearestLines(in: rest).joined(separator: "\n    ")
  }

  private func report(_ lines: [String], _ sourceLocation: SourceLocation) {
    log.report(Problem(text: lines.joined(separator: "\n"), sourceLocation: sourceLocation))
  }
}

extension RequestMatcher {
  /// Why requests cannot be looked for.
  func unreadable(_ problem: String) -> String { "The matcher \(shownCode) cannot be as it was meant: \(problem)." }
}

extension [Exchange] {
  /// A line each, the first of them where there are many.
  fileprivate var listed: [String] {
    prefix(8).map { "  \($0.title)" } + (count > 8 ? ["  … and \(count - 8) more"] : [])
  }
}

/// The problems of a transport, thrown where no Swift Testing test runs that they could be recorded in.
public struct VerificationError: Error, Sendable, CustomStringConvertible {
  /// The texts of the problems, one each.
  public let problems: [String]
  /// The line that asked for them.
  public let sourceLocation: SourceLocation

  /// The problems, one after the other, and the line that asked for them.
  public var description: String {
    problems.joined(separator: "\n\n") + "\n\nFound by verify() at \(sourceLocation.place)"
  }
}

extension [Problem] {
  /// Records the problems in the current test; outside of one, throws them with the line that asked for them.
  func reported(at sourceLocation: SourceLocation) throws {
    guard Test.current == nil else {
      for problem in self { problem.record() }
      return
    }
    guard isEmpty else { throw VerificationError(problems: map(\.report), sourceLocation: sourceLocation) }
  }
}
