import Foundation
import TestSupport
import Testing

@testable import NetworkServer

@Suite("A socket that accepts no connection")
struct SocketTests {
  // Apple's kernel takes 128 where none are requested, so the number of fillers can't be fixed.
  @Test(
    "a socket that accepts no connection is full once it was filled, however many connections may wait",
    arguments: [1, 20, 128] as [Int32])
  func full(backlog: Int32) throws {
    let socket = try Socket.listening(at: .ipv4, port: 0, acceptance: .full, backlog: backlog)
    defer { socket.close() }
    let fillers = socket.fill()
    defer { for filler in fillers { filler.close() } }
    #expect(fillers.count > backlog)
    let client = try #require(socket.connection())
    defer { client.close() }
    #expect(!client.connects(within: 50))
  }

  @Test("a socket that accepts no connection is not full before it was filled") func empty() throws {
    let socket = try Socket.listening(at: .ipv4, port: 0, acceptance: .full)
    defer { socket.close() }
    let client = try #require(socket.connection())
    defer { client.close() }
    #expect(client.connects(within: 60_000))
  }
}

@Suite("A socket")
struct OneSocketTests {
  #if os(Linux)
    @Test("whether a peer is gone does not depend on connections with the same ports at other addresses")
    func peerAtOtherAddress() throws {
      let listener = try Socket.listening(at: .ipv4, port: 0, acceptance: .all)
      defer { listener.close() }
      let clients = listener.fill()
      defer { for client in clients { client.close() } }
      var accepted: Socket?
      while accepted == nil {
        try Task.checkCancellation()
        accepted = listener.accept()
        sched_yield()
      }
      let socket = try #require(accepted)
      defer { socket.close() }
      let ports = try (peer: port(#require(socket.peer).port), own: port(#require(socket.own).port))
      let rest = "00000000:00000000 00:00000000 00000000  1000        0"
      let others = "   0: 0200007F:\(ports.peer) 0300007F:\(ports.own) 06 \(rest) 0 3\n"
      let own = "   1: 0100007F:\(ports.peer) 0100007F:\(ports.own) 08 \(rest)"
      #expect(socket.isPeerGone(in: [try table(others + "\(own) 4711 1\n")]) == false)
      #expect(socket.isPeerGone(in: [try table(others + "\(own) 0 1\n")]) == true)
      #expect(socket.isPeerGone(in: [try table(others)]) == true)
      // A client may have an IPv6 socket for an IPv4 address.
      let mapped = own.replacingOccurrences(of: "0100007F", with: "0000000000000000FFFF00000100007F")
      #expect(socket.isPeerGone(in: [try table(others), try table("\(mapped) 4711 1\n")]) == false)
      #expect(socket.isPeerGone(in: ["/no/such/table"]) == nil)
      #expect(socket.isPeerGone == false)
    }

    private func port(_ number: Int) -> String {
      let text = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: 4 - text.count) + text
    }

    private func table(_ rows: String) throws -> String {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("table-\(UUID().uuidString)")
      try Data("  sl  local_address rem_address   st\n\(rows)".utf8).write(to: file)
      return file.path
    }
  #endif

  @Test("a descriptor that cannot be watched is not passed over in silence")
  func unwatched() {
    #expect(!Poller().watch(-1, id: 1, reads: true, isNew: true))
  }
}
