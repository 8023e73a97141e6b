public import Foundation
public import NetworkEndpoints

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
