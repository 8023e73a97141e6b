/// A rule for what a client may send.
///
/// ```swift
/// await transport.check(.requests(atMost: 8), .noRepeats)
/// ```
///
/// The trait `.traffic` of `NetworkTesting` checks rules when a test ends, the command over recordings. A rule of one's own finds
/// the exchanges that break it:
///
/// ```swift
/// extension TrafficRule {
///   static let versioned = Self("sends Accept-Version") { $0.filter { $0.request.headers["Accept-Version"] == nil } }
/// }
/// ```
public struct TrafficRule: Sendable {
  /// The rule in texts, such as `.noRepeats`.
  let name: String
  /// The name without arguments: of two rules of a kind, the nearer one counts.
  package let kind: String
  /// Whether a breach is a warning, which fails nothing.
  package private(set) var isWarning = false
  /// Finds breaches in what the transports of a test have sent.
  private let find: @Sendable ([Traffic]) -> TrafficBreaches

  init(_ name: String, kind: String? = nil, find: @escaping @Sendable (Traffic) -> TrafficBreaches) {
    self.init(name, kind: kind, findInAll: { logs in logs.reduce(into: TrafficBreaches()) { $0.add(find($1)) } })
  }

  private init(_ name: String, kind: String?, findInAll find: @escaping @Sendable ([Traffic]) -> TrafficBreaches) {
    self.name = name
    self.kind = kind ?? name
    self.find = find
  }

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - name: The rule as a sentence about the client, such as `"sends Accept-Version"`.
  ///   - offenders: Returns the exchanges that break it.
  public init(_ name: String, _ offenders: @escaping @Sendable ([Exchange]) -> [Exchange]) {
    self.init(name.quoted) { traffic in
      let found = offenders(traffic.exchanges)
      guard let first = found.first else { return TrafficBreaches() }
      let others = found.count == 1 ? "" : ", the first of \(found.count.counted("request"))"
      return TrafficBreaches(TrafficBreach("\(first.request)\(others).", found))
    }
  }

  /// Makes a breach a warning, which fails no test.
  public func warns() -> Self {
    var copy = self
    copy.isWarning = true
    return copy
  }

  /// Returns the text about the breaches in some traffic; nil if the rule holds, or a request without an answer says enough.
  ///
  /// - Parameters:
  ///   - logs: The exchanges of each transport.
  ///   - title: The name of the test.
  package func text(about logs: [Traffic], in title: String? = nil) -> String? {
    guard !logs.contains(where: \.isUnanswered) else { return nil }
    let found = find(logs)
    guard let first = found.first else { return nil }
    return "\(title.map { "\($0.quoted): " } ?? "")\(name) failed: \(first.text(others: found.count - 1))"
  }
}

extension TrafficRule {
  /// The rule that there are at most so many requests, redirects included.
  ///
  /// - Parameter count: The most requests of a test, to all its transports together.
  public static func requests(atMost count: Int) -> Self {
    Self(
      ".requests(atMost: \(count))", kind: "requests",
      findInAll: { logs in
        guard logs.reduce(0, { $0 + $1.exchanges.count }) > count else { return TrafficBreaches() }
        let all = logs.map(\.exchanges).joined()
        return TrafficBreaches(TrafficBreach("there were \(all.count.counted("request")).", all))
      })
  }

  /// The rule that requests go to some hosts alone.
  ///
  /// - Parameter names: The hosts, such as `"api.example.com"`, `"*.example.com"` or `"localhost:8080"`; without a port, any.
  public static func hosts(_ names: String...) -> Self {
    Self(".hosts(\(names.map(\.swiftLiteral).joined(separator: ", ")))", kind: "hosts") { traffic in
      let allowed = names.map { $0.lowercased() }
      let strangers = traffic.indices(whereOrigin: { text in
        guard let url = URL(string: text), let host = url.host?.lowercased() else { return true }
        let place = url.port.map { "\(host):\($0)" } ?? host
        return !allowed.contains { name in
          name == host || name == place || name.hasPrefix("*.") && host.hasSuffix(name.dropFirst())
        }
      })
      guard let first = strangers.first else { return TrafficBreaches() }
      return TrafficBreaches(
        TrafficBreach(
          "\(traffic.exchanges[first].request) goes to another host.", strangers.lazy.map { traffic.exchanges[$0] },
          advice: "Name the host in the rule, or do not send there."))
    }
  }

  /// The rule that no request is under way when the body of a test returns.
  ///
  /// A request whose task was cancelled doesn't count, even if it takes a moment to end. A request whose answer is still being
  /// read counts, except over a server: its client may have left unnoticed.
  public static let nothingLeftRunning = Self(".nothingLeftRunning") { traffic in
    guard traffic.isRunning else { return TrafficBreaches() }
    let running = traffic.exchanges.indices.filter { traffic.exchanges[$0].wait != nil }.map { traffic.exchanges[$0] }
    guard let first = running.first else { return TrafficBreaches() }
    return TrafficBreaches(
      TrafficBreach(
        running.count == 1 ? "\(first.request) is still in flight." : "\(running.count) requests are still in flight.",
        rows: running.map { ($0, $0.wait?() ?? "") },
        advice: "Before the test ends, await or cancel the code that sends a request."))
  }
}
