/// Expected names and values held against those of a query or a form, as multisets.
///
/// No value (`nil`) is not the empty value, and each pair serves once.
struct PairMatching {
  struct Expected: Sendable {
    let name: String
    /// Nil for a name without a value.
    let value: TextPattern?

    init(_ name: String, _ value: TextPattern?) {
      self.name = name
      self.value = value
    }

    /// Whether a pair is what is expected; `.anything` is content with a name without a value.
    func accepts(_ pair: QueryPair) -> Bool {
      guard pair.name == name else { return false }
      guard let value else { return pair.value == nil }
      return pair.value.map { value.matches($0) } ?? value.isAnything
    }
  }

  let expected: [Expected]
  let actual: [QueryPair]
  /// Which expectation each of the actual pairs serves.
  private(set) var served: [Int?]
  /// The expectations that are fulfilled.
  private(set) var fulfilled: [Bool]

  init(_ expected: [Expected], _ actual: [QueryPair]) {
    self.expected = expected
    self.actual = actual
    served = Array(repeating: nil, count: actual.count)
    fulfilled = Array(repeating: false, count: expected.count)
    for index in expected.indices {
      if expected[index].value?.isMissing == true {
        fulfilled[index] = !actual.contains { $0.name == expected[index].name }
      } else {
        var tried = Set<Int>()
        fulfilled[index] = serve(index, &tried)
      }
    }
  }

  /// Whether every expectation is fulfilled, and, if it must be exact, every pair expected.
  static func matches(_ expected: [Expected], _ actual: [QueryPair], isExact: Bool = false) -> Bool {
    if expected.count == 1, !isExact, let only = expected.first, only.value?.isMissing != true {
      return actual.contains(where: only.accepts)
    }
    let pairing = Self(expected, actual)
    return pairing.fulfilled.allSatisfy { $0 } && (!isExact || pairing.served.allSatisfy { $0 != nil })
  }

  /// Finds a pair for an expectation, if need be one that another can do without: so the order never matters.
  ///
  /// - Parameter tried: The pairs that were asked for already.
  private mutating func serve(_ index: Int, _ tried: inout Set<Int>) -> Bool {
    let suitable = actual.indices.filter { expected[index].accepts(actual[$0]) }
    if let free = suitable.first(where: { served[$0] == nil }) {
      served[free] = index
      return true
    }
    for pair in suitable where tried.insert(pair).inserted {
      if let other = served[pair], serve(other, &tried) {
        served[pair] = index
        return true
      }
    }
    return false
  }
}
