extension HAR {
  /// The body of a response, content codings undone.
  public struct Content: Hashable, Sendable {
    /// Bytes of the body.
    public var size: Int
    /// Bytes that compression saved.
    public var compression: Int?
    /// The media type, with its parameters.
    public var mimeType: String
    /// The body as text, or encoded as ``encoding`` says; nil where it was not kept.
    public var text: String?
    /// How the text is encoded: `base64`, or nil for text that stands for itself.
    public var encoding: String?
    /// A remark.
    public var comment: String?
    /// Fields that the specification does not know.
    public var extras: Extras

    /// Creates a body.
    ///
    /// - Parameters:
    ///   - size: Bytes of the body.
    ///   - mimeType: The media type.
    ///   - text: The body as text.
    public init(size: Int = 0, mimeType: String = "", text: String? = nil) {
      self.size = size
      self.mimeType = mimeType
      self.text = text
      extras = [:]
    }
  }
}
