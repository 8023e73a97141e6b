import Foundation

/// How much of a long list a test goes through: a part of it in ordinary runs, all of it in full ones.
///
/// `NETWORK_TESTING_FULL=1` makes all of a run full, `NETWORK_TESTING_FULL=ZooTests,LoadTests` what those files ask for, and
/// `NETWORK_TESTING_FULL=alone` only what keeps the processors from other tests.
public enum Effort {
  private static let named = (ProcessInfo.processInfo.environment["NETWORK_TESTING_FULL"] ?? "").split(separator: ",")

  /// Whether tests of a file do all that they can.
  ///
  /// - Parameter file: The file.
  public static func isFull(_ file: String = #fileID) -> Bool {
    named == ["1"] || named.contains { file.hasSuffix("/\($0).swift") }
  }

  /// Whether tests of a file run that keep the processors from others: in a full run, or in one of such tests alone.
  ///
  /// - Parameter file: The file.
  public static func runsAlone(_ file: String) -> Bool { named == ["alone"] || isFull(file) }

  /// A number of repetitions.
  ///
  /// - Parameters:
  ///   - ordinary: That of an ordinary run.
  ///   - full: That of a full run.
  public static func count(_ ordinary: Int, full: Int, file: String = #fileID) -> Int {
    isFull(file) ? full : ordinary
  }

  /// Whether real sessions wait in vain: on Linux that keeps a processor busy, for seconds among a thousand other tests.
  public static func letsSessionsWait(_ file: String = #fileID) -> Bool {
    #if os(Linux)
      runsAlone(file)
    #else
      true
    #endif
  }

  /// How often a test damages something: as ordinarily, or as `NETWORK_TESTING_FUZZ` says.
  public static func fuzz(_ ordinary: Int) -> Int {
    ProcessInfo.processInfo.environment["NETWORK_TESTING_FUZZ"].flatMap { Int($0) } ?? ordinary
  }

  /// The seeds of a property test, from 1 on.
  public static func seeds(_ ordinary: UInt64, full: UInt64, file: String = #fileID) -> ClosedRange<UInt64> {
    1...(isFull(file) ? full : ordinary)
  }

  /// Every nth element of a list, or all of them in a full run.
  ///
  /// - Parameters:
  ///   - step: The n.
  ///   - elements: The list.
  ///   - turn: How many elements to leave out at first, so that tests of one list take different ones.
  public static func every<Elements: Sequence>(
    _ step: Int, of elements: Elements, from turn: Int = 0, file: String = #fileID
  ) -> [Elements.Element] {
    if isFull(file) { return Array(elements) }
    return elements.enumerated().filter { ($0.offset + turn) % step == 0 }.map(\.element)
  }
}
