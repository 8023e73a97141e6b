/// The time as a header field has it ([RFC 9110, section 5.6.7](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7)).
package enum HTTPDate {
  /// The last second that was asked for, and its text.
  private static let last = Guarded((second: time_t(-1), text: ""))

  /// The present time.
  package static var text: String { text(of: time(nil)) }

  /// Returns the text of a second since 1970.
  static func text(of second: time_t) -> String {
    last.withLock { last in
      if last.second != second { last = (second, made(of: second)) }
      return last.text
    }
  }

  private static func made(of second: time_t) -> String {
    var second = second
    var parts = tm()
    gmtime_r(&second, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
    return "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
  }

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

/// The date that a server puts into its answers: that of its clock, as of the machine or of a test.
package struct ServerDate: Sendable {
  private let second: time_t

  /// The real time.
  package static var present: Self { Self(second: time(nil)) }

  /// Returns a time after the start of a double: a test's clock says how much has passed, and not which day it is.
  package static func since(_ start: time_t, _ offset: Duration?) -> Self {
    guard let offset else { return present }
    // Before the year 9999, after which the field has no form.
    let passed = min(max(offset.components.seconds, -100_000_000_000), 200_000_000_000)
    return Self(second: start + time_t(passed))
  }

  /// The text of the field.
  var text: String { HTTPDate.text(of: second) }
}
