/// A writer of JSON: of values on one line, and of files in a layout suited to diffs.
///
/// In a file, objects and lists are on lines of their own, two spaces deeper. Small objects, such as a header field, take one
/// line each. Equal values give equal bytes.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private var layout = Layout()

  /// The position of the writer in a file.
  package struct Layout {
    fileprivate var depth = 0
    fileprivate var isFirst = true
    fileprivate var isOnOneLine = false
  }

  package init() {}

  package mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes a string with its quotation marks.
  package mutating func string(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    if let escaped = text.withUTF8(Self.escaped) { bytes += escaped } else { append(text) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a value on one line, with sorted keys; infinity and NaN, which JSON lacks, as `null`.
  package mutating func value(_ value: JSONValue) {
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

  private enum Piece {
    case mark(String), key(String), value(JSONValue)
  }
}

// Files.
extension JSONWriter {
  /// Starts an object or a list.
  ///
  /// - Parameters:
  ///   - mark: `{` or `[`.
  ///   - isOnOneLine: Whether all of it takes one line.
  /// - Returns: The argument for ``end(_:_:)``.
  package mutating func begin(_ mark: Unicode.Scalar, onOneLine isOnOneLine: Bool = false) -> Layout {
    let outer = layout
    layout = Layout(depth: outer.depth + 1, isOnOneLine: outer.isOnOneLine || isOnOneLine)
    bytes.append(UInt8(ascii: mark))
    return outer
  }

  /// Ends an object or a list with its mark, `}` or `]`.
  package mutating func end(_ mark: Unicode.Scalar, _ outer: Layout) {
    let isEmpty = layout.isFirst
    layout.depth -= 1
    if !isEmpty { separate(by: mark == "}" ? " " : "") }
    layout = outer
    bytes.append(UInt8(ascii: mark))
  }

  /// Starts an element of a list.
  package mutating func element() {
    if !layout.isFirst { bytes.append(UInt8(ascii: ",")) }
    separate(by: layout.isFirst && bytes.last == UInt8(ascii: "[") ? "" : " ")
    layout.isFirst = false
  }

  /// Starts a member of an object.
  package mutating func key(_ name: String) {
    element()
    string(name)
    append(": ")
  }

  /// Starts a member of an object whose name needs no escapes.
  package mutating func key(_ name: StaticString) {
    element()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    append("\": ")
  }

  private mutating func separate(by space: String) {
    append(layout.isOnOneLine ? space : "\n" + String(repeating: "  ", count: layout.depth))
  }

  /// Writes a value that was kept as source: a short one on one line, others on several.
  package mutating func source(_ json: String) {
    let text = JSONText(Data(json.utf8))
    var open: [(end: Int, mark: Unicode.Scalar, outer: Layout)] = []
    var token = 0
    while true {
      if let last = open.last {
        if last.end == token {
          end(last.mark, last.outer)
          open.removeLast()
          if open.isEmpty { return }
          continue
        }
        if last.mark == "}" {
          element()
          append(text.source(of: token) + ": ")
          token += 1
        } else {
          element()
        }
      }
      let source = text.source(of: token)
      if text.isContainer(token), source.utf8.count > 2 {
        let isObject = source.utf8.first == UInt8(ascii: "{")
        let content = token + 1..<text.next(after: token)
        let isLong = source.utf8.count > Self.longest || content.contains(where: text.isContainer)
        // Deeper levels stay on one line, so that indentation cannot outgrow the text.
        let outer = begin(isObject ? "{" : "[", onOneLine: !isLong || open.count >= Self.deepest)
        open.append((content.upperBound, isObject ? "}" : "]", outer))
        token += 1
      } else {
        append(source)
        token = text.next(after: token)
        if open.isEmpty { return }
      }
    }
  }

  private static let deepest = 8
  private static let longest = 100
}

// Escapes.
extension JSONWriter {
  /// Returns the content of a string with its escapes; nil if it needs no escapes.
  private static func escaped(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard let source = text.baseAddress else { return nil }
    let size = text.count
    var (index, added) = (0, 0)
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
