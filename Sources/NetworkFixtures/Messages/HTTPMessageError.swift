public import Foundation
import NetworkEndpoints

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

extension HTTPMessageError {
  /// The kind of an error.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String
    let headline: String
    let remedy: String

    /// There is nothing that could be the first line of a message.
    public static let noStartLine = Self(
      description: "noStartLine",
      headline: "it has no start line",
      remedy: "Begin the file with a request line or a status line; a body alone belongs in a file of its own type."
    )

    /// The first line has a part that cannot be.
    public static let invalidStartLine = Self(
      description: "invalidStartLine",
      headline: "its start line is wrong",
      remedy: "Correct the start line: https://www.rfc-editor.org/rfc/rfc9112#section-3 has its parts."
    )

    /// A header field has no colon, or a name or value that cannot be.
    public static let invalidField = Self(
      description: "invalidField",
      headline: "a header field is wrong",
      remedy: "Correct the field, or put an empty line before the body."
    )

    /// The body is shorter or longer than its `Content-Length`.
    public static let wrongLength = Self(
      description: "wrongLength",
      headline: "the body has another length than it says",
      remedy: "Correct Content-Length, or delete it: without it, the body is everything after the empty line."
    )

    /// A chunked body is damaged or cut off.
    public static let damagedChunk = Self(
      description: "damagedChunk",
      headline: "its chunked body is damaged",
      remedy: "If the body is not chunked any more, delete Transfer-Encoding. Otherwise record it again."
    )

    /// The message is not what was asked for: a response for a request, or a request without a host.
    public static let unusable = Self(
      description: "unusable",
      headline: "it is not what was asked for",
      remedy: "Use another message, or correct this one."
    )
  }
}
