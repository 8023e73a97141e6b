import Foundation

/// A reader that takes JSON in one pass, in the order it stands in, without recursion.
///
/// What a format does not know is copied as text, so that keeping it costs no more than skipping it. A failure
/// carries only its offset; the line and the path are worked out when there is somebody to tell.
struct JSONReader {
  struct Failure: Error {
    /// What the reader, or the format that it reads, can refuse.
    enum Kind { case notText, invalidJSON, wrongType, invalidValue, missingField, tooDeep }

    let kind: Kind
    let offset: Int
    let reason: String
  }

  /// Containers in containers, which no real file has nearly as many of.
  static let deepest = 512

  let bytes: [UInt8]
  var index = 0

  init(_ bytes: [UInt8], from start: Int = 0) {
    self.bytes = bytes
    index = start
  }

  var current: UInt8? {
    @inline(__always) get { index < bytes.count ? bytes[index] : nil }
  }

  /// What the value at the current place is, for a sentence.
  private var kind: String {
    switch current {
    case UInt8(ascii: "{"): "an object"
    case UInt8(ascii: "["): "a list"
    case UInt8(ascii: "\""): "a string"
    case UInt8(ascii: "t"), UInt8(ascii: "f"): "a boolean"
    case UInt8(ascii: "n"): "null"
    case nil: "the end"
    default: "a number"
    }
  }

  func failure(_ kind: Failure.Kind, _ reason: String, at offset: Int? = nil) -> Failure {
    Failure(kind: kind, offset: offset ?? index, reason: reason)
  }

  /// What is not JSON.
  func failure(_ reason: String) -> Failure {
    failure(.invalidJSON, index < bytes.count ? reason : "the text ends, \(reason)")
  }

  func mismatch(_ wanted: String) -> Failure {
    var rest = self
    let isValue = current.map { "{[\"".utf8.contains($0) } == true || (try? rest.skipWord()) == true
    // What is no value at all is damage, and no wrong type.
    return isValue ? failure(.wrongType, "expected \(wanted), found \(kind).") : failure("expected \(wanted).")
  }

  @inline(__always)
  mutating func skipSpace() {
    while index < bytes.count, bytes[index] <= 0x20 {
      guard bytes[index] == 0x20 || bytes[index] == 0x0A || bytes[index] == 0x0D || bytes[index] == 0x09 else { return }
      index += 1
    }
  }

  @inline(__always)
  mutating func take(_ mark: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == mark else { return false }
    index += 1
    return true
  }

  /// Takes a word such as `null` if it stands here.
  mutating func take(word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    let isThere = word.withUTF8Buffer { $0.elementsEqual(bytes[index..<index + count]) }
    if isThere { index += count }
    return isThere
  }

  /// Takes the members of an object; the visitor takes each value.
  mutating func object(_ visit: (inout Self, String) throws -> Void) throws {
    skipSpace()
    guard take(UInt8(ascii: "{")) else { throw mismatch("an object") }
    skipSpace()
    if take(UInt8(ascii: "}")) { return }
    repeat {
      try visit(&self, try key())
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw failure(#"expected "," or "}"."#) }
  }

  /// Takes the elements of a list; `null` is an empty one.
  mutating func list<Element>(_ element: (inout Self) throws -> Element) throws -> [Element] {
    skipSpace()
    if take(word: "null") { return [] }
    guard take(UInt8(ascii: "[")) else { throw mismatch("a list") }
    skipSpace()
    if take(UInt8(ascii: "]")) { return [] }
    var elements: [Element] = []
    repeat {
      elements.append(try element(&self))
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw failure(#"expected "," or "]"."#) }
    return elements
  }

  /// Takes a key and its colon.
  mutating func key() throws -> String {
    skipSpace()
    guard current == UInt8(ascii: "\"") else { throw failure("expected a key in quotation marks.") }
    let key = try readString()
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw failure(#"expected ":"."#) }
    skipSpace()
    return key
  }
}

// Lenient where tools differ: a number may be a string, a string may be a number, and `null` is nothing.
extension JSONReader {
  /// Takes a string; a number or a boolean gives its text.
  mutating func string() throws -> String? {
    switch current {
    case UInt8(ascii: "\""): return try readString()
    case UInt8(ascii: "n") where take(word: "null"): return nil
    case UInt8(ascii: "{"), UInt8(ascii: "["), nil: throw mismatch("a string")
    default:
      let start = index
      guard try skipWord() else { throw mismatch("a string") }
      return String(decoding: bytes[start..<index], as: UTF8.self)
    }
  }

  /// Takes a whole number.
  mutating func integer() throws -> Int? {
    let start = index
    if let digits = takeDigits() { return digits }
    index = start
    guard let number = try number() else { return nil }
    guard let integer = Int(exactly: number.rounded()) else {
      throw failure(.invalidValue, "expected a number of at most 64 bits.", at: start)
    }
    return integer
  }

  /// Takes a number.
  mutating func number() throws -> Double? {
    let start = index
    guard let text = try string()?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
    guard let number = Double(text), number.isFinite else {
      index = start
      let isNumber = "-0123456789".utf8.contains(bytes[start])
      throw isNumber ? failure(.invalidValue, "expected a number of at most 64 bits.") : mismatch("a number")
    }
    return number
  }

  /// Takes `true` or `false`.
  mutating func boolean() throws -> Bool? {
    let start = index
    switch try string()?.lowercased() {
    case "true", "1": return true
    case "false", "0": return false
    case nil, "": return nil
    default:
      index = start
      throw mismatch("a boolean")
    }
  }

  /// Takes a date.
  mutating func date() throws -> Date? {
    let start = index
    guard let text = try string(), !text.isEmpty else { return nil }
    guard let date = HARDate.parse(text) else {
      throw failure(.invalidValue, "expected a date such as \"2025-06-11T17:42:08.123Z\".", at: start)
    }
    return date
  }

  // Nearly all numbers of a HAR are these, and `Double` takes its time.
  private mutating func takeDigits() -> Int? {
    let isNegative = take(UInt8(ascii: "-"))
    let start = index
    var number = 0
    while let byte = current, (0x30...0x39).contains(byte), index - start < 18 {
      number = number * 10 + Int(byte - 0x30)
      index += 1
    }
    let isWhole = index > start && (index == start + 1 || bytes[start] != UInt8(ascii: "0"))
    guard isWhole, let next = current, next == UInt8(ascii: ",") || next == UInt8(ascii: "}") || next <= 0x20 else {
      return nil
    }
    return isNegative ? -number : number
  }
}
