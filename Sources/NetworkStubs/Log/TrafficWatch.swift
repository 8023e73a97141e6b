/// The logs of the transports that a scope of a test creates, for rules about its traffic.
package final class TrafficWatch: Sendable {
  @TaskLocal package static var current: TrafficWatch?
  private let outer = TrafficWatch.current
  private let logs = Guarded<[RequestLog]>([])

  package init() {}

  package func add(_ log: RequestLog) {
    logs.withLock { $0.append(log) }
    outer?.add(log)
  }

  /// Notes what is under way when the body of the test returns: a server cancels it when it stops.
  package func bodyHasEnded() { for log in logs.withLock({ $0 }) { log.noteLeft() } }

  /// Hands over the exchanges of each log, and forgets the logs, which know the watch.
  package func take() -> [[Exchange]] {
    bodyHasEnded()
    return logs.withLock { logs in
      defer { logs = [] }
      return logs
    }.map(\.exchanges)
  }
}
