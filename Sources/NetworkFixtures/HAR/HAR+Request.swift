extension HAR {
  /// A request as it was sent.
  public struct Request: Hashable, Sendable {
    /// The method.
    public var method: String
    /// The absolute URL, its fragment left out.
    public var url: String
    /// The version of the protocol, such as `HTTP/1.1`.
    public var httpVersion: String
    /// The cookies of the `Cookie` fields.
    public var cookies: [Cookie]
    /// The header fields, repeated ones repeated.
    public var headers: [Pair]
    /// The query, decoded.
    public var queryString: [Pair]
    /// The body.
    public var postData: PostData?
    /// Bytes from the start to the body; -1 where nobody counted.
    public var headersSize: Int
    /// Bytes of the body; -1 where nobody counted.
    public var bodySize: Int
    /// A remark.
    public var comment: String?
    /// Fields that the specification does not know.
    public var extras: Extras

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The absolute URL.
    ///   - headers: The header fields.
    ///   - postData: The body.
    public init(method: String, url: String, headers: [Pair] = [], postData: PostData? = nil) {
      self.method = method
      self.url = url
      self.headers = headers
      self.postData = postData
      httpVersion = "HTTP/1.1"
      cookies = []
      queryString = []
      headersSize = -1
      bodySize = -1
      extras = [:]
    }
  }
}
