/// A problem to report: a text, and the line of the user's code that it is about.
package struct Problem: Error, Hashable, Sendable {
  package let text: String
  package let place: CodePlace

  package init(text: String, place: CodePlace) {
    self.text = text
    self.place = place
  }

  /// Whether it can be told that an issue is known: from Swift 6.3 on.
  package static var isKnownTold: Bool {
    #if compiler(>=6.3)
      true
    #else
      false
    #endif
  }

  /// The text and its place, for where no issue can be recorded.
  package var report: String { "\(text.printableLines)\n(\(place.shown))" }
}

/// The problems of a transport or server, thrown if no test can record them.
public struct VerificationError: Error, Sendable, CustomStringConvertible {
  /// The texts of the problems, one each.
  public let problems: [String]
  /// The line that requested them.
  package let place: CodePlace

  package init(_ problems: [Problem], at place: CodePlace) {
    self.problems = problems.map(\.report)
    self.place = place
  }

  /// The problems, one after the other, and the line that requested them.
  public var description: String { problems.joined(separator: "\n\n") + "\n\nFound by verify() at \(place.shown)" }
}
