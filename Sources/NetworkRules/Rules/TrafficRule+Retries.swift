extension TrafficRule {
  /// The rule that what is sent again is safe to send again.
  ///
  /// A POST or PATCH with the same URL and body, after an answer that was lost or a 5xx, needs one unchanged `Idempotency-Key`: the
  /// service may have carried out the first. No request comes again before the `Retry-After` of its answer has passed, on the
  /// transport's clock. GET, PUT and DELETE need no key, and neither does a second POST after an answer with success, a GraphQL
  /// query, or a request that did not reach the service.
  ///
  /// See [RFC 9110, section 9.2.2](https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2), and
  /// [The Idempotency-Key HTTP Header Field](https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/).
  public static let safeRetries = safeRetries(key: "Idempotency-Key")

  /// The rule that what is sent again is safe to send again, with a key in a field of one's own.
  ///
  /// - Parameter key: The name of the field with the key of a request.
  public static func safeRetries(key: String) -> Self {
    let name = key == "Idempotency-Key" ? ".safeRetries" : ".safeRetries(key: \(key.swiftLiteral))"
    return Self(name, kind: "safeRetries") { traffic in
      /// The requests whose fate is not known, or which must wait, by target and body.
      var open: [Attempt: Int] = [:]
      var breaches = TrafficBreaches()
      for index in traffic.exchanges.indices where traffic.kinds[index] != .about && !breaches.areMany {
        let isUncertain = traffic.exchanges[index].isUncertain
        guard isUncertain || !open.isEmpty else { continue }
        let attempt = Attempt(target: traffic.targets[index], body: traffic.exchanges[index].request.body)
        if let first = open.removeValue(forKey: attempt).map({ traffic.exchanges[$0] }) {
          let exchange = traffic.exchanges[index]
          let isUnsafe = traffic.kinds[index] == .changing && !exchange.request.isGraphQLQuery
          if let pauses = exchange.early(after: first) {
            breaches.add(exchange.earlyRetry(of: first, after: pauses.actual, not: pauses.wished))
          } else if isUnsafe, exchange.isUnsafe(after: first, key) {
            breaches.add(exchange.unsafeRetry(of: first, key))
          }
        }
        if isUncertain { open[attempt] = index }
      }
      return breaches
    }
  }
}

private struct Attempt: Hashable {
  let target: Int
  let body: Data
}

extension Exchange {
  /// Whether the next request of the kind is a retry.
  fileprivate var isUncertain: Bool {
    switch outcome {
    case .answered(let response): response.status >= 500 || response.status == 429
    default: isLost
    }
  }

  /// Returns how long it waited, and how long the answer asked it to; nil if it waits long enough.
  fileprivate func early(after first: Exchange) -> (actual: Duration, wished: Duration)? {
    guard !first.isUnderWay(at: self), let (wish, isExact) = first.wishedPause else { return nil }
    let (pause, isVirtual) = first.pause(before: self)
    // Dates of real time are not exact, and those of fields have no parts of a second.
    let tolerance: Duration = !isExact ? .seconds(1) : isVirtual ? .zero : .milliseconds(5)
    return pause + tolerance < wish ? (pause, wish) : nil
  }

  fileprivate func earlyRetry(of first: Exchange, after pause: Duration, not wish: Duration) -> TrafficBreach {
    let waited = pause > .zero ? "after \(pause.inTenths)" : "at once"
    return TrafficBreach(
      "\(request) was sent again \(waited), and its answer asked for \(wish.inTenths).",
      rows: [(first, "Retry-After: \(first.response?.headers["Retry-After"] ?? "")"), (self, "")],
      advice: "Wait as long as Retry-After says, on the clock that the transport has.")
  }

  /// The time that its answer asks to let pass; nil if it does not, or names a date that no clock here knows.
  private var wishedPause: (duration: Duration, isExact: Bool)? {
    guard let headers = response?.headers, let text = headers["Retry-After"]?.trimmingCharacters(in: .whitespaces)
    else { return nil }
    if let seconds = Int(text) { return (.seconds(seconds), true) }
    guard let date = Date(httpDate: text) else { return nil }
    // A date is one of the service's clock; a virtual clock has none.
    if let now = headers["Date"].flatMap(Date.init(httpDate:)) { return (.seconds(date.timeIntervalSince(now)), false) }
    guard arrival == nil else { return nil }
    return (.seconds(date.timeIntervalSince(started)) - duration, false)
  }

  /// Returns whether it may be carried out twice, since it does not have the key of the first.
  fileprivate func isUnsafe(after first: Exchange, _ key: String) -> Bool {
    guard first.isLost || first.response.map({ $0.status >= 500 }) == true else { return false }
    let before = first.request.headers[key]
    return before == nil || before != request.headers[key]
  }

  fileprivate func unsafeRetry(of first: Exchange, _ key: String) -> TrafficBreach {
    let keys = (first.request.headers[key], request.headers[key])
    let cause = first.response.map { "the answer \($0.status)" } ?? "a lost answer"
    func remark(_ value: String?) -> String { value.map { "\(key) \($0.prefix(4))…" } ?? "no \(key)" }
    let isOther = keys.0 != nil && keys.1 != nil
    return TrafficBreach(
      "\(request) was sent again after \(cause), \(isOther ? "as another one" : "without one key for both").",
      rows: [(first, remark(keys.0)), (self, "\(remark(keys.1)), same body")],
      advice: "The first may have been carried out. Send the same \(key) again, or ask before you send.")
  }
}

extension Date {
  /// Creates the date of a field such as `Date`.
  ///
  /// See [RFC 9110, section 5.6.7](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7).
  fileprivate init?(httpDate text: String) {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    guard let date = formatter.date(from: text) else { return nil }
    self = date
  }
}

extension ReceivedRequest {
  /// Whether it reads by GraphQL, which has no other method.
  fileprivate var isGraphQLQuery: Bool {
    guard let query = (try? json())?["query"]?.text?.drop(while: \.isWhitespace) else { return false }
    return query.hasPrefix("{") || query.hasPrefix("query")
  }
}

extension Duration {
  /// The duration in words, to a tenth of a second.
  fileprivate var inTenths: String {
    guard self < .seconds(1_000_000_000) else { return inWords }
    return Duration.milliseconds(Int((self / .milliseconds(100)).rounded()) * 100).inWords
  }
}
