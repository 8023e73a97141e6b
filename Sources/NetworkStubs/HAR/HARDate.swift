/// Dates of recordings: ISO 8601, written in UTC with milliseconds, read with any precision and offset.
///
/// `ISO8601DateFormatter` reads one form at a time, and is too slow for a file of ten thousand entries.
package enum HARDate {
  /// Reads a date such as `2025-06-11T17:42:08.1234567+02:00` to the millisecond; without an offset it is UTC.
  package static func parse(_ text: some StringProtocol) -> Date? {
    var rest = Array(text.utf8)[...]
    guard let year = take(4, from: &rest), skip("-", in: &rest) != nil, let month = take(2, from: &rest),
      skip("-", in: &rest) != nil, let day = take(2, from: &rest),
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    var seconds = daysSince1970(year: year, month: month, day: day) * 86_400
    var fraction = 0.0
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "t") || mark == UInt8(ascii: " ") {
      rest.removeFirst()
      guard let hour = take(2, from: &rest), skip(":", in: &rest) != nil, let minute = take(2, from: &rest),
        hour <= 24, minute < 60
      else { return nil }
      seconds += hour * 3_600 + minute * 60
      if skip(":", in: &rest) != nil {
        guard let second = take(2, from: &rest), second <= 60 else { return nil }
        seconds += second
        guard let digits = takeFraction(from: &rest) else { return nil }
        fraction = digits
      }
      guard let offset = takeOffset(from: &rest) else { return nil }
      seconds -= offset
    }
    guard rest.isEmpty else { return nil }
    return Date(timeIntervalSince1970: (Double(seconds) * 1_000 + (fraction * 1_000).rounded()) / 1_000)
  }

  /// Writes a date such as `2025-06-11T15:42:08.123Z`, clamped to years of four digits.
  package static func format(_ date: Date) -> String {
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
    let clamped = milliseconds.isNaN ? 0 : min(max(milliseconds, earliest), latest)
    let total = Int(clamped)
    let days = total.flooredQuotient(86_400_000)
    let rest = total.flooredRemainder(86_400_000)
    let (year, month, day) = civil(days)
    let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1_000 % 60].map { padded($0, 2) }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(time.joined(separator: ":"))"
      + ".\(padded(rest % 1_000, 3))Z"
  }

  // 0001-01-01 and 9999-12-31.
  private static let earliest = -62_135_596_800_000.0
  private static let latest = 253_402_300_799_999.0

  private static func padded(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}

extension HARDate {
  private static func take(_ count: Int, from rest: inout ArraySlice<UInt8>) -> Int? {
    guard rest.count >= count else { return nil }
    var number = 0
    for byte in rest.prefix(count) {
      guard (0x30...0x39).contains(byte) else { return nil }
      number = number * 10 + Int(byte - 0x30)
    }
    rest = rest.dropFirst(count)
    return number
  }

  private static func skip(_ mark: Unicode.Scalar, in rest: inout ArraySlice<UInt8>) -> Void? {
    guard rest.first == UInt8(ascii: mark) else { return nil }
    rest.removeFirst()
    return ()
  }

  private static func takeFraction(from rest: inout ArraySlice<UInt8>) -> Double? {
    guard skip(".", in: &rest) ?? skip(",", in: &rest) != nil else { return 0 }
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return nil }
    rest = rest.dropFirst(digits.count)
    var number = 0.0
    var scale = 1.0
    // More than nine digits are finer than a Date.
    for digit in digits.prefix(9) {
      number = number * 10 + Double(digit - 0x30)
      scale *= 10
    }
    return number / scale
  }

  private static func takeOffset(from rest: inout ArraySlice<UInt8>) -> Int? {
    guard let sign = rest.first else { return 0 }
    rest.removeFirst()
    if sign | 0x20 == UInt8(ascii: "z") { return 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hours = take(2, from: &rest) else { return nil }
    _ = skip(":", in: &rest)
    let minutes = rest.isEmpty ? 0 : take(2, from: &rest)
    guard let minutes, hours < 24, minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -60 : 60)
  }

  // The calendar repeats every 400 years, and a year that begins in March has its leap day at the end.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.flooredQuotient(400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted.flooredQuotient(146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * march + 2) / 5 + 1)
  }
}

extension Int {
  fileprivate func flooredQuotient(_ divisor: Int) -> Int { (self - flooredRemainder(divisor)) / divisor }

  fileprivate func flooredRemainder(_ divisor: Int) -> Int { (self % divisor + divisor) % divisor }
}
