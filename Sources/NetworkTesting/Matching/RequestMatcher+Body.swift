public import Foundation
public import NetworkEndpoints

extension RequestMatcher {
  /// Asks for a body that is exactly these bytes.
  ///
  /// - Parameter data: The bytes.
  public func body(_ data: Data) -> Self { adding(BytesCondition(expected: data)) }

  /// Asks for a body whose text looks like a pattern.
  ///
  /// - Parameter pattern: The whole text as a literal, a part of it as in `.containing("…")`; `.missing` for no body.
  public func body(text pattern: TextPattern) -> Self { adding(TextBodyCondition(pattern: pattern)) }

  /// Asks for a field of a form; others may be there too.
  ///
  /// - Parameters:
  ///   - name: The field's name.
  ///   - value: What its value must look like.
  public func form(_ name: String, _ value: TextPattern) -> Self {
    let code = ".form(\(name.swiftLiteral), \(value.code(named: name)))"
    return adding(FormCondition(fields: [.init(name, value)], isExact: false, code: code))
  }

  /// Asks for some fields of a form, in any order; others may be there too, and a repeated field must be repeated.
  ///
  /// - Parameter fields: The fields.
  public func form(_ fields: KeyValuePairs<String, TextPattern>) -> Self {
    let fields = fields.map { PairMatching.Expected($0.key, $0.value) }
    return adding(FormCondition(fields: fields, isExact: false, code: ".form(\(fields.code))"))
  }

  /// Asks for exactly these fields of a form, in any order; a repeated field must be repeated.
  ///
  /// - Parameter fields: The fields; `[:]` for none.
  public func form(exactly fields: KeyValuePairs<String, TextPattern>) -> Self {
    let fields = fields.map { PairMatching.Expected($0.key, $0.value) }
    return adding(FormCondition(fields: fields, isExact: true, code: ".form(exactly: \(fields.code))"))
  }

  /// Asks for a part of a `multipart/form-data` body.
  ///
  /// - Parameters:
  ///   - name: The part's name.
  ///   - text: What its content must look like; `.missing` for a part that must not be there.
  ///   - filename: What its file name must look like; `.missing` for a part that is no file.
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
    adding(PredicateCondition(name: name, code: ".matching(\(name.swiftLiteral)) { … }", predicate: predicate))
  }
}

extension RequestMatcher {
  /// Asks for a body that is equal JSON: keys in any order, `1` equal to `1.0`, `null` not the same as missing.
  ///
  /// - Parameter value: The value, as a literal such as `["name": "Ada"]`.
  public func body(json value: JSONValue) -> Self {
    adding(JSONCondition(expected: .value(value), isSubset: false))
  }

  /// Asks for a body that is the JSON of a value; one that cannot be encoded matches nothing, and says so.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - encoder: The encoder to use in place of the standard one.
  @_disfavoredOverload
  public func body(json value: some Encodable, encoder: JSONEncoder = .stable) -> Self {
    adding(JSONCondition(expected: JSONExpectation(value, encoder: encoder), isSubset: false))
  }

  /// Asks for a JSON body that has at least what a value has, at any depth.
  ///
  /// Objects may have more keys than the value's. Arrays must have as many elements, each with at least what is at its
  /// place in the value's; for one element among others there is ``body(at:_:)`` with a path such as `"$.tags[*]"`.
  ///
  /// - Parameter value: The value, as a literal such as `["user": ["name": "Ada"]]`.
  public func body(containing value: JSONValue) -> Self {
    adding(JSONCondition(expected: .value(value), isSubset: true))
  }

  /// Asks for a JSON body that has at least what the JSON of a value has, at any depth.
  ///
  /// - Parameters:
  ///   - value: The value; one that cannot be encoded matches nothing, and says so.
  ///   - encoder: The encoder to use in place of the standard one.
  @_disfavoredOverload
  public func body(containing value: some Encodable, encoder: JSONEncoder = .stable) -> Self {
    adding(JSONCondition(expected: JSONExpectation(value, encoder: encoder), isSubset: true))
  }

  /// Asks for a value at a place in a JSON body.
  ///
  /// - Parameters:
  ///   - path: The place, such as `"$.users[0].name"`; `[*]` for any element.
  ///   - value: The value that is there.
  public func body(at path: String, _ value: JSONValue) -> Self {
    adding(JSONPathCondition(path: JSONPath(path), expected: value))
  }

  /// Asks for a string at a place in a JSON body.
  ///
  /// - Parameters:
  ///   - path: The place, such as `"$.users[0].name"`; `[*]` for any element.
  ///   - pattern: What the string must look like; `.anything` for any value, `.missing` for none.
  public func body(at path: String, text pattern: TextPattern) -> Self {
    adding(JSONPathTextCondition(path: JSONPath(path), pattern: pattern))
  }

  /// Asks for a body that is JSON of a type and fulfils a predicate.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - name: What the predicate says, for failure texts.
  ///   - predicate: Says whether the value will do; if it throws, the request does not match.
  public func body<Value: Decodable & Sendable>(
    as type: Value.Type, _ name: String, where predicate: @escaping @Sendable (Value) throws -> Bool
  ) -> Self {
    adding(DecodedCondition(name: name, predicate: predicate))
  }
}
