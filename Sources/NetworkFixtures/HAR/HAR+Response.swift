extension HAR {
  /// A response as it was received.
  public struct Response: Hashable, Sendable {
    /// The status code; 0 where no response came.
    public var status: Int
    /// The reason phrase.
    public var statusText: String
    /// The version of the protocol, such as `HTTP/1.1`.
    public var httpVersion: String
    /// The cookies of the `Set-Cookie` fields.
    public var cookies: [Cookie]
    /// The header fields, repeated ones repeated.
    public var headers: [Pair]
    /// The body.
    public var content: Content
    /// The value of the `Location` field; empty where there is none.
    public var redirectURL: String
    /// Bytes from the start to the body; -1 where nobody counted.
    public var headersSize: Int
    /// Bytes of the body as it was transferred; -1 where nobody counted.
    public var bodySize: Int
    /// A remark.
    public var comment: String?
    /// Fields that the specification does not know.
    public var extras: Extras

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields.
    ///   - content: The body.
    public init(status: Int, headers: [Pair] = [], content: Content = Content()) {
      self.status = status
      self.headers = headers
      self.content = content
      statusText = ""
      httpVersion = "HTTP/1.1"
      cookies = []
      redirectURL = ""
      headersSize = -1
      bodySize = -1
      extras = [:]
    }
  }
}
