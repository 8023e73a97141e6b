extension URLPattern {
  /// Returns whether a URL has almost the path that the pattern takes, as after a typing error, and not that of another resource.
  ///
  /// Only then is it likely that the stub was meant for the request: of `/users/1` and `/users/2`, or `/known` and `/unknown`, each
  /// wants an answer of its own.
  func isNearMiss(of url: URLParts) -> Bool {
    guard case .pattern(let pattern) = path else { return false }
    // A slash too many is an empty segment.
    let expected = pattern.segments.filter { $0 != .literal("") }
    // A question mark in a path is a query that was encoded.
    let actual = url.segments.map { String($0.prefix { $0 != "?" }) }.filter { !$0.isEmpty }
    // A version, or the base of a host, may be missing or too many.
    for (longer, shorter) in [(expected.count, actual.count), (actual.count, expected.count)]
    where longer > shorter && longer - shorter <= 2 && shorter > 0 {
      let isSame = zip(expected.suffix(shorter), actual.suffix(shorter)).allSatisfy { $0.isAlmost($1) == .same }
      if isSame { return true }
    }
    guard expected.count == actual.count else { return false }
    let verdicts = zip(expected, actual).map { $0.isAlmost($1) }
    return !verdicts.contains(.other) && verdicts.count { $0 == .near } <= 1
  }
}

extension URLPattern {
  /// Returns the spellings of a path that a URL has but for a typing error, a slash at the end, or upper and lower case; nil for
  /// another path.
  func spelling(of url: URLParts) -> Suspicion? {
    guard case .pattern(let pattern) = path else { return nil }
    let expected = pattern.segments.filter { $0 != .literal("") }
    let actual = url.segments.filter { !$0.isEmpty }
    guard expected.count == actual.count, isNearMiss(of: url) else { return nil }
    let words = zip(expected, actual).compactMap { segment, word -> (String, String)? in
      guard case .literal(let text) = segment, text != word else { return nil }
      return (word, text)
    }
    guard let (word, text) = words.first, words.count == 1, expected.count == pattern.segments.count,
      actual.count == url.segments.count
    else {
      return .spelling(ofRequest: url.path, ofStub: pathText)
    }
    return .spelling(ofRequest: word, ofStub: text)
  }
}

extension URLPattern {
  /// Returns the place of the only segment in which a path differs, if both have an id there: a number or a UUID.
  func segmentWithOtherID(in url: URLParts) -> Int? {
    guard case .pattern(let pattern) = path, pattern.segments.count == url.segments.count else { return nil }
    let places = pattern.segments.indices.filter { pattern.segments[$0].isAlmost(url.segments[$0]) != .same }
    guard let place = places.first, places.count == 1, case .literal(let text) = pattern.segments[place],
      text.isID, url.segments[place].isID
    else { return nil }
    return place
  }
}

extension URLParts {
  /// Whether a segment is a version, such as `v2`.
  func hasVersion(at place: Int) -> Bool { segments[place].first?.isLetter == true && !segments[place].isUUID }
}

extension String {
  /// Whether it is a number, a version or a UUID.
  fileprivate var isID: Bool { isUUID || Int(hasPrefix("v") ? dropFirst() : self[...]) != nil }
}

extension PathPattern.Segment {
  fileprivate enum Likeness {
    case same, near, other
  }

  /// Returns whether a segment of a path is the pattern's, or looks like a typing error of it.
  fileprivate func isAlmost(_ segment: String) -> Likeness {
    switch self {
    case .parameter: .same
    case .pattern(let pattern): pattern.match(segment) == nil ? .other : .same
    case .anySegments: .other
    case .literal(let text):
      if text.lowercased() == segment.lowercased() { .same } else { text.isTypingError(of: segment) ? .near : .other }
    }
  }
}

extension String {
  /// Whether one of two words is the other with a letter, or in a long word two, wrong, missing, too many or swapped.
  func isTypingError(of other: String) -> Bool {
    let length = Swift.min(count, other.count)
    guard length >= 3, !contains(where: \.isNumber), !other.contains(where: \.isNumber) else { return false }
    return editDistance(Array(lowercased()), Array(other.lowercased()), atMost: length >= 8 ? 2 : 1) != nil
  }
}
