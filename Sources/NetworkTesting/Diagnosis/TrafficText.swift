import Foundation
import NetworkEndpoints

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
    let fields = message.headers.map { "   \($0.name): \($0.value)\n" }.joined()
    return fields + (message.body.isEmpty ? "" : "\n" + indented(shown(message.body)) + "\n")
  }

  private static func shown(_ body: Data) -> String {
    guard let text = String(data: body, encoding: .utf8), !text.contains("\0") else { return "(\(body.count) bytes)" }
    return text
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
