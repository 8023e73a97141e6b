import Foundation
import NetworkEndpoints
import NetworkFixtures
import Testing

#if canImport(_Testing_Foundation)
  import _Testing_Foundation
#endif

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a failed test is given to look at: everything its transport was asked, and what it answered.
enum TrafficAttachment {
  /// Attaches the traffic to the current test, as text and as HAR; `swift test --attachments-path` says where to write.
  static func record(_ exchanges: [Exchange], sourceLocation: SourceLocation) {
    #if compiler(>=6.2)
      guard !exchanges.isEmpty else { return }
      Attachment.record(TrafficText(exchanges).text, named: "traffic.txt", sourceLocation: sourceLocation)
      Attachment.record(TrafficHAR(exchanges).data, named: "traffic.har", sourceLocation: sourceLocation)
    #endif
  }
}

/// Exchanges as text for a reader, secrets masked.
struct TrafficText {
  let text: String

  init(_ exchanges: [Exchange]) {
    // A secret that one exchange gives away is masked in all of them.
    var masking = Masking()
    for exchange in exchanges {
      masking.learn(exchange.request.message(mostBytes: .max))
      if let response = exchange.outcome.message { masking.learn(response) }
    }
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
    return text.printableLines
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "   \($0)" }.joined(separator: "\n")
  }
}

extension Exchange.Outcome {
  /// The answer; nil where no answer came.
  fileprivate var response: HTTPResponse? {
    if case .answered(let response) = self { response } else { nil }
  }

  fileprivate var message: HTTPMessage? {
    response.map { .response($0.status, headers: $0.headers, body: $0.body) }
  }

  /// Why there is no answer; nil where there is one.
  var remark: String? {
    switch self {
    case .answered: nil
    case .pending: "no answer yet"
    case .unanswered: "no stub answers"
    case .failed(let error): String(describing: error).shortened(to: 500)
    }
  }
}

/// Exchanges as HAR 1.2, for the tools that show such files, redacted as a recording is.
struct TrafficHAR {
  private let exchanges: [Exchange]

  init(_ exchanges: [Exchange]) {
    self.exchanges = exchanges
  }

  var data: Data {
    Redaction.standard.redacted(HAR(log: HAR.Log(entries: exchanges.map(Self.entry)))).encoded()
  }

  private static func entry(_ exchange: Exchange) -> HAR.Entry {
    // A status of 0 where no answer came, as browsers write it.
    var entry = HAR.Entry(
      RecordedExchange(
        request: exchange.request.urlRequest, response: exchange.outcome.response ?? HTTPResponse(status: 0),
        started: exchange.started, duration: exchange.duration))
    entry.comment = exchange.outcome.remark
    return entry
  }
}
