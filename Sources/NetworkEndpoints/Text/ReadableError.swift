/// An error with a text for readers: the cause, the state and the remedy.
///
/// An app that shows an error's `localizedDescription` shows that text as well.
public protocol ReadableError: LocalizedError, CustomStringConvertible {}

extension ReadableError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}

/// A place in a text file, for an error that points at it.
package struct TextPlace: Hashable {
  /// The line, from 1.
  package let line: Int
  /// The column in characters, from 1.
  package let column: Int
  /// The text from there to the end of the line, shortened.
  package var excerpt: String

  /// Finds the line and the column of a byte.
  package init(at offset: Int, in bytes: some BidirectionalCollection<UInt8>) {
    let before = bytes.prefix(offset)
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { before.index(after: $0) } ?? before.startIndex
    column = String(decoding: before[start...], as: UTF8.self).count + 1
    let rest = String(decoding: bytes.dropFirst(offset).prefix(400), as: UTF8.self).prefix { !$0.isNewline }
    excerpt = (rest.count > 60 ? rest.prefix(59) + "…" : String(rest)).printable
  }

  /// Returns the place in a file: `a.har:3:7`, or `Line 3, column 7` if the file has no name.
  package func description(in file: String?) -> String {
    file.map { "\($0.printable):\(line):\(column)" } ?? "Line \(line), column \(column)"
  }

  package var found: String { excerpt.isEmpty ? "There is nothing there." : "The text there: \(excerpt)" }
}
