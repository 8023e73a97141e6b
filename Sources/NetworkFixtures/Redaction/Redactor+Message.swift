extension Redactor {
  package mutating func request(_ request: URLRequest) -> URLRequest {
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

  package mutating func response(_ response: HTTPResponse) -> HTTPResponse {
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

  /// Returns the URL of a redacted text, or a fallback that does not bring the secret back.
  private static func url(_ text: String) -> URL? {
    URL(string: text) ?? URL(string: String(decoding: Placeholder.bare, as: UTF8.self))
  }

  mutating func message(_ message: HTTPMessage) -> HTTPMessage {
    var copy = message
    if case .request(let method, let target) = message.startLine {
      copy.startLine = .request(method: method, target: text(target))
    }
    let headers = message.headers
    copy.body = body(message.body, type: headers["Content-Type"] ?? "", coding: headers["Content-Encoding"] ?? "")
    copy.headers = self.headers(headers, oldLength: message.body.count, newLength: copy.body.count)
    return copy
  }

  private mutating func headers(_ headers: HTTPHeaders, oldLength: Int, newLength: Int) -> HTTPHeaders {
    HTTPHeaders(
      headers.map { field in
        let value = headerValue(field.value, named: field.name, oldLength: oldLength, newLength: newLength)
        return HTTPHeaders.Field(name: field.name, value: value)
      })
  }

  /// Returns the value of a header field; a correct length stays correct.
  package mutating func headerValue(_ value: String, named name: String, oldLength: Int, newLength: Int) -> String {
    if name.lowercased() == "content-length" {
      return value.trimmingCharacters(in: .whitespaces) == String(oldLength) ? String(newLength) : value
    }
    return self.value(value, named: name)
  }

  /// Returns a value with a name.
  package mutating func value(_ value: String, named name: String) -> String {
    let bytes = Array(value.utf8)
    let edits =
      switch self.name(name).traits.plain {
      case "cookie": sentCookieEdits(bytes[...])
      case "setcookie", "setcookie2": setCookieEdits(bytes[...])
      default: valueEdits(bytes[...], names: [self.name(name)])
      }
    guard phase == .replacing, !edits.isEmpty else { return value }
    return String(decoding: edits.apply(to: bytes[...]), as: UTF8.self)
  }

  package mutating func cookieValue(_ value: String, named name: String) -> String {
    let bytes = Array(value.utf8)
    guard let edit = cookieValueEdit(bytes[...], named: name), phase == .replacing else { return value }
    return String(decoding: [edit].apply(to: bytes[...]), as: UTF8.self)
  }
}

extension Redaction {
  /// Removes the secrets from messages; the same secret has the same placeholder in all of them.
  package func redacted(_ messages: [HTTPMessage]) -> [HTTPMessage] {
    var redactor = Redactor(self)
    return redactor.redact(messages) { redactor, messages in messages.map { redactor.message($0) } }
  }

  /// Removes the secrets from a message.
  ///
  /// - Parameter message: The request or response.
  /// - Returns: The message with placeholders.
  public func redacted(_ message: HTTPMessage) -> HTTPMessage {
    var redactor = Redactor(self)
    return redactor.redact(message) { $0.message($1) }
  }
}
