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

extension MaskWalk {
  fileprivate mutating func message(_ message: HTTPMessage) -> HTTPMessage {
    var copy = message
    decision.isAnswer = message.isResponse
    defer { decision.isAnswer = false }
    if case .request(let method, let target) = message.startLine {
      copy.startLine = .request(method: method, target: text(target))
    }
    let headers = message.headers
    copy.body = body(message.body, type: headers["Content-Type"] ?? "", coding: headers["Content-Encoding"] ?? "")
    let (oldLength, newLength) = ("\(message.body.count)", "\(copy.body.count)")
    copy.headers = HTTPHeaders(
      headers.map { field in
        let isLength = field.name.lowercased() == "content-length" && field.value == oldLength
        let value = with(\.decision.isField, !message.isResponse) { $0.value(field.value, named: field.name) }
        return HTTPHeaders.Field(name: field.name, value: isLength ? newLength : value)
      })
    return copy
  }
}
