/// A writer of JSON on one line. The same values give the same bytes.
package struct JSONWriter {
  package var bytes: [UInt8] = []

  package init() {}

  package mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  package mutating func string(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    if let escaped = text.withUTF8(Self.escaped) { bytes += escaped } else { append(text) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a value on one line, with sorted keys; infinity and NaN, which JSON lacks, as `null`.
  mutating func value(_ value: JSONValue) {
    // The remaining work, the last first: a list, so that depth costs no stack.
    var rest = [Piece.value(value)]
    while let piece = rest.popLast() {
      switch piece {
      case .mark(let mark): append(mark)
      case .key(let key):
        string(key)
        append(":")
      case .value(.null): append("null")
      case .value(.bool(let value)): append(value ? "true" : "false")
      case .value(.integer(let value)): append(String(value))
      case .value(.number(let value)): append(value.isFinite ? "\(value)" : "null")
      case .value(.decimal(let digits)): append(JSONValue.json(digits))
      case .value(.string(let value)): string(value)
      case .value(.array(let elements)):
        append("[")
        rest.append(.mark("]"))
        for (index, element) in elements.enumerated().reversed() {
          rest.append(.value(element))
          if index > 0 { rest.append(.mark(",")) }
        }
      case .value(.object(let members)):
        append("{")
        rest.append(.mark("}"))
        for (index, member) in members.sorted.enumerated().reversed() {
          rest += [.value(member.value), .key(member.key)]
          if index > 0 { rest.append(.mark(",")) }
        }
      }
    }
  }

  private enum Piece { case mark(String), key(String), value(JSONValue) }
}

// Escapes.
extension JSONWriter {
  /// Returns the content of a string with its escapes; nil if it needs no escapes.
  private static func escaped(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard let source = text.baseAddress else { return nil }
    let size = text.count
    var index = 0
    var added = 0
    while index < size {
      added &+= growth(source[index])
      index &+= 1
    }
    if added == 0 { return nil }
    return [UInt8](unsafeUninitializedCapacity: size + added) { result, count in
      guard let result = result.baseAddress else { return }
      index = 0
      while index < size {
        let byte = source[index]
        index &+= 1
        if growth(byte) == 0 {
          result[count] = byte
          count &+= 1
        } else {
          for unit in escape(byte).utf8 {
            result[count] = unit
            count += 1
          }
        }
      }
    }
  }

  /// Returns the number of extra bytes in the escape of a byte.
  private static func growth(_ byte: UInt8) -> Int {
    if byte >= 0x20 { return byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 1 : 0 }
    return byte == 0x0A || byte == 0x0D || byte == 0x09 ? 1 : 5
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\""): #"\""#
    case UInt8(ascii: "\\"): #"\\"#
    case 0x0A: #"\n"#
    case 0x0D: #"\r"#
    case 0x09: #"\t"#
    default: (byte < 16 ? #"\u000"# : #"\u00"#) + String(byte, radix: 16)
    }
  }
}
