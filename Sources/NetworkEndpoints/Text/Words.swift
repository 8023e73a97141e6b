extension Int {
  /// Returns the number with its noun: "1 request", "2 requests".
  package func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
  /// A number of times: "once", "twice", "3 times".
  package var times: String { self == 1 ? "once" : self == 2 ? "twice" : "\(self) times" }
}

extension [String] {
  /// The texts as a list in a sentence: "one", "one and two", "one, two and three".
  package var inWords: String {
    count > 1 ? dropLast().joined(separator: ", ") + " and " + self[count - 1] : first ?? "none"
  }

  /// The first few texts in quotation marks, and the number of the others.
  package var quotedList: String {
    let shown = prefix(5).map(\.quoted).joined(separator: ", ")
    return count > 5 ? "\(shown) and \(count - 5) more" : shown
  }
}

extension Duration {
  /// The duration in words: "10 seconds", "1 second", "0.25 seconds".
  package var inWords: String {
    let (seconds, attoseconds) = components
    var text = attoseconds < 0 || seconds < 0 ? "-" : ""
    text += String(seconds.magnitude)
    var fraction = String(attoseconds.magnitude)
    fraction = String(repeating: "0", count: max(0, 18 - fraction.count)) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    if !fraction.isEmpty { text += "." + fraction }
    return text == "1" ? "1 second" : text + " seconds"
  }

  /// The duration in the form of files: in milliseconds, to the microsecond.
  package var inMilliseconds: Double {
    let (seconds, attoseconds) = components
    let microseconds = Double(seconds) * 1_000_000 + Double(attoseconds) / 1_000_000_000_000
    return microseconds.rounded() / 1_000
  }

  /// Converts milliseconds from a file, to the microsecond; a number that cannot be a duration is zero.
  package init(inMilliseconds milliseconds: Double) {
    let clamped = milliseconds.isFinite ? min(max(milliseconds, 0), 1e12) : 0
    self = .microseconds(Int64((clamped * 1_000).rounded()))
  }
}
