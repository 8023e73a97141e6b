import Foundation
import NetworkEndpoints
import NetworkFixtures

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

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
