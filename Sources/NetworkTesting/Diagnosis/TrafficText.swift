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
    let text = "#\(exchange.number) \(request)\n" + message(request.headers, request.body) + outcome(exchange.outcome)
    return text.trimmingCharacters(in: .newlines)
  }

  private static func outcome(_ outcome: Exchange.Outcome) -> String {
    switch outcome {
    case .pending: "← (no answer yet)"
    case .unanswered: "← (no stub answers)"
    case .failed(let error): "← \(String(describing: error).shortened(to: 500))"
    case .answered(let response): "← \(response.status)\n" + message(response.headers, response.body)
    }
  }

  private static func message(_ headers: HTTPHeaders, _ body: Data) -> String {
    let fields = headers.map { "   \($0.name): \(Secrets.masked($0.value, named: $0.name))\n" }.joined()
    return fields + (body.isEmpty ? "" : "\n" + indented(shown(body, headers["Content-Type"])) + "\n")
  }

  private static func shown(_ body: Data, _ contentType: String?) -> String {
    guard let text = String(data: body, encoding: .utf8), !text.contains("\0") else { return "(\(body.count) bytes)" }
    if case .value(let json) = JSONBody(body) {
      let masked = Secrets.masked(json: json)
      return masked == json ? text : masked.description
    }
    return contentType?.contains("urlencoded") == true ? Secrets.masked(form: text) : text
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "   \($0)" }.joined(separator: "\n")
  }
}
