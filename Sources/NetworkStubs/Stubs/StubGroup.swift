/// The stubs of one path, found by exact values that they ask for.
///
/// Each is kept by the value that has the fewest stubs when it is added, or by two values if all have many. What has no exact value,
/// such as a regular expression, is among the plain ones, which are candidates for every request.
struct StubGroup {
  // Most paths have one stub, which needs neither tables nor memory of its own; `others` is one value or none.
  private var first = -1
  private var others: [OtherStubs] = []

  /// - Returns: The number of the first; -1 if this one is.
  mutating func add(_ matcher: RequestMatcher, number: Int) -> Int {
    if first < 0 {
      first = number
      return -1
    }
    if others.isEmpty { others.append(OtherStubs()) }
    others[0].add(matcher, number: number)
    return first
  }

  func add(to found: inout StubIndex.Candidates, for request: RequestReader) {
    if first >= 0 { found.numbers.append(first) }
    for others in others { others.add(to: &found, for: request) }
  }
}

/// The stubs of one path but the first.
private struct OtherStubs {
  private var plain: [Int] = []
  private var tables: [[ExactPart]: [Int: [Int]]] = [:]
  private var pairCount = 0
  private var hasAlternatives = false
  private var dependsOnTargetOnly = true

  private static let mostPairs = 16

  mutating func add(_ matcher: RequestMatcher, number: Int) {
    guard let keys = choice(for: matcher, isWhole: false) else { return plain.append(number) }
    if keys.count > 1 { hasAlternatives = true }
    for key in keys {
      if !key.parts.allSatisfy(\.isOfTarget) { dependsOnTargetOnly = false }
      if key.parts.count == 2, tables[key.parts] == nil { pairCount += 1 }
      tables[key.parts, default: [:]][key.value, default: []].append(number)
    }
  }

  func add(to found: inout StubIndex.Candidates, for request: RequestReader) {
    found.numbers += plain
    guard !tables.isEmpty else { return }
    if !dependsOnTargetOnly { found.dependOnTargetOnly = false }
    for (parts, table) in tables {
      guard let values = ExactKey.values(of: parts, in: request) else {
        for numbers in table.values { found.numbers += numbers }
        continue
      }
      for value in values { if let numbers = table[value] { found.numbers += numbers } }
    }
    if hasAlternatives { found.numbers = Array(Set(found.numbers)) }
    if found.numbers.count > 1 { found.numbers.sort() }
  }

  private func choice(for matcher: RequestMatcher, isWhole: Bool) -> [ExactKey]? {
    let singles = matcher.exactKeys(isWhole: isWhole).enumerated()
      .map { (place: $0.offset, key: $0.element, count: count(of: $0.element)) }
      .sorted { ($0.count, $0.place) < ($1.count, $1.place) }
    var best = singles.first.map { (keys: [$0.key], count: $0.count) }
    if singles.count > 1 {
      let two = singles.prefix(2).sorted { $0.place < $1.place }
      let pair = ExactKey(two[0].key, two[1].key)
      // Where others have two values, one would have each request for it ask one stub more.
      if singles[0].count == 0, tables[pair.parts] == nil { return [singles[0].key] }
      if pairCount < Self.mostPairs || tables[pair.parts] != nil { best = ([pair], count(of: pair)) }
    }
    for case let either as EitherCondition in matcher.conditions {
      let keys = either.matchers.map { choice(for: $0, isWhole: true) }
      let all = keys.compactMap { $0 }.flatMap { $0 }
      let count = all.map(count).max() ?? 0
      if !keys.contains(where: { $0 == nil }), count < best?.count ?? .max { best = (all, count) }
    }
    return best?.keys
  }

  private func count(of key: ExactKey) -> Int { tables[key.parts]?[key.value]?.count ?? 0 }
}
