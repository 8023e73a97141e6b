/// One place in which two JSON values differ.
struct JSONDifference {
  /// Where, such as `$.roles[1]`.
  let path: String
  let expected: JSONValue?
  let actual: JSONValue?
  /// A key that was there and looks like the missing one.
  let nearKey: String?

  /// The differences, objects by key and arrays by element, in the order of the paths.
  static func between(expected: JSONValue, actual: JSONValue, isSubset: Bool) -> [JSONDifference] {
    var differences: [JSONDifference] = []
    collect(expected, actual, at: "$", isSubset: isSubset, into: &differences)
    return differences
  }

  /// Whether a value has at least what another has: objects may have more keys, arrays must have the same elements.
  static func contains(_ actual: JSONValue, _ expected: JSONValue) -> Bool {
    switch (expected, actual) {
    case (.object(let expected), .object(let actual)):
      expected.allSatisfy { key, value in actual[key].map { contains($0, value) } ?? false }
    case (.array(let expected), .array(let actual)):
      expected.count == actual.count && zip(actual, expected).allSatisfy(contains)
    default: expected == actual
    }
  }

  private static func collect(
    _ expected: JSONValue, _ actual: JSONValue, at path: String, isSubset: Bool,
    into differences: inout [JSONDifference]
  ) {
    switch (expected, actual) {
    case (.object(let expected), .object(let actual)):
      let unexpected = Set(actual.keys).subtracting(expected.keys)
      var explained: Set<String> = []
      for (key, value) in expected.sorted(by: { $0.key < $1.key }) {
        if let other = actual[key] {
          collect(value, other, at: path + JSONPath.step(key), isSubset: isSubset, into: &differences)
        } else {
          let near = Similarity.nearest(to: key, in: unexpected.subtracting(explained).sorted())
          if let near { explained.insert(near) }
          differences.append(
            Self(path: path + JSONPath.step(key), expected: value, actual: nil, nearKey: near))
        }
      }
      guard !isSubset else { return }
      for key in unexpected.subtracting(explained).sorted() {
        differences.append(Self(path: path + JSONPath.step(key), expected: nil, actual: actual[key], nearKey: nil))
      }
    case (.array(let expected), .array(let actual)):
      for index in 0..<max(expected.count, actual.count) {
        let place = "\(path)[\(index)]"
        if index >= actual.count {
          differences.append(Self(path: place, expected: expected[index], actual: nil, nearKey: nil))
        } else if index >= expected.count {
          differences.append(Self(path: place, expected: nil, actual: actual[index], nearKey: nil))
        } else {
          collect(expected[index], actual[index], at: place, isSubset: isSubset, into: &differences)
        }
      }
    default:
      if expected != actual { differences.append(Self(path: path, expected: expected, actual: actual, nearKey: nil)) }
    }
  }

  /// The line of a failure text.
  ///
  /// - Parameter leafCount: How many values were compared: one difference among many is nearer than one of one.
  func finding(matched leafCount: Int) -> Finding {
    let isSecret = Secrets.isSensitive(path: path)
    let label = "body \(path)"
    let similarity = leafCount > 1 ? 1 - 1 / Double(leafCount) : 0
    func shown(_ value: JSONValue) -> String { isSecret ? "a value (masked)" : Secrets.masked(json: value).shown }
    switch (expected, actual) {
    case (let expected?, let actual?):
      let got = isSecret ? "got another value (masked)" : "got \(shown(actual))"
      return .mismatch(.body, label, expected: shown(expected), got: got, similarity: similarity)
    case (let expected?, nil):
      let hint = nearKey.map { "; did you mean \($0.quoted())?" } ?? ""
      return .mismatch(.body, label, expected: shown(expected), got: "missing\(hint)", similarity: similarity)
    case (nil, let actual?):
      return .mismatch(.body, label, "not expected, got \(shown(actual))", similarity: similarity)
    case (nil, nil):
      return .mismatch(.body, label, "differs", similarity: similarity)
    }
  }
}
