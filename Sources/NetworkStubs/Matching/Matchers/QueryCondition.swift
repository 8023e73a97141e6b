extension RequestMatcher {
  /// Asks for a query item; others may be present too.
  ///
  /// - Parameters:
  ///   - name: The item's name.
  ///   - value: Its value, decoded: `+` and `%20` are both a space. `nil` is an item without a value, which is not `""`.
  public func query(_ name: String, _ value: TextPattern?) -> Self {
    query([.init(name, value)], isExact: false)
  }

  /// Asks for a query item with any value, or with none; others may be present too.
  public func query(_ name: String) -> Self { query(name, .anything) }

  /// Asks for a query item with the text of a value, such as a number; others may be present too.
  ///
  /// - Parameters:
  ///   - name: The name of the item.
  ///   - value: The value, whose text the item must have.
  @_disfavoredOverload public func query(_ name: String, _ value: some LosslessStringConvertible) -> Self {
    query(name, .exactly("\(value)"))
  }

  /// Asks for a query item that holds JSON; others may be present too.
  ///
  /// - Parameters:
  ///   - name: The name of the item.
  ///   - value: The value that the item's decoded text is equal to as JSON, such as `["page": 2]`.
  public func query(_ name: String, json value: JSONValue) -> Self { query(name, TextPattern.json(value)) }

  /// Asks for a query item that holds the JSON of a value; others may be present too.
  ///
  /// - Parameters:
  ///   - name: The name of the item.
  ///   - value: The value, whose JSON is compared.
  ///   - encoder: The encoder of the value.
  @_disfavoredOverload
  public func query(_ name: String, json value: some Encodable, encoder: JSONEncoder = .stable) -> Self {
    query(name, TextPattern.json(value, encoder: encoder))
  }

  /// Asks for some query items, in any order; others may be present too, and a repeated item must be repeated.
  ///
  /// - Parameter items: The items.
  public func query(_ items: KeyValuePairs<String, TextPattern?>) -> Self { query(.init(items), isExact: false) }

  /// Asks for some query items, in any order; others may be present too, and a repeated item must be repeated.
  public func query(_ items: [URLQueryItem]) -> Self { query(.init(items), isExact: false) }

  /// Asks for exactly these query items, in any order; a repeated item must be repeated.
  ///
  /// - Parameter items: The items; `[:]` for none.
  public func query(exactly items: KeyValuePairs<String, TextPattern?>) -> Self { query(.init(items), isExact: true) }

  /// Asks for some query items, such as those of a variable; others may be present too.
  @_disfavoredOverload public func query(_ items: some Collection<(key: String, value: String)>) -> Self {
    query(.init(items), isExact: false)
  }

  /// Asks for exactly these query items, such as those of a variable.
  @_disfavoredOverload public func query(exactly items: some Collection<(key: String, value: String)>) -> Self {
    query(.init(items), isExact: true)
  }

  /// Asks for some query items that a list of pairs names, such as one made at run time; others may be present too.
  @_disfavoredOverload public func query(_ pairs: [(String, String)]) -> Self {
    query(.init(pairs), isExact: false)
  }

  /// Asks for exactly the query items that a list of pairs names, such as one made at run time.
  @_disfavoredOverload public func query(exactly pairs: [(String, String)]) -> Self {
    query(.init(pairs), isExact: true)
  }

  /// Asks for exactly these query items, in any order; a repeated item must be repeated.
  public func query(exactly items: [URLQueryItem]) -> Self { query(.init(items), isExact: true) }

  func query(_ items: [PairMatching.Expected], isExact: Bool) -> Self {
    adding(QueryCondition(items: items, isExact: isExact))
  }
}

/// Query items that must be present, in any order; or exactly the items present.
package struct QueryCondition: Condition {
  let items: [PairMatching.Expected]
  let isExact: Bool

  package init(items: [PairMatching.Expected], isExact: Bool) {
    self.items = items
    self.isExact = isExact
  }

  package var isOfTarget: Bool { true }

  package var problem: String? { items.lazy.compactMap { $0.value?.problem }.first }

  package func matches(_ request: RequestReader) -> Bool {
    PairMatching.matches(items, request.url.query, isExact: isExact)
  }

  package func findings(_ request: RequestReader) -> [Finding] {
    let findings = PairMatching(items, request.url.query).findings(.query, label: "query", isExact: isExact)
    return findings.isEmpty ? [.match(.query, "query", isExact ? "no items" : "any items")] : findings
  }

  package var code: String { items.code(word: "query", isExact: isExact) }

  package func corrected(_ matcher: RequestMatcher, by correction: Correction) -> RequestMatcher {
    let actual = correction.request.url.query
    if isExact { return matcher.query(actual.map { .init($0.name, correction.parts.pattern(of: $0)) }, isExact: true) }
    let corrected = PairMatching(items, actual).corrected(correction.parts.pattern)
    return corrected.isEmpty ? matcher : matcher.query(corrected, isExact: false)
  }

  package func asked(in request: RequestReader) -> [String] { items.asked(label: "query") }

  package var identity: JSONValue? { ["query", .bool(isExact), .array(items.map(\.identity))] }
}
