extension JSONValue: Codable {
  /// Reads any JSON value.
  ///
  /// - Throws: A `DecodingError` at the place of a number that is beyond `Double`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // A wrong guess costs an error, so what is frequent comes first.
    if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else {
      self = try Self.collection(from: decoder, container)
    }
  }

  private static func collection(
    from decoder: any Decoder, _ container: any SingleValueDecodingContainer
  ) throws -> JSONValue {
    // Asking what kind of collection it is, before its elements are read, keeps the place in the elements' errors.
    if (try? decoder.container(keyedBy: AnyKey.self)) != nil {
      return .object(try container.decode([String: JSONValue].self))
    }
    if (try? decoder.unkeyedContainer()) != nil {
      return .array(try container.decode([JSONValue].self))
    }
    throw DecodingError.dataCorruptedError(in: container, debugDescription: "A number is too large for a Double.")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON on one line, with sorted keys; infinity and NaN, which JSON does not have, as `null`.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let value): value.isFinite ? "\(value)" : "null"
    case .string(let value): Self.quoted(value)
    case .array(let values): "[" + values.map(\.description).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)):\($0.value)" }.joined(separator: ",") + "}"
    }
  }

  /// The value as a Swift literal, keys in order.
  package var swiftLiteral: String {
    switch self {
    case .null: "nil"
    case .bool, .integer: description
    // Infinity and NaN have no literal, and no JSON.
    case .number(let value): value.isFinite ? description : "nil"
    case .string(let text): text.swiftLiteral
    case .array(let values): "[\(values.map(\.swiftLiteral).joined(separator: ", "))]"
    case .object(let members):
      SwiftLiteral.dictionary(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.swiftLiteral) })
    }
  }

  private static func quoted(_ text: String) -> String {
    if !text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
      return "\"\(text)\""
    }
    return text.unicodeScalars.reduce(into: "\"") { result, scalar in
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ": result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    } + "\""
  }
}
