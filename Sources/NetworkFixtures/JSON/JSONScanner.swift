import Foundation

/// A reader that walks over JSON text without building anything from it.
///
/// It does not recurse and never reads past the end, so damaged or deeply nested text is harmless. What it cannot make
/// sense of it leaves: the decoder has judged the text already.
struct JSONScanner {
  let bytes: [UInt8]
  private(set) var index = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    skipSpace()
  }

  /// Follows a coding path as far as it leads.
  ///
  /// - Parameter path: The keys and indices to follow.
  /// - Returns: Whether it led to its end; a key that the decoder has renamed is not in the text.
  mutating func follow(_ path: [any CodingKey]) -> Bool {
    for key in path {
      guard enter(key) else { return false }
    }
    return true
  }

  /// Moves from a container to the value at a key or an index in it; stays where there is no such value.
  private mutating func enter(_ key: any CodingKey) -> Bool {
    let start = index
    let found =
      switch current {
      case UInt8(ascii: "{"): enterMember(named: key.stringValue)
      case UInt8(ascii: "["): key.intValue.map { enterElement(at: $0) } ?? false
      default: false
      }
    if !found { index = start }
    return found
  }

  /// What kind of value starts here.
  var kind: String {
    switch current {
    case UInt8(ascii: "{"): "an object"
    case UInt8(ascii: "["): "a list"
    case UInt8(ascii: "\""): "a string"
    case UInt8(ascii: "t"), UInt8(ascii: "f"): "a boolean"
    case UInt8(ascii: "n"): "null"
    case nil: "nothing"
    default: "a number"
    }
  }

  /// The keys of the object that starts here.
  func keys() -> [String] {
    var scanner = self
    var keys: [String] = []
    guard scanner.skip("{") else { return [] }
    while keys.count < 100, let key = scanner.readKey() {
      keys.append(key)
      scanner.skipValue()
      guard scanner.skip(",") else { break }
    }
    return keys
  }

  private mutating func enterMember(named name: String) -> Bool {
    guard skip("{") else { return false }
    while let key = readKey() {
      if key == name { return true }
      skipValue()
      guard skip(",") else { return false }
    }
    return false
  }

  private mutating func enterElement(at position: Int) -> Bool {
    guard skip("["), position >= 0 else { return false }
    for _ in 0..<position {
      skipValue()
      guard skip(",") else { return false }
    }
    return current != nil && current != UInt8(ascii: "]")
  }

  /// Reads a key and its colon.
  private mutating func readKey() -> String? {
    guard current == UInt8(ascii: "\"") else { return nil }
    let start = index
    skipString()
    let literal = bytes[start..<index]
    guard skip(":") else { return nil }
    if !literal.contains(UInt8(ascii: "\\")) { return String(decoding: literal.dropFirst().dropLast(), as: UTF8.self) }
    return try? JSONDecoder().decode([String].self, from: Data("[".utf8) + Data(literal) + Data("]".utf8)).first
  }
}

extension JSONScanner {
  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Moves past a mark and the space around it, or stays.
  private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    guard current == UInt8(ascii: mark) else { return false }
    index += 1
    skipSpace()
    return true
  }

  private mutating func skipSpace() {
    while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  private mutating func skipString() {
    index += 1
    while let byte = current, byte != UInt8(ascii: "\"") {
      index = min(index + (byte == UInt8(ascii: "\\") ? 2 : 1), bytes.count)
    }
    index = min(index + 1, bytes.count)
  }

  private mutating func skipValue() {
    var depth = 0
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        skipString()
        if depth == 0 { return }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
        index += 1
        if depth == 0 { return }
      case UInt8(ascii: ",") where depth == 0: return
      default: index += 1
      }
    }
  }
}
