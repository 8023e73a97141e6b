import NetworkEndpoints

extension JSONReader {
  var current: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  /// Skips a mark and the space before it; false where something else is.
  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    guard current == UInt8(ascii: mark) else { return false }
    index += 1
    return true
  }

  mutating func string() throws(Failure) -> String {
    index += 1
    let start = index
    while let byte = current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { index += 1 }
    if current == UInt8(ascii: "\"") {
      defer { index += 1 }
      return String(decoding: bytes[start..<index], as: UTF8.self)
    }
    var text = Array(bytes[start..<index])
    while let byte = current, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { return try fail("an escape or a character") }
      index += 1
      if byte == UInt8(ascii: "\\") {
        text += Array(String(try escape()).utf8)
      } else {
        text.append(byte)
      }
    }
    guard skip("\"") else { return try fail("a closing quotation mark") }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func escape() throws(Failure) -> Unicode.Scalar {
    guard let byte = current else { return try fail("an escape") }
    let plain: Unicode.Scalar? =
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): Unicode.Scalar(byte)
      case UInt8(ascii: "b"): "\u{8}"
      case UInt8(ascii: "f"): "\u{C}"
      case UInt8(ascii: "n"): "\n"
      case UInt8(ascii: "r"): "\r"
      case UInt8(ascii: "t"): "\t"
      default: nil
      }
    if let plain {
      index += 1
      return plain
    }
    guard byte == UInt8(ascii: "u") else { return try fail("an escape") }
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // Beyond 16 bits a character is written as two escapes.
    guard first < 0xDC00, current == UInt8(ascii: "\\"), bytes[index...].dropFirst().first == UInt8(ascii: "u") else {
      return try fail("the other half of a surrogate pair")
    }
    index += 1
    let second = try codeUnit()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { return try fail("the other half of a surrogate pair") }
    return scalar
  }

  /// The four digits after a `u`.
  private mutating func codeUnit() throws(Failure) -> UInt32 {
    index += 1
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = current?.hexValue else { return try fail("a hexadecimal digit") }
      unit = unit << 4 | UInt32(digit)
      index += 1
    }
    return unit
  }

  mutating func number() throws(Failure) -> JSONValue {
    let start = index
    if current == UInt8(ascii: "-") { index += 1 }
    if current == UInt8(ascii: "0") { index += 1 } else { try digits() }
    var isWhole = true
    if current == UInt8(ascii: ".") {
      isWhole = false
      index += 1
      try digits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      isWhole = false
      index += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
      try digits()
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole, let integer = Int(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      throw Failure(reason: "a number too large at byte \(start)")
    }
    return .number(number)
  }

  private mutating func digits() throws(Failure) {
    guard let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
      return try fail("a digit")
    }
    while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
  }

  /// Says what is where something else was expected.
  func fail<Value>(_ expectation: String) throws(Failure) -> Value {
    guard index < bytes.endIndex else {
      throw Failure(reason: "the text ends at byte \(index), where \(expectation) was expected")
    }
    let found = String(decoding: bytes[index...].prefix(4), as: UTF8.self).unicodeScalars.prefix(1)
    throw Failure(reason: "\(String(found).quoted()) at byte \(index), where \(expectation) was expected")
  }
}
