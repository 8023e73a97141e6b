extension Redactor {
  mutating func request(_ request: URLRequest) -> URLRequest {
    origin = .sent
    defer { origin = .unknown }
    var copy = request
    if let address = request.url?.absoluteString {
      let redacted = text(address)
      if redacted != address { copy.url = Self.url(redacted) }
    }
    let fields = HTTPHeaders(request.allHTTPHeaderFields ?? [:])
    if let body = request.httpBody {
      copy.httpBody = self.body(body, type: fields["Content-Type"] ?? "", coding: fields["Content-Encoding"] ?? "")
    }
    let headers = headers(fields, oldLength: request.httpBody?.count ?? 0, newLength: copy.httpBody?.count ?? 0)
    for field in headers { copy.setValue(field.value, forHTTPHeaderField: field.name) }
    return copy
  }

  mutating func response(_ response: HTTPResponse, to request: URLRequest) -> HTTPResponse {
    origin = Self.origin(ofAnswerTo: request.httpMethod ?? "GET", request.url?.path ?? "")
    defer { origin = .unknown }
    let headers = response.headers
    let body = body(
      response.body, type: headers["Content-Type"] ?? "", coding: headers["Content-Encoding"] ?? "")
    let url = response.url.flatMap { Self.url(text($0.absoluteString)) }
    return HTTPResponse(
      status: response.status,
      headers: self.headers(headers, oldLength: response.body.count, newLength: body.count),
      body: body,
      url: url)
  }

  /// Returns whether an answer hands out credentials, as one to a sign-in or a refresh does.
  static func origin(ofAnswerTo method: String, _ path: String) -> SecretDecision.Source {
    let path = path.lowercased()
    let signsIn = ["token", "login", "signin", "sign-in", "sign_in", "auth", "session", "refresh", "device"].contains(
      where: path.contains)
    return signsIn && method != "GET" && method != "HEAD" ? .handedOut : .answered
  }

  /// The URL of a redacted text; one that cannot be must not bring the secret back.
  private static func url(_ text: String) -> URL? {
    URL(string: text) ?? URL(string: String(decoding: Placeholder.bare, as: UTF8.self))
  }

  mutating func cookieValue(_ value: String, named name: String) -> String {
    let bytes = Array(value.utf8)
    guard let edit = cookieEdit(bytes[...], named: name), phase == .replacing else { return value }
    return String(decoding: [edit].apply(to: bytes[...]), as: UTF8.self)
  }
}
