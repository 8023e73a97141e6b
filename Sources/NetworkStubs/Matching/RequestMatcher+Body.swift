extension RequestMatcher {
  /// Asks for a body that is exactly these bytes.
  ///
  /// - Parameter data: The bytes.
  public func body(_ data: Data) -> Self {
    let text = String(data: data, encoding: .utf8)
    return adding(
      BytesCondition(expected: data),
      code: text.map { ".body(Data(\(Secrets.masked($0).swiftLiteral).utf8))" }
        ?? ".body(Data(base64Encoded: \(data.base64EncodedString().swiftLiteral)) ?? Data())")
  }

  /// Asks for a body whose text matches a pattern.
  ///
  /// - Parameter pattern: The whole text as a literal, a part of it as in `.containing("…")`; `.missing` for no body.
  public func body(text pattern: TextPattern) -> Self {
    let condition = TextBodyCondition(pattern: pattern)
    return adding(condition, code: ".body(text: \(condition.shownPattern.code))")
  }

  /// Asks for a body that is a text, such as a variable.
  @_disfavoredOverload public func body(text: String) -> Self { body(text: .exactly(text)) }

  /// Asks for a part of a `multipart/form-data` body.
  ///
  /// - Parameters:
  ///   - name: The part's name.
  ///   - text: The pattern of its content; `.missing` for a part that must be absent.
  ///   - filename: The pattern of its file name; `.missing` for a part that is not a file.
  ///   - contentType: The pattern of its content type.
  public func part(
    _ name: String, text: TextPattern? = nil, filename: TextPattern? = nil, contentType: TextPattern? = nil
  ) -> Self {
    let arguments: @Sendable () -> [String?] = {
      [
        name.swiftLiteral, text.map { "text: \($0.code(named: name))" }, filename.map { "filename: \($0.code)" },
        contentType.map { "contentType: \($0.code)" },
      ]
    }
    return adding(
      PartCondition(name: name, text: text, filename: filename, contentType: contentType),
      code: ".part(\(arguments().compactMap { $0 }.joined(separator: ", ")))")
  }

  /// Asks for a part of a `multipart/form-data` body by texts, such as variables.
  @_disfavoredOverload
  public func part(_ name: String, text: String? = nil, filename: String? = nil, contentType: String? = nil) -> Self {
    part(
      name, text: text.map { .exactly($0) }, filename: filename.map { .exactly($0) },
      contentType: contentType.map { .exactly($0) })
  }

  /// Asks for a GraphQL operation.
  ///
  /// - Parameters:
  ///   - operation: The operation's name; for a persisted query without one, its hash.
  ///   - variables: The required variables, at any depth; others may be present too.
  public func graphQL(_ operation: String, variables: JSONValue? = nil) -> Self {
    adding(
      GraphQLCondition(operation: operation, variables: variables),
      code:
        ".graphQL(\(operation.swiftLiteral)\(variables.map { ", variables: \(Secrets.masked(json: $0).swiftLiteral)" } ?? ""))"
    )
  }

  /// Asks for a GraphQL operation with the JSON of a value as variables, such as a variable or values of your own.
  @_disfavoredOverload public func graphQL(_ operation: String, variables: [String: Any?]) -> Self {
    switch JSONExpectation(mixed: variables) {
    case .value(let value): graphQL(operation, variables: value)
    case .unencodable: adding(JSONCondition(expected: .init(mixed: variables), isSubset: true), code: ".graphQL(…)")
    }
  }

  /// Asks for a predicate to hold.
  ///
  /// - Parameters:
  ///   - name: The name of the predicate, for failure texts.
  ///   - predicate: Whether the request is as expected; if it throws, neither this matcher nor its negation matches.
  public func matching(_ name: String, _ predicate: @escaping @Sendable (ReceivedRequest) throws -> Bool) -> Self {
    adding(PredicateCondition(name: name, predicate: predicate), code: ".matching(\(name.swiftLiteral)) { … }")
  }

  /// Asks for a body that is equal JSON: keys in any order, `1` equal to `1.0`, `null` different from missing.
  ///
  /// - Parameter value: The value, as a literal such as `["name": "Ada"]`.
  public func body(json value: JSONValue) -> Self { body(.value(value), isSubset: false) }

  /// Asks for a body that is the JSON of a value; one that cannot be encoded matches nothing, and is reported.
  @_disfavoredOverload public func body(json value: some Encodable, encoder: JSONEncoder = .stable) -> Self {
    body(JSONExpectation(value, encoder: encoder), isSubset: false)
  }

  /// Asks for a JSON body that contains at least a value, at any depth.
  ///
  /// Objects may have more keys than the value's. Arrays must have as many elements, each containing at least the element at its
  /// place in the value; for one element among others, use `body(at:_:)` with a path such as `"$.tags[*]"`.
  ///
  /// - Parameter value: The value, as a literal such as `["user": ["name": "Ada"]]`.
  public func body(jsonContaining value: JSONValue) -> Self { body(.value(value), isSubset: true) }

  /// Asks for a JSON body that contains at least the JSON of a value, at any depth.
  @_disfavoredOverload public func body(jsonContaining value: some Encodable, encoder: JSONEncoder = .stable) -> Self {
    body(JSONExpectation(value, encoder: encoder), isSubset: true)
  }

  /// Asks for a body that is an object of mixed values as JSON, such as a literal of variables.
  @_disfavoredOverload
  public func body(json object: [String: Any?]) -> Self { body(JSONExpectation(mixed: object), isSubset: false) }

  /// Asks for a JSON body that contains at least an object of mixed values, such as a literal of variables, at any depth.
  @_disfavoredOverload public func body(jsonContaining object: [String: Any?]) -> Self {
    body(JSONExpectation(mixed: object), isSubset: true)
  }

  private func body(_ expected: JSONExpectation, isSubset: Bool) -> Self {
    adding(
      JSONCondition(expected: expected, isSubset: isSubset),
      code: ".body(\(isSubset ? "jsonContaining" : "json"): \(expected.code))")
  }

  /// Asks for a value at a place in a JSON body.
  ///
  /// - Parameters:
  ///   - path: The place, such as `"$.users[0].name"`; `[*]` for any element.
  ///   - value: The expected value.
  public func body(at path: String, _ value: JSONValue) -> Self {
    let condition = JSONPathCondition(path: JSONPath(path), expected: value)
    return adding(condition, code: ".body(at: \(path.swiftLiteral), \(condition.valueCode))")
  }

  /// Asks for the JSON of a value at a place in a JSON body, such as a variable.
  @_disfavoredOverload public func body(at path: String, _ value: some Encodable) -> Self {
    body(at: path, JSONExpectation(value, encoder: .stable))
  }

  /// Asks for an object of mixed values at a place in a JSON body, such as a literal of variables.
  @_disfavoredOverload public func body(at path: String, _ object: [String: Any?]) -> Self {
    body(at: path, JSONExpectation(mixed: object))
  }

  private func body(at path: String, _ expected: JSONExpectation) -> Self {
    guard case .value(let value) = expected else { return body(expected, isSubset: true) }
    return body(at: path, value)
  }

  /// Asks for a string at a place in a JSON body.
  ///
  /// - Parameters:
  ///   - path: The place, such as `"$.users[0].name"`; `[*]` for any element.
  ///   - pattern: The pattern of the string; `.anything` for any value, `.missing` for none.
  public func body(at path: String, text pattern: TextPattern) -> Self {
    let condition = JSONPathTextCondition(path: JSONPath(path), pattern: pattern)
    return adding(condition, code: ".body(at: \(path.swiftLiteral), text: \(pattern.code(condition.visibility)))")
  }

  /// Asks for a string at a place in a JSON body that is a text, such as a variable.
  @_disfavoredOverload public func body(at path: String, text: String) -> Self { body(at: path, text: .exactly(text)) }

  /// Asks for a body that is JSON of a type and fulfils a predicate.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - name: The name of the predicate, for failure texts.
  ///   - predicate: Whether the value is as expected; if it throws, the request does not match.
  public func body<Value: Decodable & Sendable>(
    as type: Value.Type, _ name: String, where predicate: @escaping @Sendable (Value) throws -> Bool
  ) -> Self {
    adding(
      DecodedCondition(name: name, predicate: predicate),
      code: ".body(as: \(Value.self).self, \(name.swiftLiteral)) { … }")
  }
}
