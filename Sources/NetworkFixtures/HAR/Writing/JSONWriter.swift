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

  /// Writes fields that the specification does not know.
  mutating func members(_ extras: HAR.Extras) {
    for member in extras.members {
      name(member.name)
      append(JSONLayout.text(of: member.json, depth: depth, inline: isInline))
    }
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
