extension TrafficRule {
  /// The rule that a refused request is not sent again unchanged.
  ///
  /// A 400, 403, 405, 406, 410, 411, 413, 414, 415, 417, 422, 431 or 451 says that the same request fails again. The same is one with the
  /// same method, URL, body and credentials, and the same `Content-Type`, `Accept`, `If-Match` and `If-Unmodified-Since`. A 401, 404,
  /// 408, 409, 423, 425 or 429 may be another answer later, and is not meant; neither is a request after one to the same transport that
  /// changes something.
  ///
  /// See [RFC 9110, section 15.5](https://www.rfc-editor.org/rfc/rfc9110#section-15.5).
  public static let noRefusedRetries = Self(".noRefusedRetries") { traffic in
    /// The last refusal of each request.
    var refused: [Refused: Int] = [:]
    var breaches = TrafficBreaches()
    for index in traffic.exchanges.indices where traffic.kinds[index] != .about && !breaches.areMany {
      let exchange = traffic.exchanges[index]
      let isRefused = exchange.response.map { Refused.statuses.contains($0.status) } == true
      // What is kept in part may differ in the rest.
      guard isRefused || !refused.isEmpty, exchange.request.isWhole else { continue }
      let key = Refused(exchange.request, target: traffic.targets[index])
      if let first = refused[key].map({ traffic.exchanges[$0] }) { breaches.add(exchange.refusedRetry(of: first)) }
      // What is carried out may be the reason why the next is not refused.
      if !isRefused, traffic.kinds[index] != .reading { refused = [:] }
      refused[key] = isRefused ? index : nil
    }
    return breaches
  }
}

/// A request that was refused, as far as a service may refuse it.
private struct Refused: Hashable {
  static let statuses: Set<Int> = [400, 403, 405, 406, 410, 411, 413, 414, 415, 417, 422, 431, 451]
  private static let fields = [
    "Authorization", "Cookie", "Content-Type", "Accept", "If-Match", "If-Unmodified-Since",
  ]

  private let target: Int
  private let body: Data
  private let fields: [String?]

  init(_ request: ReceivedRequest, target: Int) {
    self.target = target
    body = request.body
    fields = Self.fields.map { request.headers[$0] }
  }
}

extension Exchange {
  fileprivate func refusedRetry(of first: Exchange) -> TrafficBreach {
    TrafficBreach(
      "\(request) was sent again unchanged, after the answer \(first.response?.status ?? 0).", [first, self],
      advice: "The service refuses it again. Do not retry this status: change the request, or show the error.")
  }
}
