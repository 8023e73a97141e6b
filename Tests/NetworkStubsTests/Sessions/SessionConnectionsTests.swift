import Foundation
import TestSupport
import Testing

@testable import NetworkStubs

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The connections of a session")
struct SessionConnectionsTests {
  private static let request = URLRequest.get("/a")

  /// Has many requests wait for the only connection, and frees it; each of them is over at once.
  private static func send(_ count: Int, _ order: Protected<[Int]>) {
    let connections = SessionConnections(limit: 1)
    let held = Protected<[SessionConnections.Connection]>([])
    connections.connect(for: request) { connection in held.withLock { $0.append(connection) } }
    for number in 0..<count {
      connections.connect(for: request) { _ in order.withLock { $0.append(number) } }
    }
    _ = held.withLock { $0.removeFirst() }
  }

  @Test("the connections of a session serve thousands of requests that are over at once, in order, on a small stack")
  func many() async {
    let order = Protected<[Int]>([])
    await withCheckedContinuation { continuation in
      let thread = Thread {
        Self.send(10_000, order)
        continuation.resume()
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(order.withLock { $0 } == Array(0..<10_000))
  }

  @Test("a connection of a session that is free again serves the next request")
  func next() {
    let connections = SessionConnections(limit: 2)
    let held = Protected<[SessionConnections.Connection]>([])
    let sent = Protected(0)
    for _ in 0..<4 {
      connections.connect(for: Self.request) { connection in
        sent.withLock { $0 += 1 }
        held.withLock { $0.append(connection) }
      }
    }
    for count in 2...4 {
      #expect(sent.withLock { $0 } == count)
      _ = held.withLock { $0.removeFirst() }
    }
  }
}
