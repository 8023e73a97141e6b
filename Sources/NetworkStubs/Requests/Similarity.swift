/// The similarity of two texts, for "did you mean" and for ranking candidates.
package enum Similarity {
  /// Returns the similarity, from 0 for nothing in common to 1 for the same text.
  static func between(_ lhs: String, _ rhs: String) -> Double {
    if lhs == rhs { return 1 }
    // Long texts are compared by their starts: the comparison is quadratic.
    var left = Array(lhs.utf8.prefix(64))[...], right = Array(rhs.utf8.prefix(64))[...]
    let longest = max(left.count, right.count)
    guard longest > 0 else { return 0.99 }
    // Equal text at both ends, usually most of it, does not change the distance.
    while let first = left.first, first == right.first {
      left = left.dropFirst()
      right = right.dropFirst()
    }
    while let last = left.last, last == right.last {
      left = left.dropLast()
      right = right.dropLast()
    }
    let distance = editDistance(Array(left), Array(right), atMost: longest) ?? longest
    return max(0, min(0.99, 1 - Double(distance) / Double(longest)))
  }

  /// Returns the nearest of some names, if it is near enough to be a typing error.
  package static func nearest(to name: String, in names: some Sequence<String>) -> String? {
    var best: (name: String, similarity: Double)?
    for candidate in names {
      let similarity = between(name.lowercased(), candidate.lowercased())
      if similarity > best?.similarity ?? 0.6 { best = (candidate, similarity) }
    }
    return best?.name
  }

  /// Returns the hint at a present name that looks like a missing one, or at all names.
  ///
  /// - Parameter isKey: Whether they are keys of JSON, which an encoder may write in snake case.
  static func hint(at near: String?, for name: String, among names: [String] = [], isKey: Bool = false) -> String {
    guard let near else { return names.isEmpty ? "" : "; the request has \(names.quotedList)" }
    let note = near.otherForm(of: name) ?? (isKey ? near.otherCase(of: name) : nil)
    return "; the request has \(near.quoted)\(note.map { ", \($0)" } ?? "")"
  }

  /// Returns the share of two texts that is equal at their starts and ends, which one typing error leaves unchanged.
  static func estimate(_ lhs: String, _ rhs: String) -> Double {
    let start = common(lhs.utf8, rhs.utf8)
    let end = common(lhs.utf8.reversed(), rhs.utf8.reversed())
    let longest = max(lhs.utf8.count, rhs.utf8.count)
    return longest == 0 ? 1 : min(0.99, Double(start + end) / Double(longest))
  }

  private static func common(_ lhs: some Sequence<UInt8>, _ rhs: some Sequence<UInt8>) -> Int {
    var count = 0
    for (left, right) in zip(lhs, rhs) {
      guard left == right else { break }
      count += 1
    }
    return count
  }
}

extension String {
  /// Returns how a key of a request is written where a stub has the same in snake case, or the other way round; nil for others.
  fileprivate func otherCase(of name: String) -> String? {
    guard isSameKey(as: name) else { return nil }
    return name.contains("_")
      ? "in camel case: to send snake case, set keyEncodingStrategy to .convertToSnakeCase"
      : "in snake case, as keyEncodingStrategy = .convertToSnakeCase writes it"
  }
}
