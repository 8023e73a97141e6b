extension JSONValue {
  /// Creates JSON from an encodable value, one of `JSONSerialization`, or a collection of those; an error names its place.
  init(mixed value: Any, at place: String) throws {
    switch value {
    case let value as JSONValue: self = value
    case let value as any Encodable:
      self = try JSONValue(parsing: JSONEncoder.stable.encode([AnyValue(value: value)]))[0] ?? .null
    case let members as [String: Any]: self = try JSONValue(members: members, at: place)
    case let elements as [Any]: self = try JSONValue(elements: elements, at: place)
    default:
      guard JSONSerialization.isValidJSONObject([value]) else {
        throw MixedValueError(type: "\(type(of: value))", place: place)
      }
      self = try JSONValue(parsing: JSONSerialization.data(withJSONObject: [value]))[0] ?? .null
    }
  }

  /// Creates an object of mixed values.
  init(members: [String: Any?], at place: String = "$") throws {
    self = .object(
      JSONObject(
        try members.sorted { $0.key < $1.key }.map {
          (key: $0, value: try JSONValue(mixed: $1 as Any, at: "\(place).\($0)"))
        }))
  }

  /// Creates a list of mixed values.
  init(elements: [Any?], at place: String = "$") throws {
    self = .array(try elements.enumerated().map { try JSONValue(mixed: $1 as Any, at: "\(place)[\($0)]") })
  }

  /// A value whose type is known only when it is encoded.
  private struct AnyValue: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }
}

/// An error about a value that cannot be JSON.
private struct MixedValueError: Error, CustomStringConvertible {
  let type: String
  let place: String

  var description: String {
    """
    The value at \(place) is a \(type), which is not JSON.
    Make it Encodable, or replace it with a JSON value.
    """
  }
}
