import NetworkEndpoints

extension String {
  /// The text in quotation marks, on one line, and not longer than a reader can use.
  var quoted: String {
    let shown = unicodeScalars.count > 120 ? String(unicodeScalars.prefix(119)) + "…" : self
    return "\"" + shown.unicodeScalars.map { $0.escaped(asASCII: !$0.isPrinting) }.joined() + "\""
  }

  /// The text with what does not print as escapes: a file may hold marks that end lines or turn a text around.
  var printing: String {
    unicodeScalars.map { $0.isPrinting ? String($0) : $0.escaped(asASCII: true) }.joined()
  }
}

extension [String] {
  /// The first few names, and how many more there are.
  var quotedList: String {
    let shown = prefix(5).map(\.quoted).joined(separator: ", ")
    return count > 5 ? "\(shown) and \(count - 5) more" : shown
  }
}
