/// The time as a header field has it ([RFC 9110, section 5.6.7](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7)).
package enum HTTPDate {
  /// The last second that was asked for, and its text.
  private static let last = Guarded((second: time_t(-1), text: ""))

  /// The present time.
  package static var text: String {
    let second = time(nil)
    return last.withLock { last in
      if last.second != second { last = (second, text(of: second)) }
      return last.text
    }
  }

  private static func text(of second: time_t) -> String {
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
