extension RequestMatcher {
  /// Asks for a query item; others may be there too.
  ///
  /// - Parameters:
  ///   - name: The item's name.
  ///   - value: Its value, decoded: `+` and `%20` are both a space. `nil` is an item without a value, which is not `""`.
  public func query(_ name: String, _ value: TextPattern?) -> Self {
    let code = ".query(\(name.quoted(limit: nil)), \(value.code(named: name)))"
    return adding(QueryCondition(items: [.init(name, value)], isExact: false, code: code))
  }

  /// Asks for some query items, in any order; others may be there too, and a repeated item must be repeated.
  ///
  /// - Parameter items: The items.
  public func query(_ items: KeyValuePairs<String, TextPattern?>) -> Self {
    let items = items.map(PairMatching.Expected.init)
    return adding(QueryCondition(items: items, isExact: false, code: ".query(\(items.code))"))
  }

  /// Asks for exactly these query items, in any order; a repeated item must be repeated.
  ///
  /// - Parameter items: The items; `[:]` for none.
  public func query(exactly items: KeyValuePairs<String, TextPattern?>) -> Self {
    let items = items.map(PairMatching.Expected.init)
    return adding(QueryCondition(items: items, isExact: true, code: ".query(exactly: \(items.code))"))
  }
}

extension [PairMatching.Expected] {
  /// The code of a literal of the pairs, secrets masked.
  var code: String {
    let pairs = map { "\($0.name.quoted(limit: nil)): \($0.value.code(named: $0.name))" }
    return "[\(pairs.isEmpty ? ":" : pairs.joined(separator: ", "))]"
  }
}
