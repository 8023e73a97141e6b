/// The attachment of a failed test: all requests to its transport, and their answers.
package enum TrafficAttachment {
  /// Attaches the traffic to the current test, as text and as HAR; `swift test --attachments-path` sets the directory.
  ///
  /// - Parameters:
  ///   - exchanges: The traffic.
  ///   - issues: The issues of the test, for `network-fixtures report`.
  ///   - place: The place of the attachments.
  package static func record(_ exchanges: [Exchange], issues: [String], at place: CodePlace) {
    #if compiler(>=6.2)
      guard !exchanges.isEmpty else { return }
      let sourceLocation = SourceLocation(place)
      let masking = Masking(of: exchanges)
      let name = TrafficName(Test.current, Test.Case.current, masking)
      let text = "\(name.title): \(verdict(exchanges))\n\n\(TrafficText(exchanges, masking).text)"
      // As bytes: not every toolchain has the overlay that attaches a `Data`.
      Attachment.record(text, named: "\(name.file).traffic.txt", sourceLocation: sourceLocation)
      Attachment.record(
        [UInt8](TrafficHAR(exchanges, of: name.title, issues: issues, masking).data), named: "\(name.file).traffic.har",
        sourceLocation: sourceLocation)
    #endif
  }

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

  /// Creates the text, with a masking of the exchanges by default.
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
  /// The answer; nil if there was none.
  fileprivate var response: HTTPResponse? { if case .answered(let response) = self { response } else { nil } }

  var message: HTTPMessage? { response.map { .response($0.status, headers: $0.headers, body: $0.body) } }
}
