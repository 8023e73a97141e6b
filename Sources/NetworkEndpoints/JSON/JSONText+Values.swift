extension JSONText {
  /// Decodes a string or key; half a surrogate pair, as in a text that was cut, becomes U+FFFD.
  package func string(_ token: Int) -> String {
    let start = bytes + Int(tokens[token].start) + 1
    let size = Int(tokens[token].end) - Int(tokens[token].start) - 2
    if !tokens[token].hasEscapes {
      return String(decoding: UnsafeBufferPointer(start: start, count: size), as: UTF8.self)
    }
    return String(unsafeUninitializedCapacity: size) { Self.unescape(start, size, to: $0.baseAddress) }
  }

  /// Returns the original text of a value, such as the digits of a number.
  package func source(of token: Int) -> String {
    let start = start(of: token)
    return String(
      decoding: UnsafeBufferPointer(start: bytes + start, count: Int(tokens[token].end) - start), as: UTF8.self)
  }

  /// Undoes the escapes in the content of a string.
  package static func unescaped(_ content: some Sequence<UInt8>) -> [UInt8] {
    // With the NUL that ends a text.
    let source = Array(content) + [0]
    return source.withUnsafeBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: source.count) { result, count in
        guard let start = source.baseAddress else { return }
        count = unescape(start, source.count - 1, to: result.baseAddress)
      }
    }
  }

  /// Undoes escapes in a text that ends with a NUL; returns the number of bytes without them, which is never more.
  private static func unescape(
    _ source: UnsafePointer<UInt8>, _ size: Int, to result: UnsafeMutablePointer<UInt8>?
  ) -> Int {
    guard let result else { return 0 }
    var index = 0
    var count = 0
    while index < size {
      let byte = source[index]
      index &+= 1
      if byte != UInt8(ascii: "\\") || index == size {
        result[count] = byte
        count &+= 1
      } else if source[index] == UInt8(ascii: "u") {
        let escape = UnicodeEscape(at: source + index)
        index += escape.length
        for unit in String(escape.scalar).utf8 {
          result[count] = unit
          count += 1
        }
      } else {
        result[count] = unescaped(source[index])
        index &+= 1
        count &+= 1
      }
    }
    return count
  }

  private static func unescaped(_ mark: UInt8) -> UInt8 {
    switch mark {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    default: mark
    }
  }

  /// The value of a `u` escape and the digits after it.
  struct UnicodeEscape {
    /// The character; U+FFFD for half a surrogate pair.
    let scalar: Unicode.Scalar
    /// The number of bytes from the `u` on, including the other half of a surrogate pair.
    let length: Int
    let isHalf: Bool

    init(at mark: UnsafePointer<UInt8>) {
      let first = Self.unit(mark + 1) ?? 0
      if first & 0xFC00 == 0xD800, mark[5] == UInt8(ascii: "\\"), mark[6] == UInt8(ascii: "u"),
        let second = Self.unit(mark + 7), second & 0xFC00 == 0xDC00,
        let scalar = Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF)
      {
        self.scalar = scalar
        length = 11
        isHalf = false
      } else {
        scalar = Unicode.Scalar(first) ?? "\u{FFFD}"
        length = 5
        isHalf = first & 0xF800 == 0xD800
      }
    }

    private static func unit(_ digits: UnsafePointer<UInt8>) -> UInt32? {
      var unit: UInt32 = 0
      for index in 0..<4 {
        guard let digit = digits[index].hexadecimalValue else { return nil }
        unit = unit << 4 | UInt32(digit)
      }
      return unit
    }
  }

  /// A container whose values are being collected: a list of these, so that depth costs no stack.
  private struct Collected {
    let isObject: Bool
    /// The token after the container.
    let end: Int
    var key: String?
    var members = JSONObject()
    var elements: [JSONValue] = []

    mutating func add(_ value: JSONValue) {
      if !isObject {
        elements.append(value)
      } else if let key {
        members[key] = value
        self.key = nil
      } else {
        key = value.text
      }
    }
  }

  /// Returns the value of the whole text.
  package func value() throws(JSONProblem) -> JSONValue {
    if let problem { throw problem }
    if let loneSurrogate {
      throw JSONProblem(kind: .notJSON, offset: loneSurrogate, reason: "expected both halves of a surrogate pair")
    }
    var open: [Collected] = []
    var token = 0
    while true {
      var value: JSONValue
      if let last = open.last, last.end == token {
        value = last.isObject ? .object(last.members) : .array(last.elements)
        open.removeLast()
      } else {
        if isContainer(token) {
          open.append(Collected(isObject: mark(of: token) == UInt8(ascii: "{"), end: next(after: token)))
          token += 1
          continue
        }
        value = try scalar(token)
        token += 1
      }
      if open.isEmpty { return value }
      open[open.count - 1].add(value)
    }
  }

  private func scalar(_ token: Int) throws(JSONProblem) -> JSONValue {
    switch mark(of: token) {
    case UInt8(ascii: "\""): return .string(string(token))
    case UInt8(ascii: "t"): return .bool(true)
    case UInt8(ascii: "f"): return .bool(false)
    case UInt8(ascii: "n"): return .null
    default:
      guard let number = JSONValue(digits: source(of: token)) else {
        throw JSONProblem(kind: .notJSON, offset: start(of: token), reason: "expected a number that a Double can hold")
      }
      return number
    }
  }
}
