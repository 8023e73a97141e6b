/// The expected number of requests: an integer literal, or one of these.
public struct RequestCount: Hashable, Sendable, ExpressibleByIntegerLiteral {
  package let range: ClosedRange<Int>

  /// Creates a count from a range; a negative bound counts as zero.
  init(_ range: ClosedRange<Int>) { self.range = max(0, range.lowerBound)...max(0, range.upperBound) }

  /// Exactly this many.
  public init(integerLiteral value: Int) { self.init(value...value) }
  /// None.
  public static let never = Self(0...0)
  /// One.
  public static let once = Self(1...1)
  /// Exactly this many.
  public static func exactly(_ count: Int) -> Self { Self(count...count) }

  /// This many or more.
  public static func atLeast(_ count: Int) -> Self { Self(count...Int.max) }

  /// This many or fewer.
  public static func atMost(_ count: Int) -> Self { Self(0...max(0, count)) }

  func allows(_ count: Int) -> Bool { range.contains(count) }

  /// A text such as "at least 2 requests".
  var expectation: String {
    if range == 0...0 { return "no request" }
    if range.lowerBound == range.upperBound { return "exactly \(range.lowerBound.counted("request"))" }
    if range.upperBound == .max { return "at least \(range.lowerBound.counted("request"))" }
    let most = range.upperBound.counted("request")
    return range.lowerBound == 0 ? "at most \(most)" : "\(range.lowerBound) to \(most)"
  }
}
