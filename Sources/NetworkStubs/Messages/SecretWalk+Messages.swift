extension Masking {
  /// Learns the secrets of a message, which are masked from then on wherever they appear.
  package mutating func learn(_ message: HTTPMessage) { learn { _ = $0.message(message) } }

  /// Learns the secrets of several messages.
  package mutating func learn(all messages: [HTTPMessage]) {
    for message in messages { learn(message) }
    settle()
  }

  /// Returns the message without its secrets.
  package func masked(_ message: HTTPMessage) -> HTTPMessage { masking { $0.message(message) } }
}

extension SecretWalk {
  /// Returns a message without its secrets.
  package mutating func message(_ message: HTTPMessage) -> HTTPMessage {
    with(\.decision, decision.inside(message.isResponse ? .answered : .sent)) { walk in
      var copy = message
      if case .request(let method, let target) = message.startLine {
        copy.startLine = .request(method: method, target: walk.text(target))
      }
      (copy.headers, copy.body) = walk.content(message.headers, message.body)
      return copy
    }
  }

  /// Returns the fields and the body of a message without their secrets; a correct length stays correct.
  package mutating func content(_ headers: HTTPHeaders, _ body: Data) -> (headers: HTTPHeaders, body: Data) {
    let new = self.body(body, type: headers["Content-Type"] ?? "", coding: headers["Content-Encoding"] ?? "")
    let fields = headers.map { field in
      let value = fieldValue(field.value, named: field.name, oldLength: body.count, newLength: new.count)
      return HTTPHeaders.Field(name: field.name, value: value)
    }
    return (HTTPHeaders(fields), new)
  }

  /// Returns the value of a header field without its secrets; a correct length stays correct.
  package mutating func fieldValue(
    _ value: String, named name: String, oldLength: Int, newLength: Int
  ) -> String {
    if name.lowercased() == "content-length" {
      return value.trimmingCharacters(in: .whitespaces) == String(oldLength) ? String(newLength) : value
    }
    // What an answer says in its fields is of no client's.
    return with(\.decision.isField, !decision.isAnswer) { $0.value(value, named: name) }
  }
}
