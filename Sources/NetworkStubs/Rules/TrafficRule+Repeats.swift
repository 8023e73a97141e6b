extension TrafficRule {
  /// The rule that nothing is read twice: while the same request is under way, or after an answer that may be kept.
  ///
  /// A request is the same with the same method, URL, body, `Authorization`, `Accept`, `Accept-Language`, `Range`, `Depth` and the
  /// fields that the answer's `Vary` names. An answer may be kept that is fresh by its `max-age`, and one that says nothing about it, unless
  /// time passes before the next request: polling with a pause on the clock does not count, nor does a pause of a second in real
  /// time. What changes something in between, a conditional request and one with `no-cache` have their reasons.
  ///
  /// See [RFC 9111](https://www.rfc-editor.org/rfc/rfc9111).
  public static let noRepeats = Self(".noRepeats") { traffic in
    guard traffic.hasRepeats else { return TrafficBreaches() }
    var last = [Int](repeating: -1, count: traffic.targetCount)
    var lastChange = -1
    var breaches = TrafficBreaches()
    for (index, kind) in traffic.kinds.enumerated() {
      switch kind {
      case .about: continue
      case .changing, .idempotent: lastChange = index
      case .reading:
        let before = last[traffic.targets[index]]
        last[traffic.targets[index]] = index
        guard before > lastChange, !breaches.areMany else { continue }
        let exchange = traffic.exchanges[index]
        let earlier = traffic.exchanges[before]
        if let reason = reason(against: exchange, after: earlier) {
          breaches.add(reason.breach(of: exchange, after: earlier))
        }
      }
    }
    return breaches
  }

  /// Returns the reason why a request was superfluous; nil if it was needed.
  private static func reason(against exchange: Exchange, after earlier: Exchange) -> Reason? {
    let reason = earlier.isUnderWay(at: exchange) ? .underWay : lifetime(of: earlier, before: exchange).map(Reason.kept)
    // Fields last: most repeats come later than that.
    guard let reason else { return nil }
    let fields = exchange.request.headers
    let earlierFields = earlier.request.headers
    let varying = earlier.response?.headers["Vary"].map(HTTPHeaders.tokens) ?? []
    if varying.contains("*") || fields["Upgrade"] != nil { return nil }
    let compared = ["Authorization", "Accept", "Accept-Language", "Range", "Depth"] + varying
    // A QUERY or a REPORT says in its body what it asks for.
    guard exchange.request.hasSameBody(as: earlier.request), compared.allSatisfy({ fields[$0] == earlierFields[$0] })
    else { return nil }
    if case .underWay = reason { return reason }
    guard !["If-None-Match", "If-Modified-Since", "Range"].contains(where: { fields[$0] != nil }),
      !["no-cache", "no-store", "max-age=0"].contains(where: HTTPHeaders.tokens(fields["Cache-Control"] ?? "").contains)
    else { return nil }
    return reason
  }

  /// Returns how long an answer may be kept that a later request could have used, zero if it does not say so; else nil.
  private static func lifetime(of earlier: Exchange, before exchange: Exchange) -> Duration? {
    guard let answer = earlier.response else { return nil }
    let (pause, isVirtual) = earlier.pause(before: exchange)
    if let age = answer.headers["Cache-Control"].flatMap(maxAge) {
      return pause < .seconds(age) && mayBeKept(answer) ? .seconds(age) : nil
    }
    guard pause < (isVirtual ? .nanoseconds(1) : .seconds(1)) else { return nil }
    return answer.headers["Expires"] == nil && mayBeKept(answer) ? .zero : nil
  }

  private static func mayBeKept(_ answer: HTTPResponse) -> Bool {
    guard [200, 203, 204, 300, 301, 308, 410].contains(answer.status) else { return false }
    let control = HTTPHeaders.tokens(answer.headers["Cache-Control"] ?? "")
    if ["no-store", "no-cache", "max-age=0"].contains(where: control.contains) { return false }
    if answer.headers["Pragma"]?.lowercased().contains("no-cache") == true { return false }
    return answer.headers["Content-Type"]?.lowercased().hasPrefix("text/event-stream") != true
  }

  private static func maxAge(_ control: String) -> Int? {
    HTTPHeaders.tokens(control).lazy.compactMap { $0.hasPrefix("max-age=") ? Int($0.dropFirst(8)) : nil }.first
  }
}

private enum Reason {
  case underWay
  /// For how long the answer may be kept; zero if it does not say so.
  case kept(Duration)

  func breach(of exchange: Exchange, after earlier: Exchange) -> TrafficBreach {
    switch self {
    case .underWay:
      TrafficBreach(
        "\(exchange.request) was sent again while it was in flight.", [earlier, exchange],
        advice: "Share one request: keep its task, and let all callers that need the answer await it.")
    case .kept(.zero):
      TrafficBreach(
        "\(exchange.request) was sent again after its answer, which may be cached.", [earlier, exchange],
        advice: "Cache the answer. If this is polling, let time pass in between, on the test's clock.")
    case .kept(let lifetime):
      TrafficBreach(
        "\(exchange.request) was sent again, and its answer may be cached for \(lifetime.inWords).",
        [earlier, exchange],
        advice: "Cache the answer for as long as its max-age says, as a session's cache does.")
    }
  }
}

extension TrafficRule {
  /// Explains the name of a rule.
  @available(*, unavailable, renamed: "noRepeats")
  public static var noRepeat: Self { noRepeats }
}
