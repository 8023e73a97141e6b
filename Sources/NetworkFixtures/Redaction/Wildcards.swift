/// Matching of texts with gaps.
package enum Wildcards {
  /// Returns whether a text consists of pieces with anything between them.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - pieces: The texts between the gaps, and at both ends.
  ///   - least: The fewest bytes of a gap.
  package static func match(_ text: ArraySlice<UInt8>, pieces: [ArraySlice<UInt8>], atLeast least: Int) -> Bool {
    guard let first = pieces.first, let last = pieces.last, text.starts(with: first) else { return false }
    guard pieces.count > 1 else { return text.count == first.count }
    var rest = text.dropFirst(first.count)
    // The leftmost place of each piece leaves the most for those after it, so no backtracking is needed.
    for piece in pieces.dropFirst().dropLast() {
      guard let found = rest.dropFirst(least).firstRange(of: piece) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.count >= least + last.count && rest.suffix(last.count).elementsEqual(last)
  }
}
