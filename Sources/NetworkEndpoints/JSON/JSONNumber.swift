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
    // The C library reads the digits quickly, even in a debug build.
    let isNumber = text.withCString { start -> Bool in
      var place = start
      if Self.passes(over: "-", at: &place) { isNegative = true }
      digits = Self.digits(at: &place)
      if digits.isEmpty { return false }
      if Self.passes(over: ".", at: &place) {
        let fraction = Self.digits(at: &place)
        if fraction.isEmpty { return false }
        digits += fraction
        exponent = -fraction.count
      }
      if Self.passes(over: "e", at: &place) || Self.passes(over: "E", at: &place) {
        guard let number = Int(String(cString: place)) else { return false }
        exponent = exponent.addingReportingOverflow(number).partialValue
        place += strlen(place)
      }
      return place - start == text.utf8.count
    }
    guard isNumber else { return nil }
    dropZeros()
  }

  private static func passes(over mark: Unicode.Scalar, at place: inout UnsafePointer<CChar>) -> Bool {
    guard UInt8(bitPattern: place.pointee) == UInt8(ascii: mark) else { return false }
    place += 1
    return true
  }

  private static func digits(at place: inout UnsafePointer<CChar>) -> [UInt8] {
    let count = strspn(place, "0123456789")
    defer { place += count }
    return Array(UnsafeRawBufferPointer(start: place, count: count))
  }

  /// Drops the zeros at both ends.
  private mutating func dropZeros() {
    let zero = UInt8(ascii: "0")
    var (start, end) = (0, digits.count)
    digits.withUnsafeBufferPointer { digits in
      while end > 0, digits[end - 1] == zero { end -= 1 }
      while start < end, digits[start] == zero { start += 1 }
    }
    exponent &+= digits.count - end
    digits = Array(digits[start..<end])
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
    switch (lhs, rhs) {
    case (.decimal(let lhs), .decimal(let rhs)) where lhs == rhs: true
    // To read all the digits takes long, and each of many stubs may compare the number of one body.
    case (.decimal(let lhs), .decimal(let rhs)) where lhs.firstDigits != rhs.firstDigits: false
    case (.decimal(let digits), .integer), (.decimal(let digits), .number), (.integer, .decimal(let digits)),
      (.number, .decimal(let digits)):
      digits.mayFitNumber && haveSameValue(lhs, rhs)
    default: haveSameValue(lhs, rhs)
    }
  }

  private static func haveSameValue(_ lhs: Self, _ rhs: Self) -> Bool {
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

extension String {
  /// The most digits that an `Int` or a `Double` may be equal to.
  private static let mostOfNumber = 20

  /// The first significant digits of a number, with zeros after the last: equal for equal numbers.
  fileprivate var firstDigits: [UInt8] {
    var digits: [UInt8] = []
    forEachDigit { digit, zeros in
      digits += [UInt8](repeating: UInt8(ascii: "0"), count: min(zeros, 40 - digits.count))
      if digits.count < 40 { digits.append(digit) }
      return digits.count < 40
    }
    return digits + [UInt8](repeating: UInt8(ascii: "0"), count: 40 - digits.count)
  }

  /// Whether a number has so few significant digits that an `Int` or a `Double` may be equal to it.
  fileprivate var mayFitNumber: Bool {
    var count = 0
    forEachDigit { _, zeros in
      count += zeros + 1
      return count <= Self.mostOfNumber
    }
    return count <= Self.mostOfNumber
  }

  /// Calls a function with each digit of a number but the zeros at its ends, until that returns false.
  ///
  /// - Parameter body: A function of a digit other than zero, and of the number of zeros since the one before it.
  private func forEachDigit(_ body: (UInt8, _ zeros: Int) -> Bool) {
    withCString { text in
      var place = strspn(text, "-0.")
      var zeros = 0
      while true {
        let digit = UInt8(bitPattern: text[place])
        guard ASCIISet.digits.contains(digit), body(digit, zeros) else { return }
        place += 1
        // The C library passes over zeros quickly, even in a debug build.
        let before = strspn(text + place, "0")
        let point = text[place + before] == CChar(bitPattern: UInt8(ascii: ".")) ? 1 : 0
        let after = point == 0 ? 0 : strspn(text + place + before + point, "0")
        zeros = before + after
        place += before + point + after
      }
    }
  }
}
