extension String {
  /// The text in quotation marks, on one line, and not longer than a reader can use.
  var quoted: String {
    unicodeScalars.count > 120 ? (String(unicodeScalars.prefix(119)) + "…").debugDescription : debugDescription
  }
}

extension [String] {
  /// The first few names, and how many more there are.
  var quotedList: String {
    let shown = prefix(5).map(\.quoted).joined(separator: ", ")
    return count > 5 ? "\(shown) and \(count - 5) more" : shown
  }
}
