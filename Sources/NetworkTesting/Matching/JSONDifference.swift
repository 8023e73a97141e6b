import NetworkEndpoints

/// One place in which two JSON values differ.
struct JSONDifference {
  /// Where, after the root, such as `.roles[1]`.
  let path: String
  let expected: JSONValue?
  let actual: JSONValue?
  /// A key that was there and looks like the missing one.
  let nearKey: String?

  /// The differences, objects by key and arrays by element, in the order of the paths.
  static func between(expected: JSONValue, actual: JSONValue, isSubset: Bool) -> [JSONDifference] {
    var collector = JSONDifferences(isSubset: isSubset)
    collector.compare(expected, actual, at: "")
    return collector.found
  }

  /// Whether a value has at least what another has.
  ///
  /// Objects may have more keys. Arrays have the same number of elements, each at its place at least what is expected of
  /// it: in most answers and requests order means something, and an element too many is a bug as often as one too few.
  /// For "among others" there is a path, such as `$.tags[*]`.
  static func contains(_ actual: JSONValue, _ expected: JSONValue) -> Bool {
    switch (expected, actual) {
    case (.object(let expected), .object(let actual)):
      expected.allSatisfy { key, value in actual[key].map { contains($0, value) } ?? false }
    case (.array(let expected), .array(let actual)):
      expected.count == actual.count && zip(actual, expected).allSatisfy(contains)
    default: expected == actual
    }
  }

  /// The line of a failure text.
  ///
  /// - Parameters:
  ///   - label: What the path starts at, such as `body $`.
  ///   - leafCount: How many values were compared: one difference among many is nearer than one of one.
  func finding(label: String, among leafCount: Int) -> Finding {
    let isSecret = Secrets.isSensitive(path: path)
    let label = label + path.shortened()
    let similarity = leafCount > 1 ? 1 - 1 / Double(leafCount) : 0
    func shown(_ value: JSONValue) -> String {
      isSecret && value != .null ? Secrets.mask.quoted() : Secrets.masked(json: value).shown
    }
    guard let expected else {
      return .mismatch(.body, label, "not expected, got \(actual.map(shown) ?? "nothing")", similarity: similarity)
    }
    guard let actual else {
      let hint = nearKey.map { "; did you mean \($0.quoted())?" } ?? ""
      return .mismatch(.body, label, expected: shown(expected), got: "missing\(hint)", similarity: similarity)
    }
    let got = shown(actual) == shown(expected) ? "another value (masked)" : shown(actual)
    return .mismatch(.body, label, expected: shown(expected), got: "got \(got)", similarity: similarity)
  }
}
