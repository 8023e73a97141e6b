extension RequestMatcher {
  /// Adds a query item that must be there; others may be there too.
  ///
  /// - Parameters:
  ///   - name: The item's name.
  ///   - value: Its value, decoded: `+` and `%20` are both a space. `nil` is an item without a value, which is not `""`.
  public func query(_ name: String, _ value: TextPattern?) -> Self {
    let code = ".query(\(name.quoted(limit: nil)), \(Secrets.code(value, named: name)))"
    return adding(QueryCondition(items: [(name, value)], isExact: false, code: code))
  }

  /// Asks for exactly these query items, in any order; a repeated item must be repeated.
  ///
  /// - Parameter items: The items; `[:]` for none.
  public func query(exactly items: KeyValuePairs<String, TextPattern?>) -> Self {
    let list = items.map { "\($0.key.quoted(limit: nil)): \(Secrets.code($0.value, named: $0.key))" }.joined(
      separator: ", ")
    let code = ".query(exactly: [\(list.isEmpty ? ":" : list)])"
    return adding(QueryCondition(items: items.map { ($0.key, $0.value) }, isExact: true, code: code))
  }
}
