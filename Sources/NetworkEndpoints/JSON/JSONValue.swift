/// Any JSON value, for responses that are not worth a type.
///
/// Numbers are equal by value: `1` equals `1.0`. Strings and keys are equal if their bytes are: `é` as one character and as two
/// differ. Objects are unordered.
/// See [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259).
public enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without a fraction that fits an `Int`.
  case integer(Int)
  /// Any other number that is as precise as a `Double`.
  case number(Double)
  /// A number with more digits than an `Int` or a `Double` holds, such as `"18446744073709551615"`.
  case decimal(String)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object(JSONObject)

  /// The value of an object's key; nil if there is no such key.
  public subscript(key: String) -> JSONValue? { object?[key] }

  /// The element of an array at an index; nil if there is no such element.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The text, if the value is a string.
  public var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The number, if the value is one without a fraction that fits an `Int`, including `2.0`.
  public var int: Int? {
    switch self {
    case .integer(let integer): integer
    case .number(let number): Int(exactly: number)
    default: nil
    }
  }

  /// The number, if the value is one, rounded to a `Double`.
  public var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    case .decimal(let digits): Double(digits)
    default: nil
    }
  }

  /// The boolean, if the value is one; a number is not.
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  /// The elements, if the value is an array.
  public var list: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  /// The members, if the value is an object.
  public var object: JSONObject? { if case .object(let members) = self { members } else { nil } }

  /// Explains the word for the text.
  @available(*, unavailable, message: "write text")
  public var stringValue: String? { text }

  /// Explains the word for the text.
  @available(*, unavailable, message: "write text")
  public var string: String? { text }
}

extension JSONValue: Hashable {
  /// Returns whether two values are the same JSON.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.null, .null): true
    case (.bool(let lhs), .bool(let rhs)): lhs == rhs
    case (.integer(let lhs), .integer(let rhs)): lhs == rhs
    case (.number(let lhs), .number(let rhs)): lhs == rhs
    case (.integer(let integer), .number(let number)), (.number(let number), .integer(let integer)):
      Int(exactly: number) == integer
    case (.decimal, .decimal), (.decimal, .integer), (.decimal, .number), (.integer, .decimal), (.number, .decimal):
      areEqual(lhs, rhs)
    case (.string(let lhs), .string(let rhs)): lhs.isSame(as: rhs)
    case (.array(let lhs), .array(let rhs)): lhs == rhs
    case (.object(let lhs), .object(let rhs)): lhs == rhs
    default: false
    }
  }

  /// Hashes so that equal numbers hash alike.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .number(let value):
      if let integer = Int(exactly: value) { hasher.combine(integer) } else { hasher.combine(value) }
    case .decimal:
      if case .decimal(let digits) = inShortestForm {
        hasher.combine(DecimalDigits(digits))
      } else {
        inShortestForm.hash(into: &hasher)
      }
    case .string(let value): hasher.combine(value)
    case .array(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// `null`.
  public init(nilLiteral: ()) { self = .null }

  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }

  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// A string, possibly with interpolations.
  public init(stringLiteral value: String) { self = .string(value) }

  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// An object; of a repeated key the last value counts, as in JSON parsers.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.map { (key: $0, value: $1) }))
  }
}
