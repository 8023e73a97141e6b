import Foundation

/// How much of a long list a test goes through: a part of it in ordinary runs, all of it with `NETWORK_TESTING_FULL=1`.
public enum Effort {
  /// Whether tests do all that they can.
  public static let isFull = ProcessInfo.processInfo.environment["NETWORK_TESTING_FULL"] == "1"

  /// A number of repetitions.
  ///
  /// - Parameters:
  ///   - ordinary: That of an ordinary run.
  ///   - full: That of a full run.
  public static func count(_ ordinary: Int, full: Int) -> Int { isFull ? full : ordinary }

  /// The seeds of a property test, from 1 on.
  public static func seeds(_ ordinary: UInt64, full: UInt64) -> ClosedRange<UInt64> { 1...(isFull ? full : ordinary) }

  /// Every nth element of a list, or all of them in a full run.
  ///
  /// - Parameters:
  ///   - step: The n.
  ///   - elements: The list.
  ///   - turn: How many elements to leave out at first, so that tests of one list take different ones.
  public static func every<Elements: Sequence>(_ step: Int, of elements: Elements, from turn: Int = 0) -> [Elements
    .Element]
  {
    if isFull { return Array(elements) }
    return elements.enumerated().filter { ($0.offset + turn) % step == 0 }.map(\.element)
  }
}
