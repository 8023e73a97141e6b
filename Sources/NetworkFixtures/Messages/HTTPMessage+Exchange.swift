extension HTTPMessage {
  /// Creates a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - target: The target, such as `/items?page=1` or a whole URL.
  ///   - headers: The header fields.
  ///   - body: The body.
  public static func request(
    _ method: HTTPMethod, _ target: String, headers: HTTPHeaders = [:], body: Data = Data()
  ) -> Self {
    Self(.request(method: method, target: target), headers: headers, body: body)
  }

  /// Creates the message of a request.
  ///
  /// - Parameter request: The request; its body is in `httpBody`.
  /// - Returns: The message, with a `Host` field before the others, which come in the order of their names. The target is a
  ///   path, or a whole URL if a path would lose something: another scheme than `https`, or credentials.
  public static func request(_ request: URLRequest) -> Self {
    let parts = TargetParts(request.url?.absoluteString ?? "")
    var fields = HTTPHeaders(request.allHTTPHeaderFields ?? [:])
    let host = fields["Host"] ?? parts.host
    fields["Host"] = nil
    let isPath = parts.scheme == "https" && parts.host == host && parts.authority == host
    return Self(
      .request(method: HTTPMethod(rawValue: request.httpMethod ?? "GET"), target: isPath ? parts.path : parts.whole),
      headers: HTTPHeaders((host.isEmpty ? [] : [HTTPHeaders.Field(name: "Host", value: host)]) + fields),
      body: request.httpBody ?? Data())
  }

  /// Creates the request that the message describes.
  ///
  /// - Parameter host: The host to send it to if the message names no host.
  /// - Returns: The request, over `https` unless the message or the host says otherwise, with the values of a repeated field
  ///   joined.
  /// - Throws: An ``HTTPMessageError`` if the message is a response, or if neither it nor the caller names a host.
  public func urlRequest(host: URLHost? = nil) throws -> URLRequest {
    guard case .request(let method, let target) = startLine else {
      throw HTTPMessageError(unusable: "it is a response, not a request.")
    }
    let named = headers["Host"]
    let base = named ?? host?.rawValue
    var text = target
    if !target.contains("://") {
      guard let base, !base.isEmpty else {
        throw HTTPMessageError(unusable: "its target is \(target.quoted), and no Host field says where that is.")
      }
      text = (base.contains("://") ? base : "https://" + base) + (target.hasPrefix("/") ? "" : "/") + target
    }
    guard let url = URL(string: text), url.host?.isEmpty == false else {
      throw HTTPMessageError(unusable: "\(text.quoted) is not a valid URL.")
    }
    var request = URLRequest(url: url)
    request.httpMethod = method.rawValue
    for field in headers {
      if field.name.lowercased() == "host", field.value == TargetParts(text).host { continue }
      request.addValue(field.value, forHTTPHeaderField: field.name)
    }
    if !body.isEmpty { request.httpBody = body }
    return request
  }
}

/// The parts of a URL for a message.
private struct TargetParts {
  package var scheme = ""
  /// The authority, with credentials if there are any.
  var authority = ""
  package var host = ""
  /// The path and the query, at least `/`.
  package var path = "/"
  /// The whole URL without the fragment, which is not sent.
  let whole: String

  init(_ url: String) {
    whole = String(url.prefix { $0 != "#" })
    guard let mark = whole.range(of: "://") else { return }
    scheme = whole[..<mark.lowerBound].lowercased()
    let rest = whole[mark.upperBound...]
    let end = rest.firstIndex { "/?".contains($0) } ?? rest.endIndex
    authority = String(rest[..<end])
    host = authority.split(separator: "@", omittingEmptySubsequences: false).last.map(String.init) ?? authority
    path = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
  }
}

extension HTTPMessage {
  /// Creates a response.
  ///
  /// - Parameters:
  ///   - status: The status code, whose phrase is added.
  ///   - headers: The header fields.
  ///   - body: The body.
  public static func response(_ status: Int, headers: HTTPHeaders = [:], body: Data = Data()) -> Self {
    Self(.response(status: status, reason: ReasonPhrase.of(status)), headers: headers, body: body)
  }

  /// Creates the message of a response; its URL is not part of it.
  ///
  /// - Parameter response: The response.
  public static func response(_ response: HTTPResponse) -> Self {
    .response(response.status, headers: response.headers, body: response.body)
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
  /// Returns the phrase of a code; empty if it has no phrase.
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
