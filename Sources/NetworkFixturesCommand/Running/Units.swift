extension Double {
  /// A time in milliseconds, in the unit that people read: "0.25 ms", "500 ms", "2.5 s", "3 min 20 s".
  var readableTime: String {
    let time = isFinite ? Swift.min(Swift.max(self, 0), 1e15) : 0
    if time < 999.5 { return "\(time.short(digits: time < 1 ? 3 : time < 10 ? 1 : 0)) ms" }
    if time < 59_950 { return "\((time / 1_000).short(digits: time < 9_995 ? 2 : 1)) s" }
    let seconds = Int((time / 1_000).rounded())
    let parts =
      seconds < 3_600 ? (seconds / 60, "min", seconds % 60, "s") : (seconds / 3_600, "h", seconds / 60 % 60, "min")
    return "\(parts.0) \(parts.1)" + (parts.2 > 0 ? " \(parts.2) \(parts.3)" : "")
  }

  /// The number with a few digits after its point, without zeros at the end.
  fileprivate func short(digits: Int) -> String {
    let scale = [1.0, 10, 100, 1_000][digits]
    let number = (self * scale).rounded() / scale
    return Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}

extension Int {
  /// A number of bytes, in the unit that people read: "0 B", "1.2 kB", "12 MB".
  var readableSize: String {
    var number = Double(Swift.max(0, self))
    var units = ["B", "kB", "MB", "GB"][...]
    while number >= 999.5, units.count > 1 {
      number /= 1_000
      units.removeFirst()
    }
    return "\(number.short(digits: units.count == 4 || number >= 9.95 ? 0 : 1)) \(units[units.startIndex])"
  }
}
