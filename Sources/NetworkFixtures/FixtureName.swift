/// What a fixture's name has to be: the one relative path of a file inside a folder.
enum FixtureName {
  /// Why a name is refused.
  struct Flaw: Hashable {
    /// Completes "it …".
    let reason: String
    let leavesFolder: Bool
  }

  static func flaw(of name: String) -> Flaw? {
    if name.isEmpty { return Flaw(reason: "is empty", leavesFolder: false) }
    if name.utf8.contains(0) { return Flaw(reason: "has a NUL character", leavesFolder: false) }
    // Elsewhere a backslash divides folders, so a name with one means two things.
    if name.utf8.contains(UInt8(ascii: "\\")) { return Flaw(reason: "has a backslash", leavesFolder: false) }
    if name.utf8.first == UInt8(ascii: "/") { return Flaw(reason: "is an absolute path", leavesFolder: true) }
    for part in parts(of: name) {
      switch part {
      case "..": return Flaw(reason: #"has a part "..""#, leavesFolder: true)
      case ".": return Flaw(reason: #"has a part ".""#, leavesFolder: false)
      case "": return Flaw(reason: #"has an empty part (a "/" too many)"#, leavesFolder: false)
      default: continue
      }
    }
    return nil
  }

  /// The name without what makes it refused, as a suggestion.
  static func cleaned(_ name: String) -> String {
    let slashed = String(name.unicodeScalars.filter { $0 != "\0" }.map { $0 == "\\" ? "/" : Character($0) })
    return parts(of: slashed).filter { !["", ".", ".."].contains($0) }.joined(separator: "/")
  }

  // By bytes: "/" and a combining mark are one Character, and two parts to the file system.
  private static func parts(of name: String) -> [String] {
    name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
