extension TrafficRule {
  /// The rule that a client only repeats requests that are safe to repeat.
  ///
  /// If the answer to a POST or PATCH was lost or is a 5xx, the service may have carried out the request. So a second one with
  /// the same URL and body needs the same `Idempotency-Key`. One key must not come with two bodies, because the service would
  /// take the second for the first. No request may come again before the `Retry-After` of its answer has passed, on the
  /// transport's clock.
  ///
  /// Idempotent methods need no key, such as GET, PUT, DELETE and QUERY. Neither does a GraphQL query, a second POST after a successful answer, a request that did
  /// not reach the service, or one whose only answers were 429, because the service did not carry it out.
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
      guard traffic.mayHaveUnsafeRetries else { return TrafficBreaches() }
      /// The requests whose fate is not known, or which must wait, by target and body.
      var open: [Attempt: Int] = [:]
      /// Those of them that may have been carried out: a 429 after one decides nothing about it.
      var doubtful: [Attempt: Int] = [:]
      /// The first request with each key.
      var keyed: [Keyed: Int] = [:]
      var breaches = TrafficBreaches()
      for index in traffic.exchanges.indices where traffic.kinds[index] != .about && !breaches.areMany {
        if traffic.kinds[index] == .changing, let value = traffic.exchanges[index].request.headers[key] {
          let name = Keyed(target: traffic.targets[index], key: value)
          if let first = keyed[name].map({ traffic.exchanges[$0] }) {
            let exchange = traffic.exchanges[index]
            if exchange.request.hasOtherBody(than: first.request) { breaches.add(exchange.otherBody(than: first, key)) }
          } else {
            keyed[name] = index
          }
        }
        let isUncertain = traffic.exchanges[index].isUncertain
        // What is kept in part may differ in the rest.
        guard isUncertain || !open.isEmpty, traffic.exchanges[index].request.isWhole else { continue }
        let attempt = Attempt(target: traffic.targets[index], body: traffic.exchanges[index].request.body)
        let before = doubtful.removeValue(forKey: attempt)
        if let last = open.removeValue(forKey: attempt) {
          let exchange = traffic.exchanges[index]
          let isUnsafe = traffic.kinds[index] == .changing && !exchange.request.isGraphQLQuery
          let first = traffic.exchanges[before ?? last]
          if let pauses = exchange.early(after: traffic.exchanges[last]) {
            breaches.add(exchange.earlyRetry(of: traffic.exchanges[last], after: pauses.actual, not: pauses.wished))
          } else if isUnsafe, exchange.isUnsafe(after: first, key) {
            breaches.add(exchange.unsafeRetry(of: first, key))
          }
        }
        if isUncertain {
          open[attempt] = index
          doubtful[attempt] = traffic.exchanges[index].response?.status == 429 ? before : index
        }
      }
      return breaches
    }
  }
}

private struct Keyed: Hashable {
  let target: Int
  let key: String
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
      "\(request) was sent again \(waited), but its answer asked for \(wish.inTenths).",
      rows: [(first, "Retry-After: \(first.response?.headers["Retry-After"] ?? "")"), (self, "")],
      advice: "Wait as long as Retry-After says, on the transport's clock.")
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
    let (how, remark) =
      switch keys {
      case (nil, nil): ("without an \(key)", "no \(key)")
      case (nil, _): ("with an \(key) that the first did not have", "has \(key)")
      case (_, nil): ("without the \(key) of the first", "no \(key)")
      default: ("with another \(key)", "another \(key)")
      }
    return TrafficBreach(
      "\(request) was sent again after \(cause), \(how).",
      rows: [(first, keys.0 == nil ? "no \(key)" : "has \(key)"), (self, "\(remark), same body")],
      advice: """
        The service may have carried out the first. Send both with the same \(key), so that the service knows that they are \
        one. Or ask the service what became of the first before you send again.
        """)
  }

  fileprivate func otherBody(than first: Exchange, _ key: String) -> TrafficBreach {
    TrafficBreach(
      "\(request) was sent with the \(key) of #\(first.number) and another body.",
      rows: [(first, "the first with this key"), (self, "same key, another body")],
      advice: "The service takes it for a repeat of the first, and ignores it. Make a new \(key) for each operation.")
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
