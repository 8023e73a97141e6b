public import Foundation

/// Reads JSON (RFC 8259) into a ``JSONValue``, or says where and why it is none.
///
/// `Codable` can only guess what is there, by an error a try: it takes twenty times as long, and knows no place.
struct JSONParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var depth = 0

  /// Reads a whole text.
  static func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> JSONValue {
    var parser = JSONParser(bytes: bytes)
    try parser.checkEncoding()
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
    let value = try parser.value()
    parser.skipSpace()
    guard parser.position == bytes.count else { throw parser.flaw("there is more after the end of the value") }
    return value
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Refuses what is not UTF-8, where decoding would put U+FFFD in its place.
  private mutating func checkEncoding() throws(JSONSyntaxError) {
    guard String(bytes: bytes, encoding: .utf8) == nil else { return }
    // Only where there is something to find is it looked for, scalar by scalar.
    var input = bytes.makeIterator()
    var decoder = UTF8()
    var end = 0
    while true {
      switch decoder.decode(&input) {
      case .scalarValue(let scalar): end += UTF8.width(scalar)
      case .emptyInput: return
      case .error:
        position = end
        throw flaw("this is not UTF-8")
      }
    }
  }

  private mutating func value() throws(JSONSyntaxError) -> JSONValue {
    skipSpace()
    switch current {
    case UInt8(ascii: "{"): return try nested { parser throws(JSONSyntaxError) in try parser.object() }
    case UInt8(ascii: "["): return try nested { parser throws(JSONSyntaxError) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-")?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return try number()
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw missing("a value is expected")
    }
  }

  /// Recursion has an end: a hostile text must not use the stack up.
  private mutating func nested(
    _ read: (inout JSONParser) throws(JSONSyntaxError) -> JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    depth += 1
    guard depth <= Self.deepest else { throw flaw("it is nested deeper than \(Self.deepest) levels") }
    position += 1
    let value = try read(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(JSONSyntaxError) -> JSONValue {
    var members: [String: JSONValue] = [:]
    if skip(UInt8(ascii: "}")) { return .object(members) }
    repeat {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { throw missing("a key in quotes is expected") }
      let key = try string()
      guard skip(UInt8(ascii: ":")) else { throw missing("a colon is expected") }
      members[key] = try value()
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "}")) else { throw missing("a comma or the end of the object is expected") }
    return .object(members)
  }

  private mutating func array() throws(JSONSyntaxError) -> JSONValue {
    var elements: [JSONValue] = []
    if skip(UInt8(ascii: "]")) { return .array(elements) }
    repeat { elements.append(try value()) } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "]")) else { throw missing("a comma or the end of the array is expected") }
    return .array(elements)
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
    let end = position + word.utf8CodeUnitCount
    let isThere = end <= bytes.count && word.withUTF8Buffer { bytes[position..<end].elementsEqual($0) }
    guard isThere else { throw missing("a value is expected") }
    position = end
    return value
  }

  private mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = position
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    var isWhole = true
    if take(UInt8(ascii: ".")) {
      isWhole = false
      try digits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
    if isWhole, let integer = Int(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      position = start
      throw flaw("a number is out of range")
    }
    return .number(number)
  }

  private mutating func digits() throws(JSONSyntaxError) {
    let start = position
    while let byte = current, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    guard position > start else { throw missing("a digit is expected") }
  }
}

extension JSONParser {
  private static let deepest = 512

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  /// Goes past space and a byte, if that is there.
  private mutating func skip(_ byte: UInt8) -> Bool {
    skipSpace()
    return take(byte)
  }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private func missing(_ expectation: String) -> JSONSyntaxError {
    flaw(current == nil ? "it ends where \(expectation)" : expectation)
  }

  private func flaw(_ reason: String) -> JSONSyntaxError {
    let before = bytes[..<position]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let column = String(decoding: UnsafeBufferPointer(rebasing: bytes[lineStart..<position]), as: UTF8.self).count + 1
    return JSONSyntaxError(line: before.count { $0 == 0x0A } + 1, column: column, reason: reason)
  }

  /// Reads a string, from its opening quote past its closing one.
  private mutating func string() throws(JSONSyntaxError) -> String {
    position += 1
    var decoded: [UInt8]?
    var start = position
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        let rest = UnsafeBufferPointer(rebasing: bytes[start..<position])
        position += 1
        guard var text = decoded else { return String(decoding: rest, as: UTF8.self) }
        text += rest
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        decoded = (decoded ?? []) + bytes[start..<position]
        position += 1
        decoded?.append(contentsOf: try escape())
        start = position
      case 0..<0x20: throw flaw("a control character in a string must be written as an escape")
      default: position += 1
      }
    }
    throw missing("the end of the string is expected")
  }

  private mutating func escape() throws(JSONSyntaxError) -> [UInt8] {
    guard let byte = current else { throw missing("the end of the string is expected") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(decoding: try codeUnits(), as: UTF16.self).utf8)
    default:
      position -= 1
      throw flaw("there is no such escape")
    }
  }

  /// The code units of an escape, and of the one after it if they are a surrogate pair.
  private mutating func codeUnits() throws(JSONSyntaxError) -> [UInt16] {
    let first = try codeUnit()
    guard UTF16.isSurrogate(first) else { return [first] }
    guard UTF16.isLeadSurrogate(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
      throw missing("the other half of a surrogate pair is expected")
    }
    let second = try codeUnit()
    guard UTF16.isTrailSurrogate(second) else { throw flaw("this is not the other half of a surrogate pair") }
    return [first, second]
  }

  private mutating func codeUnit() throws(JSONSyntaxError) -> UInt16 {
    let end = position + 4
    guard end <= bytes.count,
      let unit = UInt16(
        String(decoding: UnsafeBufferPointer(rebasing: bytes[position..<end]), as: UTF8.self), radix: 16)
    else { throw missing("four hexadecimal digits are expected") }
    position = end
    return unit
  }
}

/// Where a text is not JSON, and why.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int
  /// What is wrong, such as "a colon is expected".
  public let reason: String
}

extension JSONSyntaxError: CustomStringConvertible, LocalizedError {
  /// The place and the reason.
  public var description: String { "\(reason), at line \(line), column \(column)" }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}

extension JSONValue {
  /// Reads JSON.
  ///
  /// - Parameter data: The text, in UTF-8.
  /// - Throws: ``JSONSyntaxError`` with the place and the reason.
  public init(parsing data: Data) throws(JSONSyntaxError) {
    let bytes = [UInt8](data)
    // The closure of Foundation's own access to bytes throws any error; the result keeps the type.
    self = try bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(JSONSyntaxError) in try JSONParser.parse(buffer) }
    }.get()
  }
}
