extension HAR {
  /// A request in a recording.
  package struct Request: Hashable, Sendable {
    /// The method.
    package var method: String
    /// The absolute URL without its fragment.
    package var url: String
    /// The version of the protocol, such as `HTTP/1.1`.
    package var httpVersion: String
    /// The cookies of the `Cookie` fields.
    package var cookies: [Cookie]
    /// The header fields, in order; a field may repeat.
    package var headers: [Pair]
    /// The query, decoded.
    package var queryString: [Pair]
    /// The body.
    package var postData: PostData?
    /// Bytes from the start to the body; -1 if unknown.
    package var headersSize: Int
    /// Bytes of the body; -1 if unknown.
    package var bodySize: Int
    /// A remark.
    package var comment: String?
    /// Fields that the specification does not know.
    package var extras: Extras

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The absolute URL.
    ///   - headers: The header fields.
    ///   - postData: The body.
    package init(method: String, url: String, headers: [Pair] = [], postData: PostData? = nil) {
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
  package struct Response: Hashable, Sendable {
    /// The status code; 0 if there was no response.
    package var status: Int
    /// The reason phrase.
    package var statusText: String
    /// The version of the protocol, such as `HTTP/1.1`.
    package var httpVersion: String
    /// The cookies of the `Set-Cookie` fields.
    package var cookies: [Cookie]
    /// The header fields, in order; a field may repeat.
    package var headers: [Pair]
    /// The body.
    package var content: Content
    /// The value of the `Location` field; empty if there is no such field.
    package var redirectURL: String
    /// Bytes from the start to the body; -1 if unknown.
    package var headersSize: Int
    /// Bytes of the transferred body; -1 if unknown.
    package var bodySize: Int
    /// A remark.
    package var comment: String?
    /// Fields that the specification does not know.
    package var extras: Extras

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields.
    ///   - content: The body.
    package init(status: Int, headers: [Pair] = [], content: Content = Content()) {
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
  package struct Pair: Hashable, Sendable {
    /// The name.
    package var name: String
    /// The value.
    package var value: String
    /// A remark.
    package var comment: String?
    /// Fields that the specification does not know.
    package var extras: Extras

    /// Creates a pair.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
      extras = [:]
    }
  }

  /// A cookie that was sent or set.
  package struct Cookie: Hashable, Sendable {
    /// The name.
    package var name: String
    /// The value.
    package var value: String
    /// The path for which the cookie is sent.
    package var path: String?
    /// The domain to which the cookie is sent.
    package var domain: String?
    /// The expiry date, as in the file.
    package var expires: String?
    /// Whether scripts cannot read it.
    package var httpOnly: Bool?
    /// Whether it is only sent over TLS.
    package var secure: Bool?
    /// A remark.
    package var comment: String?
    /// Fields that the specification does not know, such as `sameSite`.
    package var extras: Extras

    /// Creates a cookie.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
      extras = [:]
    }
  }
}

extension HAR {
  /// The body of a request.
  package struct PostData: Hashable, Sendable {
    /// The media type, with its parameters.
    package var mimeType: String
    /// The fields of a form; some tools write these instead of the text, or in addition.
    package var params: [Parameter]?
    /// The body as text.
    package var text: String?
    /// A remark.
    package var comment: String?
    /// Fields that the specification does not know.
    package var extras: Extras

    /// Creates a body.
    ///
    /// - Parameters:
    ///   - mimeType: The media type.
    ///   - text: The body as text.
    package init(mimeType: String, text: String? = nil) {
      self.mimeType = mimeType
      self.text = text
      extras = [:]
    }
  }

  /// A field of a form, or a file sent with one.
  package struct Parameter: Hashable, Sendable {
    /// The field's name.
    package var name: String
    /// The field's value, or the file's content.
    package var value: String?
    /// The file's name.
    package var fileName: String?
    /// The file's media type.
    package var contentType: String?
    /// A remark.
    package var comment: String?
    /// Fields that the specification does not know.
    package var extras: Extras

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - name: The field's name.
    ///   - value: The field's value.
    package init(name: String, value: String? = nil) {
      self.name = name
      self.value = value
      extras = [:]
    }
  }
}

extension HAR {
  /// The body of a response, with content codings undone.
  package struct Content: Hashable, Sendable {
    /// Bytes of the body.
    package var size: Int
    /// Bytes that compression saved.
    package var compression: Int?
    /// The media type, with its parameters.
    package var mimeType: String
    /// The body as text, or in the form of ``encoding``; nil if it was not kept.
    package var text: String?
    /// The encoding of the text: `base64`, or nil for plain text.
    package var encoding: String?
    /// A remark.
    package var comment: String?
    /// Fields that the specification does not know.
    package var extras: Extras

    /// Creates a body.
    ///
    /// - Parameters:
    ///   - size: Bytes of the body.
    ///   - mimeType: The media type.
    ///   - text: The body as text.
    package init(size: Int = 0, mimeType: String = "", text: String? = nil) {
      self.size = size
      self.mimeType = mimeType
      self.text = text
      extras = [:]
    }
  }
}
