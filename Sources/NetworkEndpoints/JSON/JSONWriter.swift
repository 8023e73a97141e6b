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
    growths.withUnsafeBufferPointer { growths in
      guard let source = text.baseAddress, let growths = growths.baseAddress else { return nil }
      let size = text.count
      var index = 0
      var added = 0
      while index < size {
        added &+= Int(growths[Int(source[index])])
        index &+= 1
      }
      if added == 0 { return nil }
      return [UInt8](unsafeUninitializedCapacity: size + added) { result, count in
        guard let result = result.baseAddress else { return }
        index = 0
        while index < size {
          let byte = source[index]
          index &+= 1
          switch growths[Int(byte)] {
          case 0:
            result[count] = byte
            count &+= 1
          case 1:
            result[count] = 0x5C
            result[count &+ 1] = byte == 0x0A ? 0x6E : byte == 0x0D ? 0x72 : byte == 0x09 ? 0x74 : byte
            count &+= 2
          default:
            for unit in ((byte < 16 ? #"\u000"# : #"\u00"#) + String(byte, radix: 16)).utf8 {
              result[count] = unit
              count += 1
            }
          }
        }
      }
    }
  }

  /// The number of extra bytes in the escape of each byte: most have none, and a call for each costs too much in a debug build.
  private static let growths: [UInt8] = (UInt8.min...UInt8.max).map { byte in
    "\"\\\n\r\t".utf8.contains(byte) ? 1 : byte < 0x20 ? 5 : 0
  }
}
