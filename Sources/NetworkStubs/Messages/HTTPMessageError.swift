/// An error about a message: the place in the file, and the expected content.
public struct HTTPMessageError: Error, Hashable, Sendable {
  /// The kind of error.
  public let code: Code
  /// The file's name, if it is known.
  package let file: String?
  /// The place in the file.
  package let place: TextPlace
  /// The expected content.
  package let reason: String

  init(_ code: Code, _ reason: String, at offset: Int, in bytes: [UInt8], file: String?) {
    self.code = code
    self.reason = reason
    self.file = file
    place = TextPlace(at: offset, in: bytes).withoutSecrets
  }

  package init(unusable reason: String) { self.init(.unusable, reason, at: 0, in: [], file: nil) }
}

extension HTTPMessageError: ReadableError {
  /// The cause, the state and the remedy.
  public var description: String {
    if code == .unusable {
      return ErrorLayout("The message cannot be used: \(reason)", remedy: code.remedy).description
    }
    return ErrorLayout(
      "The message\(file.map { " \($0.quoted)" } ?? "") cannot be read: \(code.headline).",
      there: ["\(place.description(in: file)): \(reason)", place.found], remedy: code.remedy
    ).description
  }
}

extension HTTPMessageError {
  /// The kind of an error.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String
    fileprivate let headline: String
    fileprivate let remedy: String

    /// The text has no first line of a message.
    public static let noStartLine = Self(
      description: "noStartLine", headline: "it has no start line",
      remedy: "Begin the file with a request line or a status line; a body alone belongs in a file of its own type.")
    /// The file is one of several requests, or of variables, as editors send them.
    public static let editorFile = Self(
      description: "editorFile", headline: "it is a file of several requests, as editors have them",
      remedy: "Keep one request, without variables.")
    /// A part of the first line is not valid.
    public static let invalidStartLine = Self(
      description: "invalidStartLine", headline: "its start line is wrong",
      remedy: "Correct the start line: https://www.rfc-editor.org/rfc/rfc9112#section-3 has its parts.")
    /// A header field has no colon, or its name or value is not valid.
    public static let invalidField = Self(
      description: "invalidField", headline: "a header field is wrong",
      remedy: "Correct the field, or put an empty line before the body.")
    /// The body is shorter or longer than its `Content-Length`.
    public static let wrongLength = Self(
      description: "wrongLength", headline: "its body is not as long as Content-Length says",
      remedy: "Correct Content-Length, or delete it: without it, the body is everything after the empty line.")
    /// A chunked body is invalid or incomplete.
    public static let damagedChunk = Self(
      description: "damagedChunk", headline: "its chunked body is damaged",
      remedy: "If the body is no longer chunked, delete Transfer-Encoding. Otherwise record it again.")
    /// The message is of the wrong kind: a response for a request, or a request without a host.
    public static let unusable = Self(
      description: "unusable", headline: "it is not what was asked for",
      remedy: "Use another message, or correct this one.")
  }
}
