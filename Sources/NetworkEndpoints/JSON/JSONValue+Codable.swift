extension JSONValue: Codable {
  /// Decodes any JSON value.
  ///
  /// - Throws: A `DecodingError` at the place of a number that is beyond `Double`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // A wrong guess costs an error, so the most frequent type comes first.
    if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
      // A decoder may have read it as a double first.
      if value.magnitude >> 53 > 0, let exact = try? container.decode(Decimal.self) {
        self = JSONValue(digits: exact.description) ?? self
      }
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
      // A value with more digits than a double holds prints at least as many as that.
      if "\(value)".utf8.count > 15, let exact = try? container.decode(Decimal.self) {
        self = JSONValue(digits: exact.description) ?? self
      }
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else {
      self = try Self.collection(from: decoder, container)
    }
  }

  private static func collection(
    from decoder: any Decoder, _ container: any SingleValueDecodingContainer
  ) throws -> JSONValue {
    // Asking for the kind of collection before its elements are read keeps the place in the elements' errors.
    if (try? decoder.container(keyedBy: AnyKey.self)) != nil {
      return .object(JSONObject(try container.decode([String: JSONValue].self)))
    }
    if (try? decoder.unkeyedContainer()) != nil { return .array(try container.decode([JSONValue].self)) }
    throw DecodingError.dataCorruptedError(in: container, debugDescription: "A number is too large for a Double.")
  }

  /// Encodes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .decimal(let digits):
      guard let value = Decimal(string: JSONValue.json(digits)) else {
        throw EncodingError.invalidValue(
          digits, .init(codingPath: encoder.codingPath, debugDescription: "A number is too large for a Decimal."))
      }
      try container.encode(value)
    case .object(let value):
      var members = encoder.container(keyedBy: AnyKey.self)
      for (key, value) in value.sorted { try members.encode(value, forKey: AnyKey(stringValue: key)) }
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
  /// The value as JSON on one line, with sorted keys; infinity and NaN, which JSON lacks, as `null`.
  public var description: String {
    var writer = JSONWriter()
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  package var swiftLiteral: String {
    switch self {
    case .null: "nil"
    case .bool, .integer: description
    case .decimal(let digits): ".decimal(\(digits.swiftLiteral))"
    // Infinity and NaN have no literal, and no JSON.
    case .number(let value): value.isFinite ? description : "nil"
    case .string(let text): text.swiftLiteral
    case .array(let values): "[\(values.map(\.swiftLiteral).joined(separator: ", "))]"
    case .object(let members):
      SwiftLiteral.dictionary(members.sorted.map { ($0.key, $0.value.swiftLiteral) })
    }
  }
}

extension JSONValue {
  /// Parses JSON.
  ///
  /// - Parameter data: The text, in UTF-8.
  /// - Throws: ``JSONSyntaxError`` with the place and the reason.
  public init(parsing data: Data) throws(JSONSyntaxError) {
    let text = JSONText(data)
    do throws(JSONProblem) {
      self = try text.value()
    } catch {
      let place = text.place(at: error.offset)
      throw JSONSyntaxError(line: place.line, column: place.column, reason: error.reason)
    }
  }
}

/// The place and cause of a JSON syntax error.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The line, from 1.
  package let line: Int
  /// The column in characters, from 1.
  package let column: Int
  /// The problem, such as `expected ":"`.
  package let reason: String
}

extension JSONSyntaxError: ReadableError {
  /// The reason and the place.
  public var description: String { "\(reason), at line \(line), column \(column)" }
}
