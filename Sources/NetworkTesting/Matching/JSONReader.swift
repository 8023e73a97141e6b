import Foundation
import NetworkEndpoints

/// A reader of JSON ([RFC 8259](https://www.rfc-editor.org/rfc/rfc8259)) that says where the text is none.
///
/// `JSONDecoder` would have to guess at the type of every value, throws at each wrong guess, and says of a damaged text
/// only that it is damaged.
struct JSONReader {
  struct Failure: Error {
    let reason: String
  }

  /// Deeper text is refused, since values nested without end would exhaust the stack.
  static let mostLevels = 256

  let bytes: ByteSlice
  var index: Int
  var level = 0

  /// Reads a value.
  ///
  /// - Parameter data: The text, in UTF-8.
  static func read(_ data: Data) throws(Failure) -> JSONValue {
    guard String(data: data, encoding: .utf8) != nil else { throw Failure(reason: "it is not UTF-8") }
    let result = data.withUnsafeBytes { buffer in
      Result { () throws(Failure) -> JSONValue in
        var reader = JSONReader(bytes: buffer.bindMemory(to: UInt8.self)[...])
        return try reader.document()
      }
    }
    return try result.get()
  }

  private init(bytes: ByteSlice) {
    self.bytes = bytes
    index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  private mutating func document() throws(Failure) -> JSONValue {
    let value = try value()
    skipSpace()
    return current == nil ? value : try fail("the end")
  }

  mutating func value() throws(Failure) -> JSONValue {
    skipSpace()
    switch current {
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return try number()
    default: return try fail("a value")
    }
  }

  private mutating func object() throws(Failure) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    try open()
    defer { level -= 1 }
    if skip("}") { return members }
    repeat {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { return try fail("a key") }
      let key = try string()
      guard skip(":") else { return try fail("\":\"") }
      // Of a repeated key the last one stays.
      members[key] = try value()
    } while skip(",")
    guard skip("}") else { return try fail("\",\" or \"}\"") }
    return members
  }

  private mutating func array() throws(Failure) -> [JSONValue] {
    var elements: [JSONValue] = []
    try open()
    defer { level -= 1 }
    if skip("]") { return elements }
    repeat { elements.append(try value()) } while skip(",")
    guard skip("]") else { return try fail("\",\" or \"]\"") }
    return elements
  }

  private mutating func open() throws(Failure) {
    level += 1
    guard level <= Self.mostLevels else {
      throw Failure(reason: "it has more than \(Self.mostLevels) levels at byte \(index)")
    }
    index += 1
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(Failure) -> JSONValue {
    guard bytes[index...].starts(with: word.utf8) else { return try fail("a value") }
    index += word.utf8.count
    return value
  }
}
