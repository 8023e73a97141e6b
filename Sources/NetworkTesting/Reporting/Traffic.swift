/// The attachment of a failed test: all requests to its transport, and their answers.
package enum TrafficAttachment {
  /// Attaches the traffic to the current test, as text and as HAR; `swift test --attachments-path` sets the directory.
  package static func record(_ exchanges: [Exchange], issues: [String], at place: CodePlace) {
    #if compiler(>=6.2)
      guard !exchanges.isEmpty else { return }
      // A poll without end has sent a million, of which the last ones are enough to read.
      let (count, exchanges) = (exchanges.count, Array(exchanges.suffix(mostExchanges)))
      let rest = count - exchanges.count
      let sourceLocation = SourceLocation(place)
      let masking = Masking(of: exchanges)
      let name = TrafficName(Test.current, Test.Case.current, masking)
      let cut = rest > 0 ? "\n\(rest) before these are left out." : ""
      let text = "\(name.title): \(verdict(exchanges))\(cut)\n\n\(TrafficText(exchanges, masking).text)"
      // As bytes: not every toolchain has the overlay that attaches a `Data`.
      Attachment.record(text, named: "\(name.file).traffic.txt", sourceLocation: sourceLocation)
      Attachment.record(
        [UInt8](TrafficHAR(exchanges, of: name.title, issues: issues, masking).data), named: "\(name.file).traffic.har",
        sourceLocation: sourceLocation)
    #endif
  }

  private static let mostExchanges = 1_000

  /// Returns the outcomes of the requests, in a line.
  static func verdict(_ exchanges: [Exchange]) -> String {
    var counts = (unanswered: 0, failed: 0, pending: 0)
    for exchange in exchanges {
      switch exchange.outcome {
      case .answered: break
      case .unanswered: counts.unanswered += 1
      case .failed: counts.failed += 1
      case .pending: counts.pending += 1
      }
    }
    let parts = [(counts.unanswered, "had no answer"), (counts.failed, "failed"), (counts.pending, "still waited")]
    let remarks = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "failed. \(exchanges.count.counted("request"))\(remarks.isEmpty ? "" : ", of which \(remarks.inWords)")."
  }
}

/// A test and its argument, for a reader and as a file name, with secrets masked in both.
struct TrafficName {
  package let title: String
  let file: String

  init(_ test: Test?, _ testCase: Test.Case?, _ masking: Masking) {
    guard let test else {
      (title, file) = ("A test", "test")
      return
    }
    let name = TestName(test)
    let arguments = testCase.flatMap { $0.isParameterized ? CaseArguments(of: $0) : nil }
    let shown = arguments.map { masking.masked($0.text) }
    title = name.full + (shown.map { " with \($0.printable.shortened(to: 100))" } ?? "")
    var parts = name.components.map(FileSlug.name)
    // A digest of a secret could confirm a guess, so the digest is of the masked argument.
    if let shown, let arguments { parts.append(FileSlug.hashed(shown, as: masking.masked(arguments.identity))) }
    file = parts.joined(separator: ".")
  }
}

/// Exchanges as text for a reader, secrets masked.
struct TrafficText {
  package let text: String

  init(_ exchanges: [Exchange], _ masking: Masking? = nil) {
    let masking = masking ?? Masking(of: exchanges)
    text =
      exchanges.isEmpty
      ? "Nothing was received." : exchanges.map { Self.lines($0, masking) }.joined(separator: "\n\n")
  }

  private static func lines(_ exchange: Exchange, _ masking: Masking) -> String {
    let request = masking.masked(exchange.request.message(mostBytes: .max))
    let url = masking.masked(exchange.request.url?.absoluteString ?? "(no URL)")
    let text =
      "#\(exchange.number) \(exchange.request.method) \(url)".printable + "\n" + lines(request)
      + outcome(exchange.outcome, masking)
    return text.trimmingCharacters(in: .newlines)
  }

  private static func outcome(_ outcome: Exchange.Outcome, _ masking: Masking) -> String {
    guard let response = outcome.message else { return "← (\(masking.masked(report: outcome.remark ?? "")))" }
    return "← \(outcome.response?.status ?? 0)\n" + lines(masking.masked(response))
  }

  private static func lines(_ message: HTTPMessage) -> String {
    let fields = message.headers.map { "   \($0.name.printable): \($0.value.printable)\n" }.joined()
    return fields + (message.body.isEmpty ? "" : "\n" + indented(shown(message.body)) + "\n")
  }

  private static func shown(_ body: Data) -> String {
    guard let text = String(data: body, encoding: .utf8), !text.contains("\0") else { return "(\(body.count) bytes)" }
    return text.count > mostCharacters
      ? text.prefix(mostCharacters).description.printableLines + "\n… (\(body.count) bytes in all)"
      : text.printableLines
  }

  /// The most characters of a body to show; the HAR beside it has all.
  private static let mostCharacters = 10_000

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "   \($0)" }.joined(separator: "\n")
  }
}

extension Masking {
  /// Creates a masking: a secret that one exchange reveals is masked in all of them.
  init(of exchanges: [Exchange]) {
    self.init()
    learn(all: exchanges.flatMap { [$0.request.message(mostBytes: .max), $0.outcome.message].compactMap { $0 } })
  }
}

extension Exchange.Outcome {
  fileprivate var response: HTTPResponse? { if case .answered(let response) = self { response } else { nil } }

  var message: HTTPMessage? { response.map { .response($0.status, headers: $0.headers, body: $0.body) } }
}

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
