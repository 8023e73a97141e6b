/// What a recording's name has to be, beside what every fixture's has to: a path that any system can check out.
enum RecordingName {
  /// Why a name is refused: completes "it …".
  static func flaw(of name: String) -> String? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "has a control character"
    }
    if let mark = name.first(where: { #":*?"<>|"#.contains($0) }) { return "has a character \(String(mark).quoted)" }
    if parts.contains(where: { $0.hasPrefix(".") }) { return #"has a part that begins with "." and would be hidden"# }
    if parts.contains(where: { $0.hasSuffix(".") || $0.hasSuffix(" ") || $0.hasPrefix(" ") }) {
      return "has a part that begins or ends in a space or ends in a dot"
    }
    // The names of temporary files are longer by a few bytes.
    if parts.contains(where: { $0.utf8.count > 200 }) { return "has a part of more than 200 bytes" }
    return nil
  }
}
