/// Expected names and values compared with those of a query or a form, as multisets.
///
/// No value (`nil`) differs from the empty value, and each pair is used once.
package struct PairMatching {
  package struct Expected: Sendable {
    package let name: String
    package let value: TextPattern?
    /// Whether a stub's URL has a plus there, which is a space.
    var isSpelledWithPlus = false

    package init(_ name: String, _ value: TextPattern?) {
      self.name = name
      self.value = value
    }

    package init(_ pair: QueryPair) { self.init(pair.name, pair.value.map(TextPattern.exactly)) }

    /// Returns whether a pair is as expected; `.anything` also accepts a name without a value.
    func accepts(_ pair: QueryPair) -> Bool {
      guard pair.name.isSame(as: name) else { return false }
      guard let value else { return pair.value == nil }
      return pair.value.map { value.matches($0) } ?? value.isAnything
    }

    /// The only pair that is accepted; nil for a pattern.
    var exactPair: QueryPair? {
      guard let value else { return QueryPair(name: name, value: nil) }
      return value.exactText.map { QueryPair(name: name, value: $0) }
    }
  }

  let expected: [Expected]
  let actual: [QueryPair]
  /// The expectation that each of the actual pairs fulfils.
  private(set) var served: [Int?]
  private(set) var fulfilled: [Bool]
  private var hopeless: Set<Int> = []

  init(_ expected: [Expected], _ actual: [QueryPair]) {
    self.expected = expected
    self.actual = actual
    served = Array(repeating: nil, count: actual.count)
    fulfilled = Array(repeating: false, count: expected.count)
    serveExact()
    let open = actual.indices.filter { served[$0] == nil }
    for index in expected.indices where expected[index].exactPair == nil {
      if expected[index].value?.isMissing == true {
        fulfilled[index] = !actual.contains { $0.name.isSame(as: expected[index].name) }
      } else {
        fulfilled[index] = serve(index, open)
      }
    }
  }

  /// Serves the expectations of exact values. Equal pairs are interchangeable, so only patterns compete for the rest.
  private mutating func serveExact() {
    var places: [QueryPair: [Int]] = [:]
    for place in actual.indices.reversed() { places[actual[place], default: []].append(place) }
    for (index, item) in expected.enumerated() {
      guard let pair = item.exactPair, let found = places[pair]?.lastIndex(where: { item.accepts(actual[$0]) }),
        let place = places[pair]?.remove(at: found)
      else { continue }
      served[place] = index
      fulfilled[index] = true
    }
  }

  /// Returns whether every expectation is fulfilled and, if the match must be exact, every pair is expected.
  static func matches(_ expected: [Expected], _ actual: [QueryPair], isExact: Bool = false) -> Bool {
    if expected.count == 1, !isExact, let only = expected.first, only.value?.isMissing != true {
      return actual.contains(where: only.accepts)
    }
    if isExact, actual.count > expected.count { return false }
    let pairing = Self(expected, actual)
    return pairing.fulfilled.allSatisfy { $0 } && (!isExact || pairing.served.allSatisfy { $0 != nil })
  }

  /// Finds a pair for a pattern, reassigning others if necessary, so the order never matters.
  private mutating func serve(_ index: Int, _ open: [Int]) -> Bool {
    if let free = open.first(where: { served[$0] == nil && expected[index].accepts(actual[$0]) }) {
      served[free] = index
      return true
    }
    // No later search succeeds by a pair at which this one fails.
    var tried = hopeless
    if displace(for: index, open, &tried) { return true }
    hopeless = tried
    return false
  }

  /// Takes a pair from another pattern that can use a different one.
  private mutating func displace(for index: Int, _ open: [Int], _ tried: inout Set<Int>) -> Bool {
    for pair in open where !tried.contains(pair) && expected[index].accepts(actual[pair]) {
      tried.insert(pair)
      if let other = served[pair], !displace(for: other, open, &tried) { continue }
      served[pair] = index
      return true
    }
    return false
  }
}

extension PairMatching {
  /// Returns the findings about each expectation in order, then those about unexpected pairs.
  package func findings(_ attribute: Finding.Attribute, label: String, isExact: Bool = false) -> [Finding] {
    var rest = actual.indices.filter { served[$0] == nil }
    let pairs = Dictionary(zip(served, actual)) { first, _ in first }
    var findings: [Finding] = []
    var missingCount = 0
    var joined: Set<String> = []
    for (index, item) in expected.enumerated() where fulfilled[index] || !joined.contains(item.name) {
      let label = "\(label) \(item.name)"
      let value = ValueExpectation(item)
      if fulfilled[index] {
        findings.append(.match(attribute, label, pairs[index].map(Self.shown) ?? "missing, as expected"))
      } else if item.value?.isMissing == true, let pair = actual.first(where: { $0.name.isSame(as: item.name) }) {
        findings.append(value.mismatch(attribute, label, got: pair.value))
      } else if let other = rest.firstIndex(where: { actual[$0].name.isSame(as: item.name) }) {
        if let finding = list(of: item, in: rest, attribute, label) {
          findings.append(finding)
          rest.remove(at: other)
          joined.insert(item.name)
          continue
        }
        if let finding = spread(item, in: rest, attribute, label) {
          findings.append(finding)
          rest.removeAll { actual[$0].name.isSame(as: item.name) }
          continue
        }
        let pair = actual[rest.remove(at: other)]
        findings.append(exchanged(item, pair, attribute, label) ?? value.mismatch(attribute, label, got: pair.value))
      } else {
        // A failure text shows a few.
        missingCount += 1
        let names = missingCount > 20 ? [] : rest.map { actual[$0].name }
        let near = Similarity.nearest(to: item.name, in: names)
        let other = near == nil && missingCount <= 20 ? renamed(item, in: rest).map { actual[$0].name } : nil
        findings.append(
          value.mismatch(attribute, label, missing: item.name, near: near, among: names, withSameValue: other))
      }
    }
    guard isExact else { return findings }
    return findings
      + rest.map { index in
        let pair = actual[index]
        let got = pair.value == nil ? ValueExpectation.nameAlone : Self.shown(pair)
        return .mismatch(attribute, "\(label) \(pair.name)", "not expected, got \(got)")
      }
  }

  /// Returns the finding about several values that came as a list in one item; nil if they did not, or are a secret.
  private func list(of item: Expected, in rest: [Int], _ attribute: Finding.Attribute, _ label: String) -> Finding? {
    let open = expected.indices.filter { !fulfilled[$0] && expected[$0].name.isSame(as: item.name) }
    let values = open.compactMap { expected[$0].value?.exactText }
    let others = rest.map { actual[$0] }.filter { $0.name.isSame(as: item.name) }
    guard (2...8).contains(values.count), values.count == open.count, others.count == 1, let text = others[0].value,
      !Secrets.isSensitive(item.name),
      text.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }).sorted() == values.sorted()
    else { return nil }
    let shown = values.map { Secrets.masked($0).quoted }.inWords
    var finding = Finding.mismatch(
      attribute, label, expected: "\(shown), in \(values.count) items", got: "got \(Secrets.masked(text).quoted)",
      note: "a list with commas: send an item for each value", similarity: 0.5)
    finding.suspicion = .request
    return finding
  }

  /// Returns the finding about a value that came in several items of one name; nil if there is one only, or they are a secret.
  private func spread(
    _ item: Expected, in rest: [Int], _ attribute: Finding.Attribute, _ label: String
  ) -> Finding? {
    let values = rest.map { actual[$0] }.filter { $0.name.isSame(as: item.name) }.map { $0.value ?? "" }
    let isOnly = expected.count { $0.name.isSame(as: item.name) } == 1
    guard isOnly, (2...8).contains(values.count), let text = item.value?.exactText, !Secrets.isSensitive(item.name)
    else { return nil }
    let shown = values.map { Secrets.masked($0).quoted }.inWords
    return .mismatch(
      attribute, label, expected: Secrets.masked(text).quoted, got: "got \(shown), in \(values.count.counted("item"))",
      similarity: 0.5)
  }

  /// Returns the finding about a secret that is the value expected of another item; nil if it is not.
  private func exchanged(
    _ item: Expected, _ pair: QueryPair, _ attribute: Finding.Attribute, _ label: String
  ) -> Finding? {
    guard Secrets.isSensitive(item.name), let value = pair.value, !value.isEmpty,
      let other = expected.first(where: { $0.value?.exactText?.isSame(as: value) == true && $0.name != item.name })
    else { return nil }
    var finding = Finding.mismatch(
      attribute, label, expected: Secrets.mask.quoted, got: "got the value that \(other.name.quoted) should have",
      similarity: 0.5)
    finding.suspicion = .request
    return finding
  }

  /// Returns the place of the value that is expected, by another name; nil if there is none.
  private func renamed(_ item: Expected, in rest: [Int]) -> Int? {
    guard let text = item.value?.exactText, !text.isEmpty else { return nil }
    return rest.first { actual[$0].value?.isSame(as: text) == true }
  }

  private static func shown(_ pair: QueryPair) -> String {
    guard let value = pair.value else { return "no value" }
    return Secrets.isSensitive(pair.name) ? Secrets.mask.quoted : Secrets.masked(value).quoted
  }
}

extension PairMatching {
  /// Returns the expectations with the actual values in place of those that differ, without those that have none.
  ///
  /// A secret may have any value, as code that is pasted has none.
  ///
  /// - Parameter pattern: The pattern of an actual pair's value.
  func corrected(_ pattern: (QueryPair) -> TextPattern?) -> [Expected] {
    // They are too long to be pasted as they are, so nothing is searched for.
    if expected.count > LastingParts.mostPairs { return expected }
    var rest = actual.indices.filter { served[$0] == nil }
    return expected.indices.flatMap { index -> [Expected] in
      let item = expected[index]
      let name = item.name
      if fulfilled[index] {
        let isMasked = Secrets.isSensitive(name) && item.value?.exactText != nil
        return [isMasked ? Expected(name, .anything) : item]
      }
      // A value that came in several items of one name.
      if expected.count(where: { $0.name.isSame(as: name) }) == 1 {
        let places = rest.filter { actual[$0].name.isSame(as: name) }
        if places.count > 1 {
          rest.removeAll(where: places.contains)
          return places.map { Expected(name, pattern(actual[$0])) }
        }
      }
      let near = Similarity.nearest(to: name, in: rest.map { actual[$0].name })
      guard
        let place = rest.firstIndex(where: { actual[$0].name.isSame(as: name) })
          ?? near.flatMap({ near in rest.firstIndex { actual[$0].name.isSame(as: near) } })
          ?? renamed(item, in: rest).flatMap({ place in rest.firstIndex(of: place) })
      else { return [] }
      let pair = actual[rest.remove(at: place)]
      return [Expected(pair.name, pattern(pair))]
    }
  }
}

extension PairMatching.Expected {
  /// A value that only equal expectations have.
  var identity: JSONValue { [.string(name), value?.identity ?? .null] }
}

extension [PairMatching.Expected] {
  init(_ pairs: KeyValuePairs<String, TextPattern?>) { self = pairs.map { .init($0.key, $0.value) } }

  init(_ pairs: KeyValuePairs<String, TextPattern>) { self = pairs.map { .init($0.key, $0.value) } }

  // Not of a dictionary alone: a literal would become one, in which no name may be repeated.
  init(_ pairs: some Collection<(key: String, value: String)>) {
    self = pairs.sorted { $0.key < $1.key }.map { .init($0.key, .exactly($0.value)) }
  }

  init(_ pairs: [(String, String)]) { self = pairs.map { .init($0.0, .exactly($0.1)) } }

  init(_ items: [URLQueryItem]) { self = items.map { .init($0.name, $0.value.map(TextPattern.exactly)) } }

  init(form items: [URLQueryItem]) { self = items.map { .init($0.name, .exactly($0.value ?? "")) } }

  /// Returns the labels of those that must have a certain value.
  func asked(label: String) -> [String] {
    filter { $0.value?.isAnything != true }.map { "\(label) \($0.name)" }
  }

  /// Returns the code of a word that takes pairs, secrets masked: of a single one, or of a literal of them.
  func code(word: String, isExact: Bool) -> String {
    if count == 1, !isExact {
      return ".\(word)(\(self[0].name.swiftLiteral), \(self[0].value.code(named: self[0].name)))"
    }
    let literal = SwiftLiteral.dictionary(map { ($0.name, $0.value.code(named: $0.name)) })
    return ".\(word)(\(isExact ? "exactly: " : "")\(literal))"
  }
}
