/// HTML in which foreign text stays text.
struct Markup {
  private(set) var text = ""

  /// Adds markup that the program wrote, never what came from a file.
  mutating func mark(_ markup: StaticString) { text += markup.description }

  /// Adds foreign text, escaped.
  ///
  /// - Parameters:
  ///   - foreign: The text.
  ///   - limit: The most bytes to show.
  ///   - keepsLines: Whether line breaks stay.
  ///   - isBreaking: Whether a line may break after the marks of an address, and after what is too long for one.
  mutating func add(
    _ foreign: String, mostBytes limit: Int = 4_000, keepsLines: Bool = false, breaking isBreaking: Bool = false
  ) {
    // Invisible characters, and those that reverse the text around them, are shown as escape sequences.
    let start = String(foreign.unicodeScalars.prefix(limit))
    let visible = keepsLines ? start.printableLines : start.printable
    var count = 0
    var length = 0
    for scalar in visible.unicodeScalars {
      var escaped = Self.escaped(scalar)
      length += 1
      if isBreaking, "/?&=,;".unicodeScalars.contains(scalar) || length == 60 {
        escaped += "<wbr>"
        length = 0
      }
      count += escaped.utf8.count
      guard count <= limit else { return text += "…" }
      text += escaped
    }
    if start.utf8.count < foreign.utf8.count { text += "…" }
  }

  /// Adds a number.
  mutating func add(_ number: Int) { text += "\(number)" }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    case "'": "&#39;"
    default: String(scalar)
    }
  }
}
