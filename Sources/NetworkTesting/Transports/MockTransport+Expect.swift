public import Testing

extension MockTransport {
  /// Checks how many requests there were so far that a matcher takes; another number is an issue.
  ///
  /// ```swift
  /// await transport.expect(.post("/users").body(json: ["name": "Ada"]), .once)
  /// ```
  ///
  /// Outside a Swift Testing test, ``verify()`` throws what was found.
  ///
  /// - Parameters:
  ///   - matcher: Which requests count.
  ///   - count: How many there must be.
  ///   - sourceLocation: Where the issue is recorded.
  public func expect(
    _ matcher: RequestMatcher, _ count: RequestCount = .atLeast(1), sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let log = exchanges
    let found = log.filter { matcher.matches(RequestReader($0.request)) }
    guard !count.allows(found.count) else { return }
    let headline =
      "Expected \(count.expectation) matching \(matcher.shownCode), but there \(found.count == 1 ? "was" : "were") "
      + (found.isEmpty ? "none." : "\(found.count):")
    let details = found.isEmpty ? NearestRequest(to: matcher, in: log).lines : found.listed
    report([headline] + details, sourceLocation)
  }

  /// Checks that requests came in an order; others may have come between them.
  ///
  /// - Parameters:
  ///   - matchers: The requests, first to last.
  ///   - sourceLocation: Where the issue is recorded.
  public func expect(inOrder matchers: RequestMatcher..., sourceLocation: SourceLocation = #_sourceLocation) {
    let log = exchanges
    var rest = log[...]
    var lines = ["Expected requests in this order:"]
    for (index, matcher) in matchers.enumerated() {
      guard let next = rest.firstIndex(where: { matcher.matches(RequestReader($0.request)) }) else {
        let later = matchers[(index + 1)...].map { "    \($0.shownCode)" }
        report(
          lines + ["  ✗ \(matcher.shownCode): \(absence(of: matcher, in: log, after: rest.startIndex))"] + later,
          sourceLocation)
        return
      }
      lines.append("  ✓ \(matcher.shownCode): \(log[next].title)")
      rest = log[(next + 1)...]
    }
  }

  private func absence(of matcher: RequestMatcher, in log: [Exchange], after position: Int) -> String {
    let earlier = log[..<position].last { matcher.matches(RequestReader($0.request)) }
    if let earlier { return "came too early, as \(earlier.title)" }
    return "did not come. " + NearestRequest(to: matcher, in: log).lines.joined(separator: "\n    ")
  }

  private func report(_ lines: [String], _ sourceLocation: SourceLocation) {
    report(Problem(text: lines.joined(separator: "\n"), sourceLocation: sourceLocation))
  }
}

extension [Exchange] {
  /// A line each, the first of them where there are many.
  fileprivate var listed: [String] {
    prefix(8).map { "  \($0.title)" } + (count > 8 ? ["  … and \(count - 8) more"] : [])
  }
}
