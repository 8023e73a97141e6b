// What people wrote may be anything; error texts show it in one line of bounded length, and end up in logs.
extension String {
  /// The text in quotes, shortened, and with what does not print as escapes.
  var quoted: String {
    let start = unicodeScalars.prefix(Self.shownLength)
    return start.reduce(into: "\"") { text, scalar in
      text += scalar.isPlain ? String(scalar) : scalar.escaped(asASCII: true)
    } + (start.endIndex == unicodeScalars.endIndex ? "\"" : "…\"")
  }

  /// The text of a URL or a part of one, without user info and without what follows `?` or `#`.
  var withoutSecrets: String {
    // By scalars: to a string, a `?` with an accent after it is another character.
    let text = unicodeScalars
    let start = text.firstRange(of: "://".unicodeScalars)?.upperBound ?? text.startIndex
    let end = text[start...].firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
    let cut = end == text.endIndex ? "" : "\(text[end])…"
    guard let at = text[start...].lastIndex(of: "@") else { return self[..<end] + cut }
    // A password may have a `?` in it: what stands before an `@` is never shown.
    return self[..<start] + "•••" + (at < end ? self[at..<end] + cut : "")
  }

  private static let shownLength = 100
}

extension Unicode.Scalar {
  fileprivate var isPlain: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    default: self != "\"" && self != "\\"
    }
  }
}
