/// The significant digits of a number: `1.50e2` and `150` are the same.
struct DecimalDigits: Hashable {
  private var isNegative = false
  /// The digits, without zeros at the ends.
  private var digits: [UInt8] = []
  /// The power of ten of the last digit.
  private var exponent = 0
  var count: Int { digits.count }

  /// The number, if it is whole and fits an `Int`.
  var integer: Int? {
    guard (0...18).contains(exponent) else { return nil }
    let zeros = String(repeating: "0", count: exponent)
    return Int((isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self) + zeros)
  }

  /// Parses a number in JSON syntax; nil if the text is something else.
  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    if rest.first == UInt8(ascii: "-") {
      isNegative = true
      rest.removeFirst()
    }
    let whole = rest.prefix(while: ASCIISet.digits.contains)
    rest = rest[whole.endIndex...]
    digits = Array(whole)
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: ASCIISet.digits.contains)
      guard !fraction.isEmpty else { return nil }
      digits += fraction
      exponent = -fraction.count
      rest = rest[fraction.endIndex...]
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      guard let number = Int(String(decoding: rest.dropFirst(), as: UTF8.self)) else { return nil }
      exponent = exponent.addingReportingOverflow(number).partialValue
      rest = rest[rest.endIndex...]
    }
    guard !whole.isEmpty, rest.isEmpty else { return nil }
    let zero = UInt8(ascii: "0")
    while digits.last == zero {
      digits.removeLast()
      exponent &+= 1
    }
    digits = Array(digits.drop { $0 == zero })
    if digits.isEmpty {
      isNegative = false
      exponent = 0
    }
  }
}

extension JSONValue {
  /// Creates the number with some digits in JSON syntax, in the form that holds all of them; nil for any other text.
  package init?(digits: String) {
    if let integer = Int(digits) {
      self = .integer(integer)
      return
    }
    guard let number = Double(digits) else { return nil }
    guard number.isFinite else {
      if DecimalDigits(digits) == nil { return nil }
      self = .decimal(digits)
      return
    }
    self = .number(number)
    // A Double holds any fifteen digits.
    guard digits.utf8.count > 15 || digits.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) else { return }
    guard let exact = DecimalDigits(digits) else { return nil }
    // A Double prints as few digits as distinguish it from its neighbours, even if it holds more.
    if let integer = UInt64(digits), UInt64(exactly: number) == integer { return }
    // Writers print seventeen digits of a Double, some of them without rounding to the nearest.
    if exact == DecimalDigits("\(number)") || exact.count <= 17 && number.magnitude < 0x1p53 { return }
    self = exact.integer.map(JSONValue.integer) ?? .decimal(digits)
  }

  /// The reason why it is not JSON; nil if it is.
  package var problem: String? {
    switch self {
    case .number(let value): value.isFinite ? nil : "\(value) is a number that JSON does not have"
    case .array(let values): values.lazy.compactMap(\.problem).first
    case .object(let members): members.values.lazy.compactMap(\.problem).first
    case .null, .bool, .integer, .decimal, .string: nil
    }
  }

  /// Returns whether two numbers are equal, at least one of which is stored as digits.
  static func areEqual(_ lhs: Self, _ rhs: Self) -> Bool {
    switch (lhs.inShortestForm, rhs.inShortestForm) {
    case (.decimal(let lhs), .decimal(let rhs)):
      lhs == rhs || DecimalDigits(lhs).map { $0 == DecimalDigits(rhs) } == true
    case (.decimal, _), (_, .decimal): false
    case (let lhs, let rhs): lhs == rhs
    }
  }

  /// The number as an integer or a double, if that holds all its digits.
  var inShortestForm: Self { if case .decimal(let digits) = self { JSONValue(digits: digits) ?? self } else { self } }

  /// Returns the digits of a number in valid JSON; `null` for text that is not a number.
  static func json(_ digits: String) -> String { DecimalDigits(digits) == nil ? "null" : digits }
}
