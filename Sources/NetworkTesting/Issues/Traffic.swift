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
  private let exchanges: [Exchange]

  init(_ exchanges: [Exchange]) {
    self.exchanges = exchanges
  }

  var text: String {
    exchanges.isEmpty ? "Nothing was received." : exchanges.map(Self.lines).joined(separator: "\n\n")
  }

  private static func lines(_ exchange: Exchange) -> String {
    let request = exchange.request
    let message = message(MaskedMessage(request.headers, request.body))
    let text = "#\(exchange.number) \(request)\n" + message + outcome(exchange.outcome)
    return text.trimmingCharacters(in: .newlines)
  }

  private static func outcome(_ outcome: Exchange.Outcome) -> String {
    guard case .answered(let response) = outcome else { return "← (\(outcome.remark ?? ""))" }
    return "← \(response.status)\n" + message(MaskedMessage(response.headers, response.body))
  }

  private static func message(_ message: MaskedMessage) -> String {
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

/// Exchanges as HAR 1.2, for the tools that show such files, secrets masked.
struct TrafficHAR {
  private let exchanges: [Exchange]

  init(_ exchanges: [Exchange]) {
    self.exchanges = exchanges
  }

  var data: Data {
    HAR(log: HAR.Log(entries: exchanges.map(Self.entry))).encoded()
  }

  private static func entry(_ exchange: Exchange) -> HAR.Entry {
    var entry = HAR.Entry(
      RecordedExchange(
        request: request(exchange.request), response: response(exchange.outcome), started: exchange.started,
        duration: exchange.duration))
    entry.comment = exchange.outcome.remark
    return entry
  }

  private static func request(_ request: ReceivedRequest) -> URLRequest {
    let message = MaskedMessage(request.headers, request.body)
    var masked = request.urlRequest
    // A mask is no character of a URL; without its escapes the URL would be lost.
    let url = Secrets.masked(url: request.url?.absoluteString ?? "").replacingOccurrences(
      of: Secrets.mask, with: "masked")
    masked.url = URL(string: url) ?? request.url
    for field in message.headers { masked.setValue(field.value, forHTTPHeaderField: field.name) }
    if !request.body.isEmpty { masked.httpBody = message.body }
    return masked
  }

  /// A status of 0 where no answer came, as browsers write it.
  private static func response(_ outcome: Exchange.Outcome) -> HTTPResponse {
    guard case .answered(let response) = outcome else { return HTTPResponse(status: 0) }
    let message = MaskedMessage(response.headers, response.body)
    return HTTPResponse(status: response.status, headers: message.headers, body: message.body)
  }
}

/// The header fields and body of a message, secrets masked.
struct MaskedMessage {
  let headers: HTTPHeaders
  let body: Data

  init(_ headers: HTTPHeaders, _ body: Data) {
    self.headers = HTTPHeaders(
      headers.map { HTTPHeaders.Field(name: $0.name, value: Secrets.masked($0.value, named: $0.name)) })
    self.body = Self.masked(body, headers["Content-Type"])
  }

  private static func masked(_ body: Data, _ contentType: String?) -> Data {
    if case .value(let json) = JSONBody(body) {
      let masked = Secrets.masked(json: json)
      // What holds no secret stays as it was sent.
      return masked == json ? body : Data(masked.description.utf8)
    }
    guard contentType?.contains("urlencoded") == true, let text = String(data: body, encoding: .utf8) else {
      return body
    }
    return Data(Secrets.masked(form: text).utf8)
  }
}
