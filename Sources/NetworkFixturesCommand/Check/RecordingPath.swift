import Foundation

/// The path of a recording, which says who made it.
struct RecordingPath {
  private let parts: [String]

  /// Takes a path in a fixture folder apart; nil if it is not that of a recording.
  init?(_ name: String) {
    guard name.hasPrefix("recordings/"), name.hasSuffix(".har") else { return nil }
    parts = name.dropFirst("recordings/".count).dropLast(".har".count).split(separator: "/").map(String.init)
  }

  /// What a trait may have been given as its name: that of a suite, or of a test with arguments, has more after it.
  var names: [String] {
    parts.indices.map { parts[...$0].joined(separator: "/") }
  }

  /// Whether a test that gives it no name can have made it: `Module/Suite/test`, or `Module/Suite/test/arguments-hash`.
  ///
  /// - Parameter declared: The functions and types there are.
  func isMade(by declared: Set<String>) -> Bool {
    guard parts.count > 1 else { return false }
    // What ends with a hash is the arguments of a case, or a test whose name is a sentence: then its suite must do.
    let plain = parts.dropFirst().filter { $0.wholeMatch(of: /(?:.*-)?[0-9a-f]{10}/) == nil }
    guard let last = plain.last else { return true }
    // A dash comes before the labels.
    return declared.contains(String(last.prefix { $0 != "-" }))
  }
}
