public import Foundation

extension RequestMatcher {
  /// Asks for a body that is exactly these bytes.
  ///
  /// - Parameter data: The bytes.
  public func body(_ data: Data) -> Self {
    let code = ".body(Data(base64Encoded: \(data.base64EncodedString().quoted(limit: nil))) ?? Data())"
    return adding(BytesCondition(expected: data, code: code))
  }

  /// Asks for a body whose text looks like a pattern.
  ///
  /// - Parameter pattern: The whole text as a literal, or a part of it as in `.containing("…")`.
  public func body(text pattern: TextPattern) -> Self {
    adding(TextBodyCondition(pattern: pattern))
  }

  /// Asks for a body that is equal JSON: keys in any order, `1` equal to `1.0`, `null` not the same as missing.
  ///
  /// - Parameter value: The value, as a literal such as `["name": "Ada"]`.
  public func body(json value: JSONValue) -> Self {
    adding(JSONCondition(expected: value, isSubset: false))
  }

  /// Asks for a JSON body that has at least what a value has, at any depth; arrays must have the same elements.
  ///
  /// - Parameter value: The value, as a literal such as `["user": ["name": "Ada"]]`.
  public func body(containing value: JSONValue) -> Self {
    adding(JSONCondition(expected: value, isSubset: true))
  }

  /// Asks for a value at a place in a JSON body.
  ///
  /// - Parameters:
  ///   - path: The place, such as `"$.users[0].name"`; `[*]` for any element.
  ///   - value: The value that is there.
  public func body(at path: String, _ value: JSONValue) -> Self {
    adding(JSONPathCondition(path: JSONPath(path), expected: value))
  }

  /// Asks for a body that is JSON of a type and fulfils a predicate.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - name: What the predicate says, for failure texts.
  ///   - predicate: Says whether the value will do; if it throws, the request does not match.
  public func body<Value: Decodable>(
    as type: Value.Type, _ name: String, where predicate: @escaping @Sendable (Value) throws -> Bool
  ) -> Self where Value: Sendable {
    let code = ".body(as: \(type).self, \(name.quoted(limit: nil))) { … }"
    return adding(PredicateCondition(name: name, code: code) { try predicate($0.decode(Value.self)) })
  }

  /// Asks for a field of a form; others may be there too.
  ///
  /// - Parameters:
  ///   - name: The field's name.
  ///   - value: What its value must look like.
  public func form(_ name: String, _ value: TextPattern) -> Self {
    let code = ".form(\(name.quoted(limit: nil)), \(Secrets.code(value, named: name)))"
    return adding(FormCondition(fields: [(name, value)], isExact: false, code: code))
  }

  /// Asks for exactly these fields of a form, in any order; a repeated field must be repeated.
  ///
  /// - Parameter fields: The fields.
  public func form(exactly fields: KeyValuePairs<String, TextPattern>) -> Self {
    let list = fields.map { "\($0.key.quoted(limit: nil)): \(Secrets.code($0.value, named: $0.key))" }
    let code = ".form(exactly: [\(list.isEmpty ? ":" : list.joined(separator: ", "))])"
    return adding(FormCondition(fields: fields.map { ($0.key, $0.value) }, isExact: true, code: code))
  }

  /// Asks for a part of a `multipart/form-data` body.
  ///
  /// - Parameters:
  ///   - name: The part's name.
  ///   - text: What its content must look like.
  ///   - filename: What its file name must look like.
  ///   - contentType: What its content type must look like.
  public func part(
    _ name: String, text: TextPattern? = nil, filename: TextPattern? = nil, contentType: TextPattern? = nil
  ) -> Self {
    adding(PartCondition(name: name, text: text, filename: filename, contentType: contentType))
  }

  /// Asks for a GraphQL operation.
  ///
  /// - Parameters:
  ///   - operation: The operation's name.
  ///   - variables: Variables that must be there, at any depth; others may be there too.
  public func graphQL(_ operation: String, variables: JSONValue? = nil) -> Self {
    adding(GraphQLCondition(operation: operation, variables: variables))
  }

  /// Asks for whatever a predicate says.
  ///
  /// - Parameters:
  ///   - name: What the predicate says, for failure texts.
  ///   - predicate: Says whether the request will do; if it throws, the request does not match.
  public func matching(_ name: String, _ predicate: @escaping @Sendable (ReceivedRequest) throws -> Bool) -> Self {
    adding(PredicateCondition(name: name, code: ".matching(\(name.quoted(limit: nil))) { … }", predicate: predicate))
  }
}
