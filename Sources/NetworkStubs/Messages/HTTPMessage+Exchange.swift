extension HTTPMessage {
  /// Creates a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - target: The target, such as `/items?page=1` or a whole URL.
  ///   - headers: The header fields.
  ///   - body: The body.
  package static func request(
    _ method: HTTPMethod, _ target: String, headers: HTTPHeaders = [:], body: Data = Data()
  ) -> Self {
    Self(.request(method: method, target: target), headers: headers, body: body)
  }

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - status: The status code, whose phrase is added.
  ///   - headers: The header fields.
  ///   - body: The body.
  package static func response(_ status: Int, headers: HTTPHeaders = [:], body: Data = Data()) -> Self {
    Self(.response(status: status, reason: ReasonPhrase.of(status)), headers: headers, body: body)
  }

  /// Creates the response that the message describes; its URL is not known here.
  ///
  /// - Returns: The response, with repeated fields repeated.
  /// - Throws: An ``HTTPMessageError`` if the message is a request.
  public func httpResponse() throws -> HTTPResponse {
    guard case .response(let status, _) = startLine else {
      throw HTTPMessageError(unusable: "it is a request, not a response.")
    }
    return HTTPResponse(status: status, headers: headers, body: body)
  }
}

/// The words that go with a status code: [RFC 9110, section 15](https://www.rfc-editor.org/rfc/rfc9110#section-15).
package enum ReasonPhrase {
  package static func of(_ status: Int) -> String {
    // Foundation's phrases differ between platforms, and files must not.
    phrases[status] ?? ""
  }

  private static let phrases = [
    100: "Continue", 101: "Switching Protocols", 103: "Early Hints",
    200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
    205: "Reset Content", 206: "Partial Content", 207: "Multi-Status",
    300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
    307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout",
    409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
    414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
    421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked", 424: "Failed Dependency",
    425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout", 505: "HTTP Version Not Supported", 507: "Insufficient Storage",
    511: "Network Authentication Required",
  ]
}
