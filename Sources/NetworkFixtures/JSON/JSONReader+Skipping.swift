extension JSONReader {
  /// Takes any value as text without space between its tokens.
  mutating func json() throws -> String {
    skipSpace()
    let start = index
    try skipValue()
    return String(decoding: Self.compact(bytes[start..<index]), as: UTF8.self)
  }

  /// Moves past any value, making sure that it is JSON.
  mutating func skipValue() throws {
    // A list of the marks that close what is open, so that depth costs no stack.
    var closing: [UInt8] = []
    repeat {
      skipSpace()
      guard try openOrSkip(&closing) else { continue }
      try close(&closing)
    } while !closing.isEmpty
  }

  /// Moves past a scalar or an empty container, or into a container at its first value; says whether a value ended.
  private mutating func openOrSkip(_ closing: inout [UInt8]) throws -> Bool {
    switch current {
    case UInt8(ascii: "{"):
      index += 1
      skipSpace()
      if take(UInt8(ascii: "}")) { return true }
      try push(UInt8(ascii: "}"), &closing)
      try skipKey()
      return false
    case UInt8(ascii: "["):
      index += 1
      skipSpace()
      if take(UInt8(ascii: "]")) { return true }
      try push(UInt8(ascii: "]"), &closing)
      return false
    case UInt8(ascii: "\""): try skipString()
    default: if try !skipWord() { throw failure("expected a value.") }
    }
    return true
  }

  /// Moves past the marks after a value, up to the next value.
  private mutating func close(_ closing: inout [UInt8]) throws {
    while let end = closing.last {
      skipSpace()
      if take(UInt8(ascii: ",")) {
        if end == UInt8(ascii: "}") { try skipKey() }
        return
      }
      let mark = Character(Unicode.Scalar(end))
      guard take(end) else { throw failure("expected \",\" or \"\(mark)\".") }
      closing.removeLast()
    }
  }

  private mutating func push(_ end: UInt8, _ closing: inout [UInt8]) throws {
    closing.append(end)
    if closing.count > Self.deepest {
      throw failure(.tooDeep, "expected at most \(Self.deepest) containers in each other.")
    }
  }

  private mutating func skipKey() throws {
    skipSpace()
    guard current == UInt8(ascii: "\"") else { throw failure("expected a key in quotation marks.") }
    try skipString()
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw failure(#"expected ":"."#) }
  }

  /// Moves past a number, a boolean or `null` if one stands here.
  mutating func skipWord() throws -> Bool {
    if take(word: "true") || take(word: "false") || take(word: "null") { return true }
    let start = index
    _ = take(UInt8(ascii: "-"))
    let whole = skipDigits()
    guard whole > 0, whole == 1 || bytes[index - whole] != UInt8(ascii: "0") else {
      index = start
      return false
    }
    if take(UInt8(ascii: ".")), skipDigits() == 0 { throw failure("expected a digit.") }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
      if skipDigits() == 0 { throw failure("expected a digit.") }
    }
    return true
  }

  private mutating func skipDigits() -> Int {
    let start = index
    while let byte = current, (0x30...0x39).contains(byte) { index += 1 }
    return index - start
  }

  private static func compact(_ json: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard json.contains(where: { $0 <= 0x20 }) else { return json }
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    var (isInString, isEscaped) = (false, false)
    for byte in json {
      if isInString || byte > 0x20 { result.append(byte) }
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = isInString
      }
    }
    return result[...]
  }
}
