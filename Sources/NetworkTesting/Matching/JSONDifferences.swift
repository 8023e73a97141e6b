import NetworkEndpoints

/// Collects the differences of two JSON values.
struct JSONDifferences {
  let isSubset: Bool
  private(set) var found: [JSONDifference] = []

  // A failure text shows a few. Two large values that have nothing in common must not take long to say so.
  private static let most = 500
  private static let mostWithNearKey = 20
  private static let mostKeysLookedAt = 100

  init(isSubset: Bool) {
    self.isSubset = isSubset
  }

  mutating func compare(_ expected: JSONValue, _ actual: JSONValue, at path: String) {
    guard found.count < Self.most else { return }
    switch (expected, actual) {
    case (.object(let expected), .object(let actual)): compare(expected, actual, at: path)
    case (.array(let expected), .array(let actual)): compare(expected, actual, at: path)
    default: if expected != actual { add(path, expected, actual) }
    }
  }

  private mutating func compare(_ expected: [String: JSONValue], _ actual: [String: JSONValue], at path: String) {
    var unexpected = actual.keys.filter { expected[$0] == nil }.sorted()
    for (key, value) in expected.sorted(by: { $0.key < $1.key }) where found.count < Self.most {
      let place = path + JSONPath.step(key)
      if let other = actual[key] {
        compare(value, other, at: place)
      } else {
        // A key that explains a missing one is no difference of its own.
        let near = nearest(to: key, in: unexpected)
        if let near { unexpected.removeAll { $0 == near } }
        add(place, value, nil, nearKey: near)
      }
    }
    guard !isSubset else { return }
    for key in unexpected { add(path + JSONPath.step(key), nil, actual[key]) }
  }

  private mutating func compare(_ expected: [JSONValue], _ actual: [JSONValue], at path: String) {
    for index in 0..<max(expected.count, actual.count) where found.count < Self.most {
      let place = "\(path)[\(index)]"
      if index >= actual.count {
        add(place, expected[index], nil)
      } else if index >= expected.count {
        add(place, nil, actual[index])
      } else {
        compare(expected[index], actual[index], at: place)
      }
    }
  }

  private func nearest(to key: String, in keys: [String]) -> String? {
    guard found.count < Self.mostWithNearKey else { return nil }
    return Similarity.nearest(to: key, in: keys.prefix(Self.mostKeysLookedAt))
  }

  private mutating func add(_ path: String, _ expected: JSONValue?, _ actual: JSONValue?, nearKey: String? = nil) {
    guard found.count < Self.most else { return }
    found.append(JSONDifference(path: path, expected: expected, actual: actual, nearKey: nearKey))
  }
}
