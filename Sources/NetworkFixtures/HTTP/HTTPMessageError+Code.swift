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
