/// A collection of the differences of two JSON values.
struct JSONDifferences {
  let isSubset: Bool
  private(set) var found: [JSONDifference] = []
  /// The whole actual value, in which a missing member may be elsewhere.
  private let root: JSONValue
  // The place. It becomes text only where something differs.
  private var path: [JSONPath.Step] = []

  // A failure text shows a few. Two large values with nothing in common must be reported quickly.
  private static let most = 500
  private static let mostWithNearKey = 20
  private static let mostKeysLookedAt = 100
  private static let mostAligned = 200

  init(of root: JSONValue, isSubset: Bool) {
    self.root = root
    self.isSubset = isSubset
  }

  mutating func compare(_ expected: JSONValue, _ actual: JSONValue) {
    guard found.count < Self.most else { return }
    switch (expected, actual) {
    case (.object(let expected), .object(let actual)): compare(expected, actual)
    case (.array(let expected), .array(let actual)): compare(expected, actual)
    default: if expected != actual { add(expected, actual) }
    }
  }

  private mutating func compare(_ expected: JSONObject, _ actual: JSONObject) {
    let members = expected.sorted
    let others = members.map { actual[$0.key] }
    var unexpected = others.count { $0 != nil } == actual.count ? [] : actual.keys.filter { expected[$0] == nil }
    for ((key, value), other) in zip(members, others) where found.count < Self.most {
      path.append(.key(key))
      if let other {
        compare(value, other)
      } else {
        // A key that explains a missing one is not a separate difference.
        let near = nearest(to: key, in: unexpected)
        if let near { unexpected.removeAll { $0.isSame(as: near) } }
        let hint = near == nil ? elsewhere(key) : Similarity.hint(at: near, for: key, isKey: true)
        add(value, nil, hint: hint, spelling: near.map { .spelling(ofRequest: $0, ofStub: key) })
      }
      path.removeLast()
    }
    guard !isSubset else { return }
    for key in unexpected { add(nil, actual[key], at: .key(key)) }
  }

  private mutating func compare(_ expected: [JSONValue], _ actual: [JSONValue]) {
    let lists = (expected: JSONValue.array(expected), actual: JSONValue.array(actual))
    if lists.actual.isReordered(lists.expected) {
      found.append(
        JSONDifference(
          path: place(), expected: lists.expected, actual: lists.actual, isReordered: true))
      return
    }
    if let steps = alignment(of: expected, actual) {
      for step in steps {
        compare(
          step.expected.map { expected[$0] }, step.actual.map { actual[$0] }, at: step.actual ?? step.expected ?? 0)
      }
      return
    }
    for index in 0..<max(expected.count, actual.count) where found.count < Self.most {
      // A plain nil would be JSON's null.
      compare(
        index < expected.count ? expected[index] : JSONValue?.none,
        index < actual.count ? actual[index] : JSONValue?.none, at: index)
    }
  }

  private mutating func compare(_ expected: JSONValue?, _ actual: JSONValue?, at index: Int) {
    guard let expected, let actual else { return add(expected, actual, at: .index(index)) }
    path.append(.index(index))
    compare(expected, actual)
    path.removeLast()
  }

  /// Returns the elements that two arrays share, if that leaves fewer differences than comparing them one by one.
  ///
  /// One inserted element moves all that follow. Each step is an element of one array, or a pair that differs.
  private func alignment(of expected: [JSONValue], _ actual: [JSONValue]) -> [(expected: Int?, actual: Int?)]? {
    guard max(expected.count, actual.count) <= Self.mostAligned else { return nil }
    func isSame(_ actual: JSONValue, _ expected: JSONValue) -> Bool {
      isSubset ? JSONDifference.contains(actual, expected) : actual == expected
    }
    let singly = zip(actual, expected).filter { !isSame($0, $1) }.count + abs(expected.count - actual.count)
    guard singly > 1 else { return nil }
    var missing: Set<Int> = []
    var added: Set<Int> = []
    for change in actual.difference(from: expected, by: isSame) {
      switch change {
      case .insert(let offset, _, _): added.insert(offset)
      case .remove(let offset, _, _): missing.insert(offset)
      }
    }
    var steps: [(expected: Int?, actual: Int?)] = []
    var left = 0
    var right = 0
    while left < expected.count || right < actual.count {
      let isMissing = missing.contains(left)
      let isAdded = added.contains(right)
      if isMissing || isAdded { steps.append((isMissing ? left : nil, isAdded ? right : nil)) }
      if isMissing || !isAdded { left += 1 }
      if isAdded || !isMissing { right += 1 }
    }
    return steps.count < singly ? steps : nil
  }

  /// Returns a hint at another place that has a missing member.
  private func elsewhere(_ key: String) -> String {
    guard found.count < Self.mostWithNearKey else { return "" }
    return root.place(ofMember: key).map { "; the request has it at $\($0.shortened())" } ?? ""
  }

  private func nearest(to key: String, in keys: [String]) -> String? {
    guard found.count < Self.mostWithNearKey else { return nil }
    return Similarity.nearest(to: key, in: keys.prefix(Self.mostKeysLookedAt))
  }

  private mutating func add(
    _ expected: JSONValue?, _ actual: JSONValue?, at step: JSONPath.Step? = nil, hint: String = "",
    spelling: Suspicion? = nil
  ) {
    guard found.count < Self.most else { return }
    found.append(
      JSONDifference(path: place(step), expected: expected, actual: actual, hint: hint, spelling: spelling))
  }

  private func place(_ step: JSONPath.Step? = nil) -> String {
    (path + [step].compactMap { $0 }).map(\.text).joined()
  }
}

/// One place in which two JSON values differ.
struct JSONDifference {
  /// The path after the root, such as `.roles[1]`.
  var path: String
  let expected: JSONValue?
  let actual: JSONValue?
  /// A hint at the key present that looks like the missing one, or nothing.
  var hint = ""
  /// The spellings of a missing key and of one that is present and looks like it; nil if none does.
  var spelling: Suspicion?
  /// Whether both are lists of the same elements.
  var isReordered = false

  /// Returns the differences, objects by key and arrays by element, in the order of the paths.
  static func between(expected: JSONValue, actual: JSONValue, isSubset: Bool) -> [JSONDifference] {
    var collector = JSONDifferences(of: actual, isSubset: isSubset)
    collector.compare(expected, actual)
    return collector.found
  }

  /// Returns whether a value contains at least another value.
  ///
  /// Objects may have more keys. Arrays must have the same number of elements, each containing at least the expected one: in most
  /// answers and requests order matters, and an extra element is as often a bug as a missing one.
  /// For "among others", use a path such as `$.tags[*]`.
  static func contains(_ actual: JSONValue, _ expected: JSONValue) -> Bool {
    switch (expected, actual) {
    case (.object(let expected), .object(let actual)):
      expected.allSatisfy { key, value in actual[key].map { contains($0, value) } ?? false }
    case (.array(let expected), .array(let actual)):
      expected.count == actual.count && zip(actual, expected).allSatisfy(contains)
    default: expected == actual
    }
  }

  /// Returns the line of a failure text; one difference among many compared values counts less than one out of one.
  func finding(label: String, among leafCount: Int) -> Finding {
    let isSecret = Secrets.isSensitive(path: path)
    let label = label + path.shortened()
    let similarity = leafCount > 1 ? 1 - 1 / Double(leafCount) : 0
    func whole(_ value: JSONValue) -> String {
      isSecret && value != .null ? Secrets.mask.quoted : Secrets.masked(json: value).description
    }

    func shown(_ value: JSONValue) -> String { whole(value).shortened(to: 80) }
    guard let expected else {
      return .mismatch(.body, label, "not expected, got \(actual.map(shown) ?? "nothing")", similarity: similarity)
    }
    guard let actual else {
      var finding = Finding.mismatch(
        .body, label, expected: shown(expected), got: "missing\(hint)", similarity: similarity, isAbsent: true)
      finding.suspicion = spelling
      return finding
    }
    guard !whole(actual).isSame(as: whole(expected)) || isReordered else {
      let difference = MaskedDifference(actual, from: expected)
      var finding = Finding.mismatch(
        .body, label, expected: shown(expected), got: "got \(difference?.text ?? MaskedDifference.unknown)",
        similarity: similarity)
      finding.suspicion = difference?.suspicion
      return finding
    }
    let texts = Difference.late(whole(expected), whole(actual)) ?? (shown(expected), shown(actual))
    let note = isSecret && !isReordered ? nil : actual.note(from: expected)
    var finding = Finding.mismatch(
      .body, label, expected: texts.expected, got: "got \(texts.actual)", note: note?.text, similarity: similarity)
    finding.suspicion = note?.suspicion
    return finding
  }
}

extension JSONValue {
  /// Returns the members of a value, at any depth, that another value has as well.
  func part(like other: JSONValue) -> JSONValue {
    guard object != nil, other.object != nil else { return self }
    return other.mapChildren { step, other in values(at: step).first?.part(like: other) }
  }
}
