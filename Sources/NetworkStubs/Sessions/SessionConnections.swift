/// The connections of a mocked session to each host, where its configuration limits their number.
///
/// A request that finds none free waits for one, as in any session over HTTP/1.1.
final class SessionConnections: Sendable {
  private struct Host {
    var used = 0
    var waiting: [@Sendable (Connection) -> Void] = []
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
        hosts[host]?.waiting.append(send)
        return false
      }
      hosts[host, default: Host()].used += 1
      return true
    }
    if isFree { send(Connection(self, host)) }
  }

  private func release(_ host: String) {
    let next = hosts.withLock { hosts -> (@Sendable (Connection) -> Void)? in
      guard var known = hosts[host] else { return nil }
      defer { hosts[host] = known }
      guard !known.waiting.isEmpty else {
        known.used -= 1
        return nil
      }
      return known.waiting.removeFirst()
    }
    next?(Connection(self, host))
  }
}
