/// The time that an answer takes: constant, or random with a seed, so a run repeats exactly.
///
/// ```swift
/// .get("/items").respond(json: []).delayed(by: .uniform(.milliseconds(50) ... .milliseconds(200), seed: 7))
/// ```
///
/// An answer's own delay comes first, then its stub's, then its trait's or transport's. They do not add up. The delay passes on the
/// transport's clock.
public struct Delay: Hashable, Sendable {
  private enum Storage: Hashable {
    case fixed(Duration)
    case uniform(ClosedRange<Duration>)
    case logNormal(median: Duration, sigma: Double)
  }

  private let storage: Storage
  private let seed: UInt64

  /// A constant time.
  ///
  /// - Parameter duration: The delay; a negative duration counts as zero.
  public static func fixed(_ duration: Duration) -> Self { Self(storage: .fixed(duration), seed: 0) }

  /// Any time in a range, all equally likely.
  ///
  /// - Parameters:
  ///   - range: The shortest and the longest time.
  ///   - seed: The seed of the sequence of delays.
  public static func uniform(_ range: ClosedRange<Duration>, seed: UInt64 = 0) -> Self {
    Self(storage: .uniform(range), seed: seed)
  }

  /// Usually near the median and occasionally much longer, as on real networks.
  ///
  /// - Parameters:
  ///   - median: The time that half of the answers take at most.
  ///   - sigma: The spread: the standard deviation of the logarithm. With 0.5, one in a hundred takes more than
  ///   three times the median.
  ///   - seed: The seed of the sequence of delays.
  public static func logNormal(median: Duration, sigma: Double = 0.5, seed: UInt64 = 0) -> Self {
    Self(storage: .logNormal(median: median, sigma: sigma), seed: seed)
  }

  /// Returns the delay of the n-th answer, from 0, the same each time; a run has a sequence of its own.
  package func duration(at index: Int, run: UInt64 = 0) -> Duration {
    var generator = SeededGenerator(seed: seed ^ run, index: index)
    switch storage {
    case .fixed(let duration): return max(.zero, duration)
    case .uniform(let range):
      return max(.zero, range.lowerBound + (range.upperBound - range.lowerBound) * generator.nextFraction())
    case .logNormal(let median, let sigma):
      // The Box–Muller transform of two uniform numbers to a normal one; the first must not be zero.
      let radius = (-2 * log(1 - generator.nextFraction())).squareRoot()
      let normal = radius * cos(2 * .pi * generator.nextFraction())
      // Beyond twenty orders of magnitude a `Duration` would overflow.
      return max(.zero, median * exp(min(sigma * normal, 23)))
    }
  }
}
