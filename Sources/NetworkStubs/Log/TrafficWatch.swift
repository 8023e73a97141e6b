/// The logs of the transports that a scope of a test uses, for rules about its traffic.
package final class TrafficWatch: Sendable {
  @TaskLocal package static var current: TrafficWatch?
  /// The watch of requests that a transport passes on to another one: its own log has them.
  package static let passedOn = TrafficWatch(outer: nil, logs: nil)
  private let outer: TrafficWatch?
  private let logs: Guarded<[RequestLog]?>
  /// The kinds of rules that a scope within it has.
  private let replaced = Guarded<Set<String>>([])

  /// Creates the watch of a scope.
  ///
  /// - Parameters:
  ///   - rules: The kinds of its rules, which replace those of the scopes around it.
  ///   - outer: The watch of the scope around it.
  ///   - logs: The logs that are known before; nil if it takes none.
  package init(for rules: [String] = [], outer: TrafficWatch? = .current, logs: [RequestLog]? = []) {
    self.outer = outer
    self.logs = Guarded(logs)
    outer?.replace(rules)
  }

  private func replace(_ rules: [String]) {
    replaced.withLock { $0.formUnion(rules) }
    outer?.replace(rules)
  }

  /// Returns whether a scope within it has rules of a kind.
  package func isReplaced(_ rule: String) -> Bool { replaced.withLock { $0.contains(rule) } }

  package func add(_ log: RequestLog) {
    logs.withLock { if $0?.contains(where: log.isSame) == false { $0?.append(log) } }
    outer?.add(log)
  }

  /// Notes what is under way when the body of the test returns: a server cancels it when it stops.
  package func bodyHasEnded() { for log in logs.withLock({ $0 }) ?? [] { log.noteLeft { has($0, of: log) } } }

  /// Hands over what was sent in the scope, for each log, and forgets the logs, which know the watch.
  package func take() -> [[Exchange]] {
    bodyHasEnded()
    let logs = logs.withLock { $0.take() } ?? []
    return logs.map { log in log.exchanges.filter { has($0, of: log) } }
  }

  /// Returns whether an exchange was sent in the scope, or in one within it: other tests use a static double, too.
  private func has(_ exchange: Exchange, of log: RequestLog) -> Bool {
    guard let sender = exchange.scope as? TrafficWatch else { return !log.harness.isShared }
    return sequence(first: sender, next: \.outer).contains { $0 === self }
  }
}
