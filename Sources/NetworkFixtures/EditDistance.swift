/// Counts the letters to add, leave out, replace or swap with their neighbour to get from one text to the other.
///
/// - Parameters:
///   - first: One text.
///   - second: The other text.
///   - limit: The largest distance that is of interest.
/// - Returns: The distance, or nil where it is larger than the limit.
@inlinable
package func editDistance<Letter: Equatable>(_ first: [Letter], _ second: [Letter], atMost limit: Int) -> Int? {
  guard limit >= 0, abs(first.count - second.count) <= limit else { return nil }
  let tooFar = limit + 1
  var beforeLast = [Int](repeating: tooFar, count: second.count + 1)
  var last = (0...second.count).map { min($0, tooFar) }
  var current = beforeLast
  for row in first.indices {
    // Only a band as wide as the limit can matter, which keeps a folder of thousands of names cheap.
    let band = max(0, row - limit)..<max(0, row - limit, min(second.count, row + limit + 1))
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
