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
    if range.lowerBound == range.upperBound { return "exactly \(counted(range.lowerBound, "request"))" }
    return range.upperBound == .max
      ? "at least \(counted(range.lowerBound, "request"))" : "at most \(counted(range.upperBound, "request"))"
  }
}
