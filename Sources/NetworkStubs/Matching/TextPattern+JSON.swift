extension TextPattern {
  /// Text that is JSON equal to a value, whatever the order of its keys and its white space.
  ///
  /// Use it for JSON inside something else: a field of a form, a query item, a part, or a string in a JSON body.
  ///
  /// - Parameter value: The value, as a literal such as `["first": "Ada"]`.
  public static func json(_ value: JSONValue) -> Self { Self(storage: .json(.value(value))) }

  /// Text that is JSON equal to that of a value; one that cannot be encoded matches nothing, and is reported.
  ///
  /// - Parameters:
  ///   - value: The value, whose JSON is compared.
  ///   - encoder: The encoder of the value.
  @_disfavoredOverload public static func json(_ value: some Encodable, encoder: JSONEncoder = .stable) -> Self {
    Self(storage: .json(JSONExpectation(value, encoder: encoder)))
  }

  /// Returns the pattern of JSON whose text is changed, such as masked; of text alone where that is no JSON any more.
  static func json(_ expected: JSONExpectation, changedBy change: (String) -> String) -> Self {
    guard let text = expected.value?.description else { return Self(storage: .json(expected)) }
    let changed = change(text)
    if changed == text { return Self(storage: .json(expected)) }
    return JSONValue(ofText: changed).map(json) ?? .exactly(changed)
  }
}

extension JSONExpectation {
  /// The value; nil for one that cannot be encoded.
  var value: JSONValue? { if case .value(let value) = self { value } else { nil } }

  /// The value for a reader; of one that cannot be encoded, its type.
  var shown: String {
    switch self {
    case .value(let value): value.shown
    case .unencodable(let type, _): "of a \(type)"
    }
  }

  func isEqual(toTextOf text: String) -> Bool {
    // Each of many stubs may ask for another value: first its kind, which the first character tells.
    guard let value, value.mayBegin(text), let actual = JSONValue(ofText: text) else { return false }
    return actual == value
  }
}

extension JSONValue {
  /// Returns whether a text begins as the JSON of a value of this kind.
  fileprivate func mayBegin(_ text: String) -> Bool {
    guard let first = text.utf8.first(where: { $0 > UInt8(ascii: " ") }) else { return false }
    return switch self {
    case .object: first == UInt8(ascii: "{")
    case .array: first == UInt8(ascii: "[")
    case .string: first == UInt8(ascii: "\"")
    case .null: first == UInt8(ascii: "n")
    case .bool(let value): first == UInt8(ascii: value ? "t" : "f")
    case .integer, .number, .decimal:
      first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    }
  }

  /// Creates the value of a text; nil for text that is no JSON.
  init?(ofText text: String) {
    guard let value = try? JSONValue(parsing: Data(text.utf8)) else { return nil }
    self = value
  }

  /// Creates the object or array of a text; nil for any other, since a number or a word is rarely meant as JSON.
  init?(ofStructuredText text: String) {
    guard let first = text.utf8.first(where: { $0 > UInt8(ascii: " ") }), "{[".utf8.contains(first) else { return nil }
    self.init(ofText: text)
  }
}

extension String {
  /// Returns how a text differs from one that says the same: in characters that look alike, or in the form of a date.
  func sameness(with expected: String) -> String? { otherForm(of: expected) ?? sameMoment(as: expected) }

  /// Returns whether a text is the same JSON as another, with its keys in another order, or other white space.
  func isSameJSON(as expected: String) -> Bool {
    guard self != expected, let value = JSONValue(ofStructuredText: self) else { return false }
    return value == JSONValue(ofStructuredText: expected)
  }

  /// Returns where JSON in a text differs from an expected value; nil if the text is no JSON.
  func difference(fromJSON expected: JSONValue) -> String? {
    guard let actual = JSONValue(ofText: self) else { return nil }
    let differences = JSONDifference.between(expected: expected, actual: actual, isSubset: false)
    guard let first = differences.first else { return nil }
    if first.isReordered { return "which has a list in another order at $\(first.path.shortened())" }
    let more = differences.count > 1 ? ", and \((differences.count - 1).counted("other place"))" : ""
    return "which differs at $\(first.path.shortened())\(more)"
  }
}
