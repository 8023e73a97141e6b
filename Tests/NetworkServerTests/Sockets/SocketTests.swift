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
    // In a process of its own: other tests open sockets that are not this package's.
    @Test("a socket or a pipe that is made while a program starts is not the program's as well", .exitTest)
    func inherited() async {
      await #expect(processExitsWith: .success) {
        // What Swift Testing has given to this process.
        let before = Set(inheritedNames())
        let listener = try Socket.listening(at: .ipv4, port: 0, acceptance: .all)
        Thread.detachNewThread {
          while let client = listener.connection() {
            _ = try? Waker()
            let accepted = listener.accept()
            // A reset, since each of thousands of closed connections would keep its port for a minute.
            client.reset()
            accepted?.reset()
          }
        }
        let rounds = Effort.count(200, full: 2_000)
        for round in 1...rounds {
          let names = Set(inheritedNames()).subtracting(before)
          try #require(names.isEmpty, "round \(round) of \(rounds)")
        }
      }
    }

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

#if os(Linux)
  /// The sockets and pipes that a program has which is started now.
  // Not by `ChildProcess`, which closes what a program is not meant to have.
  private func inheritedNames() -> [String] {
    guard let program = popen("exec ls -l /proc/self/fd", "r") else { return ["none: it was not started"] }
    defer { pclose(program) }
    var names: [String] = []
    var line = [CChar](repeating: 0, count: 512)
    while fgets(&line, Int32(line.count), program) != nil {
      let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        .split(whereSeparator: \.isWhitespace)
      // As in "lrwx------ 1 me me 64 Nov 30 10:00 7 -> socket:[4711]"; the first three are its input and its outputs.
      guard words.count > 3, let number = Int(words[words.count - 3]), number > 2, let name = words.last else {
        continue
      }
      if name.hasPrefix("socket:") || name.hasPrefix("pipe:") { names.append(String(name)) }
    }
    return names
  }
#endif
