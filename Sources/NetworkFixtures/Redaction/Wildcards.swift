/// Matching of texts whose gaps are open.
package enum Wildcards {
  /// Whether a text is made of pieces with anything between them.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - pieces: What stands between the gaps, and at both ends.
  ///   - least: How many bytes a gap has at least.
  package static func match(_ text: ArraySlice<UInt8>, pieces: [ArraySlice<UInt8>], atLeast least: Int) -> Bool {
    guard let first = pieces.first, let last = pieces.last, text.starts(with: first) else { return false }
    guard pieces.count > 1 else { return text.count == first.count }
    var rest = text.dropFirst(first.count)
    // The leftmost place of each piece leaves the most to those after it, so that nothing has to be tried twice.
    for piece in pieces.dropFirst().dropLast() {
      guard let found = rest.dropFirst(least).firstRange(of: piece) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.count >= least + last.count && rest.suffix(last.count).elementsEqual(last)
  }
}
