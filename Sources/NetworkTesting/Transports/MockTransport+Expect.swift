import NetworkEndpoints
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

/// What a transport found wrong, thrown where no Swift Testing test runs that it could be recorded in.
public struct VerificationError: Error, Sendable, CustomStringConvertible {
  /// The texts of the problems, one each.
  public let problems: [String]

  /// The problems, one after the other.
  public var description: String { problems.joined(separator: "\n\n") }
}

extension MockTransport {
  /// Reports what is wrong so far: requests that were not answered, stubs that were not used.
  ///
  /// In a Swift Testing test each problem is recorded as an issue, once. Elsewhere, as in XCTest, they are thrown.
  ///
  /// - Throws: ``VerificationError`` outside a Swift Testing test.
  public func verify() throws {
    let found = state.withLock { state in
      let found = state.problems.take() + state.shortfalls
      state.table.dischargeAll()
      return found
    }
    try found.reported()
  }
}

extension [Problem] {
  /// Records the problems in the current test; where there is none, throws them.
  func reported() throws {
    guard Test.current == nil else {
      for problem in self { problem.record() }
      return
    }
    guard isEmpty else { throw VerificationError(problems: map { "\($0.text.printableLines)\n(\($0.place))" }) }
  }
}

/// How many requests there must be.
public struct RequestCount: Hashable, Sendable {
  private let range: ClosedRange<Int>

  /// None.
  public static let never = Self(range: 0...0)
  /// One.
  public static let once = Self(range: 1...1)

  /// So many, no more and no fewer.
  public static func exactly(_ count: Int) -> Self { Self(range: max(0, count)...max(0, count)) }

  /// So many or more.
  public static func atLeast(_ count: Int) -> Self { Self(range: max(0, count)...Int.max) }

  /// So many or fewer.
  public static func atMost(_ count: Int) -> Self { Self(range: 0...max(0, count)) }

  func allows(_ count: Int) -> Bool { range.contains(count) }

  /// Such as "at least 2 requests".
  var expectation: String {
    if range == 0...0 { return "no request" }
    if range.lowerBound == range.upperBound { return "exactly \(range.lowerBound.counted("request"))" }
    return range.upperBound == .max
      ? "at least \(range.lowerBound.counted("request"))" : "at most \(range.upperBound.counted("request"))"
  }
}
