/// Exchanges as HAR 1.2, for tools that display such files, redacted like a recording.
///
/// It is only written here, without a reader: the module that reads and changes such files is for recordings.
/// See [HTTP Archive 1.2](http://www.softwareishard.com/blog/har-12-spec/).
package struct TrafficHAR {
  private let exchanges: [Exchange]
  private let title: String
  private let issues: [String]
  private let masking: Masking?

  package init(_ exchanges: [Exchange], of title: String = "", issues: [String] = [], _ masking: Masking? = nil) {
    (self.exchanges, self.title, self.issues, self.masking) = (exchanges, title, issues, masking)
  }

  /// The file, one entry per line.
  package var data: Data {
    let masking = masking ?? Masking(of: exchanges)
    var log: [(key: String, value: JSONValue)] = [
      ("version", "1.2"), ("creator", ["name": "NetworkTesting", "version": "1"]),
    ]
    // For `network-fixtures report`.
    if !title.isEmpty { log.append(("_test", .string(title))) }
    if !issues.isEmpty { log.append(("_issues", .array(issues.map { .string(masking.masked(report: $0)) }))) }
    let head = log.map { "  \(JSONValue.string($0.key)): \($0.value)" }.joined(separator: ",\n")
    let entries = entries(masking).map { "    \($0)" }.joined(separator: ",\n")
    return Data("{\"log\": {\n\(head),\n  \"entries\": [\n\(entries)\n  ]\n}}\n".utf8)
  }

  private func entries(_ masking: Masking) -> [JSONValue] {
    let messages = exchanges.flatMap { exchange in
      // A status of 0 for no answer, as in browsers.
      [exchange.request.message(mostBytes: .max), exchange.outcome.message ?? .response(0)]
    }
    let redacted = Redaction.standard.redacted(messages)
    return exchanges.enumerated().map { index, exchange in
      entry(exchange, redacted[2 * index], redacted[2 * index + 1], masking)
    }
  }

  private func entry(
    _ exchange: Exchange, _ request: HTTPMessage, _ response: HTTPMessage, _ masking: Masking
  ) -> JSONValue {
    let time = JSONValue.number(exchange.duration.inMilliseconds)
    var members: [(key: String, value: JSONValue)] = [
      ("startedDateTime", .string(Self.text(of: exchange.started))), ("time", time),
      ("request", Self.request(request)), ("response", Self.response(response)), ("cache", [:]),
      ("timings", ["send": 0, "wait": time, "receive": 0]),
    ]
    if let remark = exchange.outcome.remark { members.append(("comment", .string(masking.masked(report: remark)))) }
    if let stub = exchange.stub { members.append(("_stub", .string(masking.masked(report: stub.shown)))) }
    if let arrival = exchange.arrival { members.append(("_arrival", .number(arrival.inMilliseconds))) }
    return .object(JSONObject(members))
  }

  /// Returns a date in UTC with milliseconds, to which the style would round down.
  private static func text(of date: Date) -> String {
    (date + 0.000_5).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  private static func request(_ message: HTTPMessage) -> JSONValue {
    guard case .request(let method, let target) = message.startLine else { return .null }
    var members = common(message)
    let url = String(target.prefix { $0 != "#" })
    members += [("method", .string(method.rawValue)), ("url", .string(url)), ("queryString", queryString(of: url))]
    if !message.body.isEmpty {
      let (text, encoding) = text(of: message.body)
      var data: [(key: String, value: JSONValue)] = [
        ("mimeType", .string(message.headers["Content-Type"] ?? "application/octet-stream")), ("text", .string(text)),
      ]
      // The specification has no encoding here; a field that a tool adds begins with an underscore.
      if let encoding { data.append(("_encoding", .string(encoding))) }
      members.append(("postData", .object(JSONObject(data))))
    }
    return .object(JSONObject(members))
  }

  private static func response(_ message: HTTPMessage) -> JSONValue {
    guard case .response(let status, _) = message.startLine else { return .null }
    let (text, encoding) = text(of: message.body)
    var content: [(key: String, value: JSONValue)] = [
      ("size", .integer(message.body.count)), ("mimeType", .string(message.headers["Content-Type"] ?? "")),
      ("text", .string(text)),
    ]
    if let encoding { content.append(("encoding", .string(encoding))) }
    return .object(
      JSONObject(
        common(message) + [
          ("status", .integer(status)), ("statusText", .string(ReasonPhrase.of(status))),
          ("content", .object(JSONObject(content))), ("redirectURL", .string(message.headers["Location"] ?? "")),
        ]))
  }

  /// Returns the members shared by requests and responses.
  private static func common(_ message: HTTPMessage) -> [(key: String, value: JSONValue)] {
    let headers = message.headers.map { JSONValue.object(["name": .string($0.name), "value": .string($0.value)]) }
    return [
      ("httpVersion", "HTTP/1.1"), ("cookies", []), ("headers", .array(headers)), ("headersSize", -1),
      ("bodySize", .integer(message.body.count)),
    ]
  }

  private static func queryString(of url: String) -> JSONValue {
    guard let mark = url.firstIndex(of: "?") else { return [] }
    let items = url[url.index(after: mark)...].split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { String($0).queryDecoded }
      let value = parts.count > 1 ? parts[1] : ""
      return JSONValue.object(["name": .string(parts.first ?? ""), "value": .string(value)])
    }
    return .array(items)
  }

  /// Returns a body as text if it is UTF-8, and otherwise as base64.
  private static func text(of body: Data) -> (text: String, encoding: String?) {
    let bytes = [UInt8](body)
    guard bytes.firstOffsetThatIsNotUTF8 == nil else { return (body.base64EncodedString(), "base64") }
    return (String(decoding: bytes, as: UTF8.self), nil)
  }
}
