extension Redactor {
  mutating func message(_ message: HTTPMessage) -> HTTPMessage {
    var copy = message
    let outer = origin
    defer { origin = outer }
    if case .request = message.startLine { origin = .sent } else { origin = .answered }
    if case .request(let method, let target) = message.startLine {
      copy.startLine = .request(method: method, target: text(target))
    }
    let headers = message.headers
    copy.body = body(message.body, type: headers["Content-Type"] ?? "", coding: headers["Content-Encoding"] ?? "")
    copy.headers = self.headers(headers, oldLength: message.body.count, newLength: copy.body.count)
    return copy
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
