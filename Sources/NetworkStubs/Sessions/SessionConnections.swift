/// The connections of a mocked session to each host, where its configuration limits their number.
///
/// A request that finds none free waits for one, as in any session over HTTP/1.1.
final class SessionConnections: Sendable {
  private typealias Waiter = @Sendable (Connection) -> Void

  private struct Host {
    var used = 0
    /// Those that wait: the first ones from the end of one list, the last ones at the end of the other, so that nothing is moved.
    private var first: [Waiter] = []
    private var last: [Waiter] = []

    mutating func add(_ waiter: @escaping Waiter) { last.append(waiter) }

    mutating func takeFirst() -> Waiter? {
      if first.isEmpty {
        first = last.reversed()
        last = []
      }
      return first.popLast()
    }
  }

  /// A connection to a host, free again when nothing needs it any more.
  final class Connection: Sendable {
    private let connections: SessionConnections
    private let host: String

    fileprivate init(_ connections: SessionConnections, _ host: String) {
      self.connections = connections
      self.host = host
    }

    deinit { connections.release(host) }
  }

  private let limit: Int
  private let hosts = Guarded<[String: Host]>([:])

  init(limit: Int) { self.limit = limit }

  /// Calls back with a connection for a request, now or when one is free.
  func connect(for request: URLRequest, _ send: @escaping @Sendable (Connection) -> Void) {
    let host = "\(request.url?.host ?? ""):\(request.url?.port ?? 0)"
    let isFree = hosts.withLock { hosts in
      guard hosts[host, default: Host()].used < limit else {
        hosts[host]?.add(send)
        return false
      }
      hosts[host, default: Host()].used += 1
      return true
    }
    if isFree { send(Connection(self, host)) }
  }

  /// Passes a connection on to the first that waits for it.
  ///
  /// A request may be over at once, as one that was cancelled meanwhile. Its connection is free again before `send` returns, and to
  /// pass it on in there would go one level deeper for each, until the stack is full.
  private func release(_ host: String) {
    if let round = Self.round.current { return round.released.append((self, host)) }
    let round = Round()
    Self.round.with(round) {
      round.released.append((self, host))
      while let (connections, host) = round.released.popLast() { connections.passOn(host) }
    }
  }

  private func passOn(_ host: String) {
    let waiter = hosts.withLock { hosts in
      let waiter = hosts[host]?.takeFirst()
      if waiter == nil { hosts[host]?.used -= 1 }
      return waiter
    }
    waiter?(Connection(self, host))
  }

  /// The connections that were released on one thread while it passes on another.
  private final class Round { var released: [(SessionConnections, String)] = [] }

  private static let round = ThreadMark<Round>()
}
