extension HAR {
  /// A request in a recording.
  public struct Request: Hashable, Sendable {
    /// The method.
    public var method: String
    /// The absolute URL without its fragment.
    public var url: String
    /// The version of the protocol, such as `HTTP/1.1`.
    public var httpVersion: String
    /// The cookies of the `Cookie` fields.
    public var cookies: [Cookie]
    /// The header fields, in order; a field may repeat.
    public var headers: [Pair]
    /// The query, decoded.
    public var queryString: [Pair]
    /// The body.
    public var postData: PostData?
    /// Bytes from the start to the body; -1 if unknown.
    public var headersSize: Int
    /// Bytes of the body; -1 if unknown.
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

extension HAR {
  /// A response in a recording.
  public struct Response: Hashable, Sendable {
    /// The status code; 0 if there was no response.
    public var status: Int
    /// The reason phrase.
    public var statusText: String
    /// The version of the protocol, such as `HTTP/1.1`.
    public var httpVersion: String
    /// The cookies of the `Set-Cookie` fields.
    public var cookies: [Cookie]
    /// The header fields, in order; a field may repeat.
    public var headers: [Pair]
    /// The body.
    public var content: Content
    /// The value of the `Location` field; empty if there is no such field.
    public var redirectURL: String
    /// Bytes from the start to the body; -1 if unknown.
    public var headersSize: Int
    /// Bytes of the transferred body; -1 if unknown.
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

extension HAR {
  /// A name and a value: a header field, or an item of a query.
  public struct Pair: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: String
    /// A remark.
    public var comment: String?
    /// Fields that the specification does not know.
    public var extras: Extras

    /// Creates a pair.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
      extras = [:]
    }
  }

  /// A cookie that was sent or set.
  public struct Cookie: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: String
    /// The path for which the cookie is sent.
    public var path: String?
    /// The domain to which the cookie is sent.
    public var domain: String?
    /// The expiry date, as in the file.
    public var expires: String?
    /// Whether scripts cannot read it.
    public var httpOnly: Bool?
    /// Whether it is only sent over TLS.
    public var secure: Bool?
    /// A remark.
    public var comment: String?
    /// Fields that the specification does not know, such as `sameSite`.
    public var extras: Extras

    /// Creates a cookie.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
      extras = [:]
    }
  }
}

extension HAR {
  /// The body of a request.
  public struct PostData: Hashable, Sendable {
    /// The media type, with its parameters.
    public var mimeType: String
    /// The fields of a form; some tools write these instead of the text, or in addition.
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

extension HAR {
  /// The body of a response, with content codings undone.
  public struct Content: Hashable, Sendable {
    /// Bytes of the body.
    public var size: Int
    /// Bytes that compression saved.
    public var compression: Int?
    /// The media type, with its parameters.
    public var mimeType: String
    /// The body as text, or in the form of ``encoding``; nil if it was not kept.
    public var text: String?
    /// The encoding of the text: `base64`, or nil for plain text.
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
