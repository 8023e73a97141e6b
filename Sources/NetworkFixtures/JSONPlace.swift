/// Where a value stands in the text of a JSON document.
struct JSONPlace: Hashable {
  let line: Int
  let column: Int

  /// The text from there on, to the end of the line, shortened.
  let excerpt: String

  /// Finds the line and the column of a byte.
  ///
  /// - Parameters:
  ///   - offset: How many bytes are before the place.
  ///   - bytes: The document.
  init(at offset: Int, in bytes: [UInt8]) {
    let before = bytes.prefix(offset)
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    column = String(decoding: before[lineStart...], as: UTF8.self).count + 1
    let rest = String(decoding: bytes.dropFirst(offset).prefix(400), as: UTF8.self).prefix { !$0.isNewline }
    excerpt = (rest.count > 60 ? rest.prefix(59) + "…" : String(rest)).printing
  }
}
