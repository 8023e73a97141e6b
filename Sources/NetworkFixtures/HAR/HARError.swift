public import Foundation

/// What is wrong with a recording: the place in the file, and what should be there.
public struct HARError: Error, Hashable, Sendable {
  /// What kind of thing is wrong.
  public let code: Code
  /// The file's name, where it is known.
  public let file: String?
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int
  /// The place as a JSON path, such as `$.log.entries[3].request`.
  public let path: String
  /// What should be there.
  public let reason: String

  let excerpt: String

  init(_ failure: JSONReader.Failure, in bytes: [UInt8], file: String?) {
    let place = JSONPlace(at: failure.offset, in: bytes)
    code = failure.code
    self.file = file
    line = place.line
    column = place.column
    path = JSONTrail.path(to: failure.offset, in: bytes)
    reason = failure.reason
    // Errors end up in logs that many can read.
    excerpt = Redaction.standard.redacted(place.excerpt)
  }
}

extension HARError: CustomStringConvertible, LocalizedError {
  /// What happened, what was there, and what to do.
  public var description: String {
    if code == .unusable { return "An entry cannot be used: \(reason)\n\nThe value: \(excerpt)\n\n\(code.remedy)" }
    let subject = file.map { "The recording \($0.quoted)" } ?? "The recording"
    let place = file.map { "\($0):\(line):\(column)" } ?? "Line \(line), column \(column)"
    return """
      \(subject) cannot be read: \(code.headline).

      \(place), at \(path): \(reason)
      \(excerpt.isEmpty ? "There is nothing there." : "The text there: \(excerpt)")

      \(code.remedy)
      """
  }

  /// The description.
  public var errorDescription: String? { description }
}
