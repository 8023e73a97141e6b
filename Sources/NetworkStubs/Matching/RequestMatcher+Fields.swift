extension RequestMatcher {
  /// Asks for a header field.
  ///
  /// - Parameters:
  ///   - name: The field's name, in any case.
  ///   - value: The pattern of its value, by default anything; `nil` or `.missing` for a field that must be absent.
  public func header(_ name: String, _ value: TextPattern? = .anything) -> Self {
    let value = value ?? .missing
    return adding(
      HeaderCondition(name: name, value: value),
      code: ".header(\(name.swiftLiteral)\(value.isAnything ? "" : ", \(value.code(named: name))"))")
  }

  /// Asks for a header field with the text of a value, such as a variable.
  @_disfavoredOverload public func header(_ name: String, _ value: some LosslessStringConvertible) -> Self {
    header(name, .exactly("\(value)"))
  }

  /// Asks for a bearer token in `Authorization` ([RFC 6750](https://www.rfc-editor.org/rfc/rfc6750)).
  ///
  /// - Parameter token: The token.
  public func bearer(_ token: AccessToken) -> Self {
    let value = TextPattern.exactly("Bearer \(token.rawValue)")
    return adding(HeaderCondition(name: "Authorization", value: value), code: ".bearer(\"•••\")")
  }

  /// Asks for a bearer token in `Authorization` that is a text, such as a variable.
  @_disfavoredOverload public func bearer(_ token: String) -> Self { bearer(AccessToken(token)) }

  /// Asks for basic credentials in `Authorization` ([RFC 7617](https://www.rfc-editor.org/rfc/rfc7617)).
  ///
  /// - Parameters:
  ///   - user: The user name.
  ///   - password: The password.
  public func basicAuth(user: String, password: String) -> Self {
    let credentials = Data("\(user):\(password)".utf8).base64EncodedString()
    return adding(
      HeaderCondition(name: "Authorization", value: .exactly("Basic \(credentials)")),
      code: ".basicAuth(user: \(user.swiftLiteral), password: \"•••\")")
  }

  /// Asks for a cookie.
  ///
  /// - Parameters:
  ///   - name: The cookie's name, with case.
  ///   - value: The pattern of its value, by default anything; `.missing` for a cookie that must be absent.
  public func cookie(_ name: String, _ value: TextPattern = .anything) -> Self {
    // A cookie's value is usually a secret.
    adding(
      CookieCondition(name: name, value: value),
      code: ".cookie(\(name.swiftLiteral)\(value.isAnything ? "" : ", \(value.code(.masked))"))")
  }

  /// Asks for a cookie with the text of a value, such as a variable.
  @_disfavoredOverload public func cookie(_ name: String, _ value: some LosslessStringConvertible) -> Self {
    cookie(name, .exactly("\(value)"))
  }

  /// Asks for a query item; others may be present too.
  ///
  /// - Parameters:
  ///   - name: The item's name.
  ///   - value: Its value, decoded: `+` and `%20` are both a space. `nil` is an item without a value, which is not `""`.
  public func query(_ name: String, _ value: TextPattern?) -> Self {
    adding(
      QueryCondition(items: [.init(name, value)], isExact: false),
      code: ".query(\(name.swiftLiteral), \(value.code(named: name)))")
  }

  /// Asks for a query item with the text of a value, such as a number; others may be present too.
  @_disfavoredOverload public func query(_ name: String, _ value: some LosslessStringConvertible) -> Self {
    query(name, .exactly("\(value)"))
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

  /// Asks for exactly these query items, in any order; a repeated item must be repeated.
  public func query(exactly items: [URLQueryItem]) -> Self { query(.init(items), isExact: true) }

  func query(_ items: [PairMatching.Expected], isExact: Bool) -> Self {
    if items.count == 1, !isExact { return query(items[0].name, items[0].value) }
    return adding(
      QueryCondition(items: items, isExact: isExact), code: ".query(\(isExact ? "exactly: " : "")\(items.code))")
  }

  /// Asks for a field of a form; others may be present too.
  ///
  /// - Parameters:
  ///   - name: The field's name.
  ///   - value: The pattern of its value.
  public func form(_ name: String, _ value: TextPattern) -> Self {
    adding(
      FormCondition(fields: [.init(name, value)], isExact: false),
      code: ".form(\(name.swiftLiteral), \(value.code(named: name)))")
  }

  /// Asks for a field of a form with the text of a value, such as a number; others may be present too.
  @_disfavoredOverload
  public func form(_ name: String, _ value: some LosslessStringConvertible) -> Self { form(name, .exactly("\(value)")) }

  /// Asks for some fields of a form, in any order; others may be present too, and a repeated field must be repeated.
  ///
  /// - Parameter fields: The fields.
  public func form(_ fields: KeyValuePairs<String, TextPattern>) -> Self { form(.init(fields), isExact: false) }

  /// Asks for some fields of a form, in any order; others may be present too, and a repeated field must be repeated.
  public func form(_ fields: [URLQueryItem]) -> Self { form(.init(form: fields), isExact: false) }

  /// Asks for some fields of a form, such as those of a variable; others may be present too.
  @_disfavoredOverload public func form(_ fields: some Collection<(key: String, value: String)>) -> Self {
    form(.init(fields), isExact: false)
  }

  /// Asks for exactly these fields of a form, such as those of a variable.
  @_disfavoredOverload public func form(exactly fields: some Collection<(key: String, value: String)>) -> Self {
    form(.init(fields), isExact: true)
  }

  /// Asks for exactly these fields of a form, in any order; a repeated field must be repeated.
  ///
  /// - Parameter fields: The fields; `[:]` for none.
  public func form(exactly fields: KeyValuePairs<String, TextPattern>) -> Self { form(.init(fields), isExact: true) }

  /// Asks for exactly these fields of a form, in any order; a repeated field must be repeated.
  public func form(exactly fields: [URLQueryItem]) -> Self { form(.init(form: fields), isExact: true) }

  func form(_ fields: [PairMatching.Expected], isExact: Bool) -> Self {
    if fields.count == 1, !isExact { return form(fields[0].name, fields[0].value ?? .anything) }
    return adding(
      FormCondition(fields: fields, isExact: isExact), code: ".form(\(isExact ? "exactly: " : "")\(fields.code))")
  }
}

extension [PairMatching.Expected] {
  fileprivate init(_ pairs: KeyValuePairs<String, TextPattern?>) { self = pairs.map { .init($0.key, $0.value) } }

  fileprivate init(_ pairs: KeyValuePairs<String, TextPattern>) { self = pairs.map { .init($0.key, $0.value) } }

  // Not of a dictionary alone: a literal would become one, in which no name may be repeated.
  fileprivate init(_ pairs: some Collection<(key: String, value: String)>) {
    self = pairs.sorted { $0.key < $1.key }.map { .init($0.key, .exactly($0.value)) }
  }

  fileprivate init(_ items: [URLQueryItem]) { self = items.map { .init($0.name, $0.value.map(TextPattern.exactly)) } }

  fileprivate init(form items: [URLQueryItem]) { self = items.map { .init($0.name, .exactly($0.value ?? "")) } }

  /// The code of a literal of the pairs, secrets masked.
  fileprivate var code: String { SwiftLiteral.dictionary(map { ($0.name, $0.value.code(named: $0.name)) }) }
}
