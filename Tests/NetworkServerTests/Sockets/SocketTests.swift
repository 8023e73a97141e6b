import Testing

@testable import NetworkServer

@Suite("A socket that accepts no connection")
struct SocketTests {
  // Apple's kernel takes 128 where none are requested, so the number of fillers can't be fixed.
  @Test("is full once it was filled, however many connections may wait", arguments: [1, 20, 128] as [Int32])
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

  @Test("is not full before") func empty() throws {
    let socket = try Socket.listening(at: .ipv4, port: 0, acceptance: .full)
    defer { socket.close() }
    let client = try #require(socket.connection())
    defer { client.close() }
    #expect(client.connects(within: 60_000))
  }
}
