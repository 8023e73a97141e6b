/// The texts that this process has written into source files.
///
/// The places of calls are those of the files as they were compiled. A text with more lines than the one before moves every call
/// below it, so this remembers by how many.
final class SourceEdits: Sendable {
  /// Those of this process.
  static let shared = SourceEdits()

  private struct Edit {
    let line: Int
    let column: Int
    let text: String
    let addedLines: Int
  }

  /// The edits by the path of their file. The lock guards the files too, so that two tests of one file do not undo each other.
  private let edits = Guarded<[String: [Edit]]>([:])

  /// Replaces the literal of a call.
  ///
  /// - Parameters:
  ///   - text: The new text.
  ///   - old: The value of the literal as it was compiled: if another stands there, nothing is written.
  ///   - label: The label of the argument.
  ///   - place: The opening parenthesis of the call.
  /// - Returns: The reason why the text was not written, or nil.
  func write(_ text: String, inPlaceOf old: String, label: String, _ place: CodePlace) -> String? {
    edits.withLock { Self.write(text, inPlaceOf: old, label: label, place, after: &$0) }
  }

  private static func write(
    _ text: String, inPlaceOf old: String, label: String, _ place: CodePlace, after edits: inout [String: [Edit]]
  ) -> String? {
    let earlier = edits[place.filePath, default: []]
    if let same = earlier.first(where: { $0.line == place.line && $0.column == place.column }) {
      guard same.text != text else { return nil }
      return
        "The text was not written: two cases of this test have sent different requests, and \(place.shown) has one text. "
        + "Give each case a test of its own:"
    }
    guard let data = FileManager.default.contents(atPath: place.filePath) else {
      return "The text was not written: \(place.filePath.printable) cannot be read on this machine. Paste it:"
    }
    let moved = earlier.filter { $0.line < place.line }.reduce(0) { $0 + $1.addedLines }
    do {
      let edit = try edited(Array(data), text, old, label, line: place.line + moved, column: place.column)
      try edit.file.write(to: URL(fileURLWithPath: place.filePath), options: .atomic)
      edits[place.filePath, default: []].append(
        Edit(line: place.line, column: place.column, text: text, addedLines: edit.addedLines))
      return nil
    } catch SourceLiteral.Failure.interpolation {
      return "The text was not written: the one at \(place.shown) has an interpolation, which would be lost. Paste it:"
    } catch SourceLiteral.Failure.notFound {
      return
        "The text was not written: \(place.shown) has no literal after \(label):, or has changed since it was built. "
        + "Paste it:"
    } catch {
      return "The text was not written: \(error.localizedDescription). Paste it:"
    }
  }

  private static func edited(
    _ source: [UInt8], _ text: String, _ old: String, _ label: String, line: Int, column: Int
  ) throws -> (file: Data, addedLines: Int) {
    var starts = [0]
    for (index, byte) in source.enumerated() where byte == UInt8(ascii: "\n") { starts.append(index + 1) }
    guard starts.indices.contains(line - 1) else { throw SourceLiteral.Failure.notFound }
    let start = starts[line - 1]
    let literal = try SourceLiteral(after: label, in: source, callAt: start + column - 1)
    guard literal.value == old else { throw SourceLiteral.Failure.notFound }
    let space = source[start...].prefix { $0 == 0x20 || $0 == 0x09 }
    let indentation = literal.indentation ?? String(decoding: space, as: UTF8.self) + "  "
    let new = SourceLiteral.literal(of: text, indentation: indentation)
    let oldLines = source[literal.range].filter { $0 == UInt8(ascii: "\n") }.count
    let newLines = new.utf8.filter { $0 == UInt8(ascii: "\n") }.count
    let file = Data(source[..<literal.range.lowerBound]) + Data(new.utf8) + Data(source[literal.range.upperBound...])
    return (file, newLines - oldLines)
  }
}
