/// An error about a message: the place in the file, and the expected content.
public struct HTTPMessageError: Error, Hashable, Sendable {
  /// The kind of error.
  public let code: Code
  /// The file's name, if it is known.
  public let file: String?
  /// The line, from 1.
  public var line: Int { place.line }
  /// The column, from 1.
  public var column: Int { place.column }
  /// The expected content.
  public let reason: String

  private let place: TextPlace

  init(_ code: Code, _ reason: String, at offset: Int, in bytes: [UInt8], file: String?) {
    (self.code, self.reason, self.file) = (code, reason, file)
    place = TextPlace(at: offset, in: bytes).redacted
  }

  init(unusable reason: String) {
    self.init(.unusable, reason, at: 0, in: [], file: nil)
  }
}

extension HTTPMessageError: ReadableError {
  /// The cause, the state and the remedy.
  public var description: String {
    if code == .unusable { return "The message cannot be used: \(reason)\n\n\(code.remedy)" }
    return """
      The message\(file.map { " \($0.quoted)" } ?? "") cannot be read: \(code.headline).

      \(place.description(in: file)): \(reason)
      \(place.found)

      \(code.remedy)
      """
  }
}

extension HTTPMessageError {
  /// The kind of an error.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Storage { case noStartLine, invalidStartLine, invalidField, wrongLength, damagedChunk, unusable }
    private let storage: Storage

    /// The name of the code.
    public var description: String { "\(storage)" }

    /// The text has no first line of a message.
    public static let noStartLine = Self(storage: .noStartLine)
    /// A part of the first line is not valid.
    public static let invalidStartLine = Self(storage: .invalidStartLine)
    /// A header field has no colon, or its name or value is not valid.
    public static let invalidField = Self(storage: .invalidField)
    /// The body is shorter or longer than its `Content-Length`.
    public static let wrongLength = Self(storage: .wrongLength)
    /// A chunked body is invalid or incomplete.
    public static let damagedChunk = Self(storage: .damagedChunk)
    /// The message is of the wrong kind: a response for a request, or a request without a host.
    public static let unusable = Self(storage: .unusable)

    fileprivate var headline: String {
      switch storage {
      case .noStartLine: "it has no start line"
      case .invalidStartLine: "its start line is wrong"
      case .invalidField: "a header field is wrong"
      case .wrongLength: "the body has another length than it says"
      case .damagedChunk: "its chunked body is damaged"
      case .unusable: "it is not what was asked for"
      }
    }

    fileprivate var remedy: String {
      switch storage {
      case .noStartLine:
        "Begin the file with a request line or a status line; a body alone belongs in a file of its own type."
      case .invalidStartLine:
        "Correct the start line: https://www.rfc-editor.org/rfc/rfc9112#section-3 has its parts."
      case .invalidField: "Correct the field, or put an empty line before the body."
      case .wrongLength:
        "Correct Content-Length, or delete it: without it, the body is everything after the empty line."
      case .damagedChunk: "If the body is not chunked any more, delete Transfer-Encoding. Otherwise record it again."
      case .unusable: "Use another message, or correct this one."
      }
    }
  }
}
