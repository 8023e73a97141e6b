extension HTTPMessage {
  /// Creates the message of a request.
  ///
  /// - Parameter request: The request; its body is in `httpBody`.
  /// - Returns: The message, with a `Host` field before the others, which come in the order of their names. The target is a
  ///   path, or a whole URL if a path would lose something: another scheme than `https`, or credentials.
  package static func request(_ request: URLRequest) -> Self {
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
  package func urlRequest(host: URLHost? = nil) throws -> URLRequest {
    guard case .request(let method, let target) = startLine else {
      throw HTTPMessageError(unusable: "it is a response, not a request.")
    }
    let named = headers["Host"]
    let base = named ?? host?.rawValue
    var text = target
    if !target.contains("://") {
      guard let base, !base.isEmpty else {
        throw HTTPMessageError(unusable: "its target is \(target.quoted), but no Host field names its server.")
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

  /// Creates the message of a response; its URL is not part of it.
  ///
  /// - Parameter response: The response.
  package static func response(_ response: HTTPResponse) -> Self {
    .response(response.status, headers: response.headers, body: response.body)
  }
}

/// The parts of a URL for a message.
private struct TargetParts {
  var scheme = ""
  /// The authority, with credentials if there are any.
  var authority = ""
  var host = ""
  /// The path and the query, at least `/`.
  var path = "/"
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
