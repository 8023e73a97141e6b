import Foundation

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
