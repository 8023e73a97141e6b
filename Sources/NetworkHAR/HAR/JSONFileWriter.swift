/// A writer of JSON files in a layout whose differences can be read.
///
/// Objects and lists stand on lines of their own, two spaces deeper. Small objects, such as a header field, take one line
/// each. The same values give the same bytes.
struct JSONFileWriter {
  private var writer = JSONWriter()
  private var layout = Layout()

  /// The position of the writer in the file.
  struct Layout {
    fileprivate var depth = 0
    fileprivate var isFirst = true
    fileprivate var isOnOneLine = false
  }

  /// The bytes written so far.
  var bytes: [UInt8] { writer.bytes }

  mutating func append(_ text: String) { writer.append(text) }

  /// Writes a string with its quotation marks.
  mutating func string(_ text: String) { writer.string(text) }

  /// Starts an object or a list.
  ///
  /// - Parameters:
  ///   - mark: `{` or `[`.
  ///   - isOnOneLine: Whether all of it takes one line.
  /// - Returns: What to hand to ``end(_:_:)``.
  mutating func begin(_ mark: Unicode.Scalar, onOneLine isOnOneLine: Bool = false) -> Layout {
    let outer = layout
    layout = Layout(depth: outer.depth + 1, isOnOneLine: outer.isOnOneLine || isOnOneLine)
    writer.bytes.append(UInt8(ascii: mark))
    return outer
  }

  /// Ends an object or a list with its mark, `}` or `]`.
  mutating func end(_ mark: Unicode.Scalar, _ outer: Layout) {
    let isEmpty = layout.isFirst
    layout.depth -= 1
    if !isEmpty { separate(by: mark == "}" ? " " : "") }
    layout = outer
    writer.bytes.append(UInt8(ascii: mark))
  }

  /// Starts an element of a list.
  mutating func element() {
    if !layout.isFirst { writer.bytes.append(UInt8(ascii: ",")) }
    separate(by: layout.isFirst && writer.bytes.last == UInt8(ascii: "[") ? "" : " ")
    layout.isFirst = false
  }

  /// Starts a member of an object.
  mutating func key(_ name: String) {
    element()
    string(name)
    append(": ")
  }

  /// Starts a member of an object whose name needs no escapes.
  mutating func key(_ name: StaticString) {
    element()
    writer.bytes.append(UInt8(ascii: "\""))
    writer.bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    append("\": ")
  }

  private mutating func separate(by space: String) {
    append(layout.isOnOneLine ? space : "\n" + String(repeating: "  ", count: layout.depth))
  }

  /// Writes a value that was kept as source: what is short on one line, the rest on several.
  mutating func source(_ json: String) {
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
        // Deeper down all stays on one line, so that indentation cannot outgrow the text.
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
