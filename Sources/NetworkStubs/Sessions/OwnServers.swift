/// The loopback servers of this process.
///
/// A request to one of them means it: no test beside it answers in its place.
package enum OwnServers {
  /// The number of servers at each port: a server may end after the next one has taken its port.
  private static let ports = Guarded<[Int: Int]>([:])

  package static func add(_ port: Int) { ports.withLock { $0[port, default: 0] += 1 } }

  package static func remove(_ port: Int) {
    ports.withLock { ports in
      guard let count = ports[port] else { return }
      ports[port] = count > 1 ? count - 1 : nil
    }
  }

  /// Whether a request goes to one of them.
  package static func has(_ request: URLRequest) -> Bool {
    guard let port = request.url?.port, !LiveNetworkGuard.leaves(request) else { return false }
    return ports.withLock { $0[port] != nil }
  }
}
