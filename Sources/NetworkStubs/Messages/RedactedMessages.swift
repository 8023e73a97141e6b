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

extension Masking {
  /// Learns the secrets of a message, which are masked from then on wherever they appear.
  package mutating func learn(_ message: HTTPMessage) { redactor.learn(message) { $0.message($1) } }

  /// Learns the secrets of several messages. One by one, each text that is masked between them costs a pass over all secrets.
  package mutating func learn(all messages: [HTTPMessage]) {
    for message in messages { learn(message) }
    redactor.settle()
  }

  /// Returns the message without its secrets.
  package func masked(_ message: HTTPMessage) -> HTTPMessage { walk { $0.replace(in: message) { $0.message($1) } } }
}
