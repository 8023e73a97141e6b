/// A search for the names that were probably meant.
package enum NearNames {
  /// The number of suggestions.
  static let limit = 3

  package static func of(_ name: String, among names: [String]) -> [String] {
    let wanted = Split(name)
    return
      names
      .compactMap { candidate in distance(from: wanted, to: Split(candidate)).map { (candidate, $0) } }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
      .prefix(limit)
      .map(\.0)
  }

  // Typical mistakes, the most likely first: the case, the extension, the folder, the letters.
  private static func distance(from wanted: Split, to other: Split) -> Int? {
    if wanted.whole == other.whole { return 0 }
    if !wanted.stem.isEmpty, wanted.folder == other.folder, wanted.stem == other.stem { return 1 }
    if wanted.file == other.file { return 2 }
    // In a name of one or two letters, a different letter means a different name.
    let allowed = min(4, wanted.file.count / 3)
    let inPlace = editDistance(wanted.whole, other.whole, atMost: allowed).map { 2 + $0 }
    if inPlace != nil || wanted.folder == other.folder { return inPlace }
    return editDistance(wanted.file, other.file, atMost: (allowed + 1) / 2).map { 6 + $0 }
  }

  /// A name in lower case, and its parts.
  private struct Split {
    let whole: [Unicode.Scalar]
    let folder: [Unicode.Scalar]
    let file: [Unicode.Scalar]
    let stem: [Unicode.Scalar]

    init(_ name: String) {
      whole = Array(name.prefix(1_024).lowercased().precomposedStringWithCanonicalMapping.unicodeScalars)
      let slash = whole.lastIndex(of: "/")
      folder = Array(whole[..<(slash ?? 0)])
      file = Array(whole[(slash.map { $0 + 1 } ?? 0)...])
      stem = Array(file[..<(file.lastIndex(of: ".") ?? file.endIndex)])
    }
  }
}

/// Counts the letters to add, leave out, replace or swap with their neighbour to get from one text to the other.
///
/// - Parameters:
///   - first: One text.
///   - second: The other text.
///   - limit: The largest distance of interest.
/// - Returns: The distance; nil if it is larger than the limit.
@inlinable
package func editDistance<Letter: Equatable>(_ first: [Letter], _ second: [Letter], atMost limit: Int) -> Int? {
  guard limit >= 0, abs(first.count - second.count) <= limit else { return nil }
  let tooFar = limit + 1
  var beforeLast = [Int](repeating: tooFar, count: second.count + 1)
  var last = (0...second.count).map { min($0, tooFar) }
  var current = beforeLast
  for row in first.indices {
    // Only a band as wide as the limit can matter, which keeps a folder of thousands of names cheap.
    let start = max(0, row - limit)
    let end = min(second.count, row + limit + 1)
    let band = start..<max(start, end)
    current[band.lowerBound] = band.lowerBound == 0 ? min(row + 1, tooFar) : tooFar
    var least = current[band.lowerBound]
    for column in band {
      let replaced = last[column] + (first[row] == second[column] ? 0 : 1)
      var best = min(replaced, last[column + 1] + 1, current[column] + 1, tooFar)
      if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
        best = min(best, beforeLast[column - 1] + 1)
      }
      current[column + 1] = best
      least = min(least, best)
    }
    if band.upperBound < second.count { current[band.upperBound + 1] = tooFar }
    if least > limit { return nil }
    (beforeLast, last, current) = (last, current, beforeLast)
  }
  return last[second.count] <= limit ? last[second.count] : nil
}
