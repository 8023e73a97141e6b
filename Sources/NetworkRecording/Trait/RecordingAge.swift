/// The age at which a test reports its recording: a service changes, and its recording does not.
///
/// ```swift
/// @Test(.recording("search", age: .fails(afterDays: 90)))
/// ```
///
/// To check cheaply that it still holds, run with `NETWORK_TESTING_RECORD=compare`: see ``RecordMode/compare``.
///
/// A recording is as old as its oldest exchange. Exchanges without a date don't count.
public struct RecordingAge: Hashable, Sendable {
  enum Consequence: Hashable, Sendable {
    case none, warning, failure
  }

  let consequence: Consequence
  let days: Double

  /// Any age is accepted.
  public static let unlimited = Self(consequence: .none, days: .infinity)

  /// Warns if the recording is older; with Swift 6.2, on standard error.
  ///
  /// - Parameter days: The age in days.
  public static func warns(afterDays days: Double) -> Self { Self(consequence: .warning, days: days) }

  /// Fails the test if the recording is older.
  ///
  /// - Parameter days: The age in days.
  public static func fails(afterDays days: Double) -> Self { Self(consequence: .failure, days: days) }
}

extension RecordingAge {
  /// Returns the problem with a recording's age, or nil.
  ///
  /// - Parameters:
  ///   - har: The recording.
  ///   - source: Its origin.
  ///   - now: The date.
  func problem(of har: HAR, _ source: RecordingSource, now: Date) -> String? {
    // A file without dates is read as of 1970.
    let dates = har.log.entries.map(\.startedDateTime).filter { $0.timeIntervalSince1970 != 0 }
    guard consequence != .none, let oldest = dates.min() else { return nil }
    let age = now.timeIntervalSince(oldest) / 86_400
    guard age > days else { return nil }
    return """
      The recording \(source) is \(Int(age)) days old, which is over the limit of \(Int(days)): the service may answer differently by now.
      To check, run with NETWORK_TESTING_RECORD=compare, which writes nothing and says what differs in shape. Or re-record \
      with NETWORK_TESTING_RECORD=all, and review what changed.
      """
  }

  /// Records the problem in the current test.
  func record(_ text: String, _ place: CodePlace) {
    switch consequence {
    case .none: break
    case .failure: Problem(text: text, place: place).record()
    case .warning: Problem.warn(text, at: place)
    }
  }
}
