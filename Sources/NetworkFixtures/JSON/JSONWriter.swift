/// A writer of JSON whose layout is made for reading differences: the same values give the same bytes.
///
/// Objects and lists stand on lines of their own, two spaces deeper. Small objects, such as a header field, take one
/// line each.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private var depth: Int
  private var isFirst = true
  private(set) var isInline = false

  init(depth: Int = 0) {
    self.depth = depth
  }

  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes an object.
  mutating func object(inline: Bool = false, _ members: (inout Self) -> Void) {
    container("{", "}", inline: inline, members)
  }

  /// Writes a list of objects.
  mutating func list<Element>(_ elements: [Element], _ write: (inout Self, Element) -> Void) {
    container("[", "]", inline: isInline) { writer in
      for element in elements {
        writer.startElement()
        write(&writer, element)
      }
    }
  }

  private mutating func container(_ open: String, _ close: String, inline: Bool, _ body: (inout Self) -> Void) {
    let outer = (isInline, isFirst)
    append(open)
    isInline = isInline || inline
    isFirst = true
    depth += 1
    body(&self)
    depth -= 1
    if !isFirst { separate(by: isInline && open == "{" ? " " : "") }
    append(close)
    (isInline, isFirst) = outer
  }

  /// Starts a member of an object.
  mutating func name(_ name: String) {
    startElement()
    string(name)
    append(": ")
  }

  private mutating func startElement() {
    if !isFirst { append(",") }
    separate(by: isFirst && bytes.last == UInt8(ascii: "[") ? "" : " ")
    isFirst = false
  }

  private mutating func separate(by space: String) {
    append(isInline ? space : "\n" + String(repeating: "  ", count: depth))
  }
}

extension JSONWriter {
  mutating func member(_ name: String, _ value: String?) {
    guard let value else { return }
    self.name(name)
    string(value)
  }

  mutating func member(_ name: String, _ value: Int?) {
    guard let value else { return }
    self.name(name)
    append(String(value))
  }

  mutating func member(_ name: String, _ value: Double?) {
    guard let value else { return }
    self.name(name)
    append(Self.text(of: value))
  }

  mutating func member(_ name: String, _ value: Bool?) {
    guard let value else { return }
    self.name(name)
    append(value ? "true" : "false")
  }

  /// Writes a value that was kept as text without space between its tokens.
  mutating func member(_ name: String, json: String) {
    self.name(name)
    append(JSONLayout.text(of: json, depth: depth, inline: isInline))
  }

  /// The shortest text that reads back as the same number, without a fraction where there is none.
  static func text(of number: Double) -> String {
    // Not a number cannot be written, and -1 is "does not apply".
    guard number.isFinite else { return "-1" }
    return Int(exactly: number).map { String($0) } ?? "\(number)"
  }

  mutating func string(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { Self.escape($0, into: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  static func quoted(_ text: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.string(text)
    return writer.bytes
  }

  private static func escape(_ text: UnsafeBufferPointer<UInt8>, into result: inout [UInt8]) {
    // Most text needs no escapes, so runs without any are copied whole.
    var start = 0
    for index in text.indices {
      let byte = text[index]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      result.append(contentsOf: text[start..<index])
      result.append(contentsOf: escape(byte).utf8)
      start = index + 1
    }
    result.append(contentsOf: text[start...])
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

/// The layout of JSON text that was kept without space: short values on one line, others on several.
enum JSONLayout {
  /// Values in deeper containers stay on one line, so that indentation cannot outgrow the text.
  private static let deepest = 8
  private static let longest = 100

  /// Lays out JSON.
  ///
  /// - Parameters:
  ///   - json: JSON without space between its tokens.
  ///   - depth: The level of what surrounds it.
  ///   - inline: Whether it has to stay on one line.
  static func text(of json: String, depth: Int, inline: Bool) -> String {
    let bytes = Array(json.utf8)
    guard let first = bytes.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return json }
    if inline { return spaced(bytes[...]) }
    var result = ""
    write(bytes[...], depth: depth, level: 0, to: &result)
    return result
  }

  private static func write(_ bytes: ArraySlice<UInt8>, depth: Int, level: Int, to result: inout String) {
    let isContainer = bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[")
    guard isContainer, level < deepest, bytes.count > longest || holdsContainers(bytes), bytes.count > 2 else {
      result += spaced(bytes)
      return
    }
    let indentation = "\n" + String(repeating: "  ", count: depth + 1)
    result += bytes.first == UInt8(ascii: "{") ? "{" : "["
    var separator = ""
    for element in elements(of: bytes) {
      result += separator + indentation
      separator = ","
      let value = bytes.first == UInt8(ascii: "{") ? valueStart(element) : element.startIndex
      result += value > element.startIndex ? String(decoding: element[..<value], as: UTF8.self) + " " : ""
      write(element[value...], depth: depth + 1, level: level + 1, to: &result)
    }
    result += String(indentation.dropLast(2)) + (bytes.first == UInt8(ascii: "{") ? "}" : "]")
  }

  private static func holdsContainers(_ bytes: ArraySlice<UInt8>) -> Bool {
    var found = false
    scan(bytes.dropFirst()) { byte, _ in
      found = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
      return !found
    }
    return found
  }

  /// The members or elements of a container.
  private static func elements(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var (elements, start, depth) = ([ArraySlice<UInt8>](), bytes.startIndex + 1, 0)
    let inside = bytes.dropFirst().dropLast()
    scan(inside) { byte, index in
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        elements.append(bytes[start..<index])
        start = index + 1
      default: break
      }
      return true
    }
    return elements + [bytes[start..<inside.endIndex]]
  }

  /// The place after a member's colon.
  private static func valueStart(_ member: ArraySlice<UInt8>) -> Int {
    var place = member.startIndex
    scan(member) { byte, index in
      place = index + 1
      return byte != UInt8(ascii: ":")
    }
    return place
  }

  /// JSON on one line, with a space after each mark.
  private static func spaced(_ bytes: ArraySlice<UInt8>) -> String {
    var (result, start) = ([UInt8](), bytes.startIndex)
    let space = UInt8(ascii: " ")
    scan(bytes) { byte, index in
      let next = index + 1 < bytes.endIndex ? bytes[index + 1] : 0
      let isOpening = byte == UInt8(ascii: "{") && next != UInt8(ascii: "}")
      let isClosing = byte == UInt8(ascii: "}") && index > bytes.startIndex && bytes[index - 1] != UInt8(ascii: "{")
      guard isOpening || isClosing || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") else { return true }
      result.append(contentsOf: bytes[start..<index])
      result.append(contentsOf: isClosing ? [space, byte] : [byte, space])
      start = index + 1
      return true
    }
    return String(decoding: result + bytes[start...], as: UTF8.self)
  }

  /// Visits the bytes outside of strings until the visitor has seen enough.
  private static func scan(_ bytes: ArraySlice<UInt8>, _ visit: (UInt8, Int) -> Bool) {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "\"") {
        index += 1
        while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
      } else if !visit(bytes[index], index) {
        return
      }
      index += 1
    }
  }
}
