/// The attachment of a failed test: all requests to its transport, and their answers.
package enum TrafficAttachment {
  /// Attaches the traffic to the current test, as text and as HAR; `swift test --attachments-path` sets the directory.
  package static func record(_ exchanges: [Exchange], issues: [String], at place: CodePlace) {
    guard !exchanges.isEmpty else { return }
    // A poll without end has sent a million, of which the last ones are enough to read.
    let rest = max(0, exchanges.count - mostExchanges)
    let exchanges = Array(exchanges.suffix(mostExchanges))
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
  let title: String
  let file: String

  init(_ test: Test?, _ testCase: Test.Case?, _ masking: Masking) {
    guard let test else {
      title = "A test"
      file = "test"
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
  let text: String

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
      "#\(exchange.number) \(exchange.request.method) \(url)".printable + exchange.request.keptPart + "\n"
      + lines(request) + outcome(exchange, masking)
    return text.trimmingCharacters(in: .newlines)
  }

  private static func outcome(_ exchange: Exchange, _ masking: Masking) -> String {
    let outcome = exchange.outcome
    guard let response = outcome.message else { return "← (\(masking.masked(report: outcome.remark ?? "")))" }
    return "← \(outcome.response?.status ?? 0)\(exchange.keptPart)\n" + lines(masking.masked(response))
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

/// Exchanges as HAR 1.2, for tools that display such files, with secrets masked.
///
/// `network-fixtures report` reads it.
/// See [HTTP Archive 1.2](http://www.softwareishard.com/blog/har-12-spec/).
package struct TrafficHAR {
  private let exchanges: [Exchange]
  private let title: String
  private let issues: [String]
  private let masking: Masking?

  package init(_ exchanges: [Exchange], of title: String = "", issues: [String] = [], _ masking: Masking? = nil) {
    self.exchanges = exchanges
    self.title = title
    self.issues = issues
    self.masking = masking
  }

  /// The file.
  package var data: Data {
    let masking = masking ?? Masking(of: exchanges)
    var log = HARObject.log(entries(masking))
    // For `network-fixtures report`.
    if !title.isEmpty { log["_test"] = .string(title) }
    if !issues.isEmpty { log["_issues"] = .array(issues.map { .string(masking.masked(report: $0)) }) }
    return (["log": .object(log)] as HARObject).encoded()
  }

  private func entries(_ masking: Masking) -> [HARObject] {
    let messages = exchanges.flatMap { exchange in
      // A status of 0 for no answer, as in browsers.
      [exchange.request.message(mostBytes: .max), exchange.outcome.message ?? .response(0)]
    }
    let masked = messages.map { masking.masked($0) }
    return exchanges.enumerated().map { index, exchange in
      entry(exchange, masked[2 * index], masked[2 * index + 1], masking)
    }
  }

  private func entry(
    _ exchange: Exchange, _ request: HTTPMessage, _ response: HTTPMessage, _ masking: Masking
  ) -> HARObject {
    let kept = [("request", exchange.request.keptPart), ("answer", exchange.keptPart)].filter { !$1.isEmpty }
    let remarks = [exchange.outcome.remark.map { masking.masked(report: $0) }] + kept.map { "the \($0)\($1)" }
    let comment = remarks.compactMap { $0 }.joined(separator: "; ")
    var entry = HARObject.entry(
      request: .message(request),
      response: .message(response),
      started: exchange.started,
      duration: exchange.duration,
      comment: comment.isEmpty ? nil : comment)
    entry["_stub"] = exchange.stub.map { .string(masking.masked(report: $0.shown)) }
    entry["_arrival"] = exchange.arrival.map { .number($0.inMilliseconds) }
    return entry
  }
}

extension HARObject {
  /// Creates the record of a request whose target is its URL, or of a response.
  fileprivate static func message(_ message: HTTPMessage) -> Self {
    switch message.startLine {
    case .request(let method, let target):
      request(method: method.rawValue, url: target, headers: message.headers, body: message.body)
    case .response(let status, _):
      response(status: status, headers: message.headers, body: message.body)
    }
  }
}
