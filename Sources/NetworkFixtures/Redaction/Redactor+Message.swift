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

  package mutating func headers(_ headers: HTTPHeaders, oldLength: Int, newLength: Int) -> HTTPHeaders {
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
    // A field is part of the protocol, in an answer too.
    let (bytes, outer) = (Array(value.utf8), origin)
    origin = .sent
    defer { origin = outer }
    let edits =
      switch self.name(name).traits.plain {
      case "cookie": sentCookieEdits(bytes[...])
      case "setcookie", "setcookie2": setCookieEdits(bytes[...])
      default: valueEdits(bytes[...], names: [self.name(name)])
      }
    guard phase == .replacing, !edits.isEmpty else { return value }
    return String(decoding: edits.apply(to: bytes[...]), as: UTF8.self)
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
