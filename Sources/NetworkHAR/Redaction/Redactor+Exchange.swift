extension Redactor {
  mutating func exchange(_ exchange: RecordedExchange) -> RecordedExchange {
    var copy = exchange
    copy.request = request(exchange.request)
    copy.response = response(exchange.response, to: exchange.request)
    return copy
  }

  mutating func request(_ request: URLRequest) -> URLRequest {
    with(\.decision, decision.inside(.sent)) { redactor in
      var copy = request
      if let address = request.url?.absoluteString {
        let redacted = redactor.text(address)
        if redacted != address { copy.url = Self.url(redacted) }
      }
      let fields = HTTPHeaders(request.allHTTPHeaderFields ?? [:])
      let (headers, body) = redactor.content(fields, request.httpBody ?? Data())
      if request.httpBody != nil { copy.httpBody = body }
      for field in headers { copy.setValue(field.value, forHTTPHeaderField: field.name) }
      return copy
    }
  }

  private mutating func response(_ response: HTTPResponse, to request: URLRequest) -> HTTPResponse {
    let source = SecretDecision.Source(ofAnswerTo: request.httpMethod ?? "GET", request.url?.path ?? "")
    return with(\.decision, decision.inside(source)) { redactor in
      let (headers, body) = redactor.content(response.headers, response.body)
      let url = response.url.flatMap { Self.url(redactor.text($0.absoluteString)) }
      return HTTPResponse(status: response.status, headers: headers, body: body, url: url)
    }
  }

  /// The URL of a redacted text; one that cannot be must not bring the secret back.
  private static func url(_ text: String) -> URL? {
    URL(string: text) ?? URL(string: String(decoding: Placeholder.bare, as: UTF8.self))
  }
}

extension SecretDecision.Source {
  /// Creates the source of an answer: one to a sign-in or a refresh hands out credentials.
  init(ofAnswerTo method: String, _ path: String) {
    let path = path.lowercased()
    let signsIn = ["token", "login", "signin", "sign-in", "sign_in", "auth", "session", "refresh", "device"].contains(
      where: path.contains)
    self = signsIn && method != "GET" && method != "HEAD" ? .handedOut : .answered
  }
}
