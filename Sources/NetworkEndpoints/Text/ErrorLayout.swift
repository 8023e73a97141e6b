/// The layout of an error's description: what happened, what was there, and what to do, each a paragraph.
///
/// All errors of this package have it, so that a reader finds the remedy at the same place in each.
package struct ErrorLayout: Hashable, Sendable, CustomStringConvertible {
  /// A sentence that says what happened.
  package let happened: String
  /// The lines about what was there; empty if there is nothing to show.
  package let there: [String]
  /// The advice; empty if the first paragraph leaves only one thing to do.
  package var remedy: String

  /// Creates a layout.
  ///
  /// - Parameters:
  ///   - happened: A sentence that says what happened.
  ///   - there: The lines about what was there.
  ///   - remedy: The advice.
  package init(_ happened: String, there: [String] = [], remedy: String = "") {
    self.happened = happened
    self.there = there
    self.remedy = remedy
  }

  /// The paragraphs, with an empty line between them.
  package var description: String {
    [happened, there.joined(separator: "\n"), remedy].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}
