extension HAR.Entry {
  /// Returns the exchange for programs.
  func json(file: String? = nil, note: String? = nil, number: Int, isList: Bool) -> JSONValue {
    var members: [String: JSONValue] = [
      "number": .integer(number), "method": .string(request.method), "url": .string(request.url),
      "status": .integer(response.status), "milliseconds": .number(time.isFinite ? time : 0),
    ]
    members["file"] = file.map { .string($0) }
    members["note"] = note.map { .string($0) }
    if !isList {
      members["request"] = .part(request.headers.map { ($0.name, $0.value) }, try? request.body())
      members["response"] = .part(response.headers.map { ($0.name, $0.value) }, try? response.content.body())
    }
    return .object(members)
  }
}

extension HTTPMessage {
  /// Returns the message for programs.
  func json(file: String, isList: Bool) -> JSONValue {
    var members: [String: JSONValue] = ["file": .string(file)]
    let part: String
    switch startLine {
    case .request(let method, let target):
      members["method"] = .string(method.rawValue)
      members["url"] = .string(target)
      part = "request"
    case .response(let status, _):
      members["status"] = .integer(status)
      part = "response"
    }
    if !isList { members[part] = .part(headers.map { ($0.name, $0.value) }, body) }
    return .object(members)
  }
}

extension JSONValue {
  /// The fields and the body of a message; a body that is not text in base64, as in HAR.
  fileprivate static func part(_ fields: [(name: String, value: String)], _ body: Data?) -> Self {
    let headers = fields.map { ["name": .string($0.name), "value": .string($0.value)] as JSONValue }
    var members: [String: JSONValue] = ["headers": .array(headers)]
    if let body, !body.isEmpty {
      let text = String(data: body, encoding: .utf8)
      members["body"] = .string(text ?? body.base64EncodedString())
      if text == nil { members["encoding"] = "base64" }
    }
    return .object(members)
  }
}
