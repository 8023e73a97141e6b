public import Foundation

/// What is wrong with a message: the place in the file, and what should be there.
public struct HTTPMessageError: Error, Hashable, Sendable {
  /// What kind of thing is wrong.
  public let code: Code
  /// The file's name, where it is known.
  public let file: String?
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int
  /// What should be there.
  public let reason: String

  let excerpt: String

  init(_ failure: MessageReader.Failure, in bytes: [UInt8], file: String?) {
    let place = JSONPlace(at: failure.offset, in: bytes)
    code = failure.code
    self.file = file
    line = place.line
    column = place.column
    reason = failure.reason
    // Errors end up in logs that many can read.
    excerpt = Redaction.standard.redacted(place.excerpt)
  }

  init(unusable reason: String) {
    code = .unusable
    file = nil
    line = 1
    column = 1
    self.reason = reason
    excerpt = ""
  }
}

extension HTTPMessageError: CustomStringConvertible, LocalizedError {
  /// What happened, what was there, and what to do.
  public var description: String {
    if code == .unusable { return "The message cannot be used: \(reason)\n\n\(code.remedy)" }
    let subject = file.map { "The message \($0.quoted)" } ?? "The message"
    let place = file.map { "\($0):\(line):\(column)" } ?? "Line \(line), column \(column)"
    return """
      \(subject) cannot be read: \(code.headline).

      \(place): \(reason)
      \(excerpt.isEmpty ? "There is nothing there." : "The text there: \(excerpt)")

      \(code.remedy)
      """
  }

  /// The description.
  public var errorDescription: String? { description }
}
