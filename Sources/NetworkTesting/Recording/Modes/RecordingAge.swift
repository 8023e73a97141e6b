import Foundation

/// How old a recording may become before a test says so: a service changes, and its recording does not.
///
/// ```swift
/// @Test(.recording("search", age: .fails(afterDays: 90)))
/// ```
///
/// Its age is that of its oldest exchange. An exchange without a date has none.
public struct RecordingAge: Hashable, Sendable {
  enum Consequence: Hashable, Sendable {
    case none, warning, failure
  }

  let consequence: Consequence
  let days: Double

  /// Of any age.
  public static let unlimited = Self(consequence: .none, days: .infinity)

  /// Warns where the recording is older; with Swift 6.2 and earlier, on standard error.
  ///
  /// - Parameter days: The age in days.
  public static func warns(afterDays days: Double) -> Self { Self(consequence: .warning, days: days) }

  /// Fails the test where the recording is older.
  ///
  /// - Parameter days: The age in days.
  public static func fails(afterDays days: Double) -> Self { Self(consequence: .failure, days: days) }
}
