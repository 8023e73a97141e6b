import NetworkFixtures
import Testing

/// What is said of recorded exchanges that a test did not use.
public struct UnusedExchanges: Hashable, Sendable {
  let areIssues: Bool

  /// Nothing: a recording may hold more than one test needs.
  public static let allowed = Self(areIssues: false)

  /// An issue that names them, so that a recording does not keep what the app no longer asks for.
  public static let areIssues = Self(areIssues: true)
}

extension UnusedExchanges {
  /// What is to be said of a recording at the end; nil if nothing is.
  func problem(in index: RecordingIndex, _ source: RecordingSource, _ sourceLocation: SourceLocation) -> Problem? {
    let numbers = index.unused
    guard areIssues, !numbers.isEmpty else { return nil }
    let shown = numbers.prefix(8).map { "  #\($0 + 1) \(index.entries[$0].title)" }
    let rest = numbers.count > 8 ? ["  … and \(numbers.count - 8) more"] : []
    let lines =
      ["\(counted(numbers.count, "exchange")) of \(source) \(numbers.count == 1 ? "was" : "were") not used:"] + shown
      + rest + ["To leave them out, record anew with NETWORK_TESTING_RECORD=all."]
    return Problem(text: lines.joined(separator: "\n"), sourceLocation: sourceLocation)
  }
}
