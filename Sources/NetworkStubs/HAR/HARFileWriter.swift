extension HARObject {
  /// Encodes a recording in the form of a `.har` file, with a line break at the end.
  ///
  /// - Returns: UTF-8.
  package func encoded() -> Data {
    var writer = HARFileWriter()
    writer.object(self, onOneLine: false)
    return Data(writer.bytes)
  }
}

/// A writer of recordings in a layout whose differences can be read.
///
/// Objects and lists stand on lines of their own, two spaces deeper. Small objects, such as a header field, take one line
/// each. The same values give the same bytes.
private struct HARFileWriter {
  private var writer = JSONWriter()
  private var layout = Layout()

  /// The position of the writer in the file.
  private struct Layout {
    var depth = 0
    var isFirst = true
    var isOnOneLine = false
  }

  /// The bytes written so far, with a line break after them.
  var bytes: [UInt8] { writer.bytes + [0x0A] }

  /// Writes an object, in as many lines as it has fields, or in one.
  mutating func object(_ object: HARObject, onOneLine isOnOneLine: Bool) {
    let outer = begin("{", onOneLine: isOnOneLine)
    for field in object.fields {
      element()
      writer.string(field.name)
      writer.append(": ")
      value(field.value, of: field.name)
    }
    end("}", outer)
  }

  private mutating func value(_ value: HARValue, of name: String) {
    switch value {
    case .string(let text): writer.string(text)
    case .number(let digits): writer.append(digits)
    case .bool(let value): writer.append(value ? "true" : "false")
    case .source(let json): source(json)
    case .object(let object): self.object(object, onOneLine: Self.small.contains(name))
    case .list(let objects):
      let isOnOneLine = Self.small.contains(name)
      let outer = begin("[")
      for object in objects {
        element()
        self.object(object, onOneLine: isOnOneLine)
      }
      end("]", outer)
    }
  }

  /// The fields whose objects take one line each.
  private static let small: Set = [
    "creator", "browser", "pageTimings", "timings", "cookies", "headers", "queryString", "params",
  ]

  /// Starts an object or a list.
  ///
  /// - Parameters:
  ///   - mark: `{` or `[`.
  ///   - isOnOneLine: Whether all of it takes one line.
  /// - Returns: What to hand to ``end(_:_:)``.
  private mutating func begin(_ mark: Unicode.Scalar, onOneLine isOnOneLine: Bool = false) -> Layout {
    let outer = layout
    layout = Layout(depth: outer.depth + 1, isOnOneLine: outer.isOnOneLine || isOnOneLine)
    writer.bytes.append(UInt8(ascii: mark))
    return outer
  }

  /// Ends an object or a list with its mark, `}` or `]`.
  private mutating func end(_ mark: Unicode.Scalar, _ outer: Layout) {
    let isEmpty = layout.isFirst
    layout.depth -= 1
    if !isEmpty { separate(by: mark == "}" ? " " : "") }
    layout = outer
    writer.bytes.append(UInt8(ascii: mark))
  }

  /// Starts an element of a list, or a member of an object.
  private mutating func element() {
    if !layout.isFirst { writer.bytes.append(UInt8(ascii: ",")) }
    separate(by: layout.isFirst && writer.bytes.last == UInt8(ascii: "[") ? "" : " ")
    layout.isFirst = false
  }

  private mutating func separate(by space: String) {
    writer.append(layout.isOnOneLine ? space : "\n" + String(repeating: "  ", count: layout.depth))
  }

  /// Writes a value that was kept as source: what is short on one line, the rest on several.
  private mutating func source(_ json: String) {
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
          writer.append(text.source(of: token) + ": ")
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
        // Deeper down all stays on one line, so that indentation cannot outgrow the text.
        let outer = begin(isObject ? "{" : "[", onOneLine: !isLong || open.count >= Self.deepest)
        open.append((content.upperBound, isObject ? "}" : "]", outer))
        token += 1
      } else {
        writer.append(source)
        token = text.next(after: token)
        if open.isEmpty { return }
      }
    }
  }

  private static let deepest = 8
  private static let longest = 100
}
