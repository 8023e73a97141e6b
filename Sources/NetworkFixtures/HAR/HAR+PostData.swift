extension HAR {
  /// The body of a request.
  public struct PostData: Hashable, Sendable {
    /// The media type, with its parameters.
    public var mimeType: String
    /// The fields of a form; some tools write these in place of the text, or beside it.
    public var params: [Parameter]?
    /// The body as text.
    public var text: String?
    /// A remark.
    public var comment: String?
    /// Fields that the specification does not know.
    public var extras: Extras

    /// Creates a body.
    ///
    /// - Parameters:
    ///   - mimeType: The media type.
    ///   - text: The body as text.
    public init(mimeType: String, text: String? = nil) {
      self.mimeType = mimeType
      self.text = text
      extras = [:]
    }
  }

  /// A field of a form, or a file sent with one.
  public struct Parameter: Hashable, Sendable {
    /// The field's name.
    public var name: String
    /// The field's value, or the file's content.
    public var value: String?
    /// The file's name.
    public var fileName: String?
    /// The file's media type.
    public var contentType: String?
    /// A remark.
    public var comment: String?
    /// Fields that the specification does not know.
    public var extras: Extras

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - name: The field's name.
    ///   - value: The field's value.
    public init(name: String, value: String? = nil) {
      self.name = name
      self.value = value
      extras = [:]
    }
  }
}
