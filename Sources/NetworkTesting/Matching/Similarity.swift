/// How near two texts are, for "did you mean" and for ranking candidates.
enum Similarity {
  /// From 0 for nothing in common to 1 for the same text.
  static func between(_ lhs: String, _ rhs: String) -> Double {
    if lhs == rhs { return 1 }
    // Long texts are compared by their starts: a body has no place in a quadratic comparison.
    var left = Array(lhs.utf8.prefix(64))[...], right = Array(rhs.utf8.prefix(64))[...]
    let longest = max(left.count, right.count)
    guard longest > 0 else { return 0.99 }
    // What is the same at both ends, most of it as a rule, changes no distance.
    while let first = left.first, first == right.first { (left, right) = (left.dropFirst(), right.dropFirst()) }
    while let last = left.last, last == right.last { (left, right) = (left.dropLast(), right.dropLast()) }
    return max(0, min(0.99, 1 - Double(distance(Array(left), Array(right))) / Double(longest)))
  }

  /// The nearest of some names, if it is near enough to be a slip.
  static func nearest(to name: String, in names: some Sequence<String>) -> String? {
    var best: (name: String, similarity: Double)?
    for candidate in names {
      let similarity = between(name.lowercased(), candidate.lowercased())
      if similarity > best?.similarity ?? 0.6 { best = (candidate, similarity) }
    }
    return best?.name
  }

  /// The number of edits (insertion, deletion, substitution, swap of neighbours) that turn one text into the other.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var rows = (
      beforePrevious: Array(0...right.count), previous: Array(0...right.count), current: Array(0...right.count)
    )
    for row in left.indices {
      rows.current[0] = row + 1
      for column in right.indices {
        let substitution = rows.previous[column] + (left[row] == right[column] ? 0 : 1)
        var cost = min(substitution, rows.previous[column + 1] + 1, rows.current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, rows.beforePrevious[column - 1] + 1)
        }
        rows.current[column + 1] = cost
      }
      rows = (beforePrevious: rows.previous, previous: rows.current, current: rows.beforePrevious)
    }
    return rows.previous[right.count]
  }
}
