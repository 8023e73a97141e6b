import Foundation
import NetworkEndpoints
import TestSupport
import Testing

@testable import NetworkServer

@Suite("A connection")
struct ConnectionTests {
  private struct Peer: WebSocketPeer {
    let isBusy = false
    func receive(_ message: WebSocketMessage) -> Bool { true }
    func end(_ error: (any Error)?) {}
  }

  @Test("a connection keeps no frames that were read, even if more always wait")
  func frames() {
    let connection = Connection(number: 1, socket: Socket(descriptor: -1), limits: MessageLimits())
    connection.webSocketEnd = Connection.WebSocketEnd(reader: WebSocketReader(mostBytes: 1_000), peer: Peer())
    // A masked frame of 100 bytes of binary data.
    let head: [UInt8] = [0x82, 0xE4, 0, 0, 0, 0]
    let frame = head + Array(repeating: 7, count: 100)
    var most = 0
    frame.withUnsafeBufferPointer { frame in
      connection.receive(frame)
      for _ in 0..<10_000 {
        connection.receive(frame)
        #expect(connection.nextFrame() == .message(.data(Data(repeating: 7, count: 100))))
        most = max(most, connection.input.count)
      }
    }
    #expect(connection.unreadCount == frame.count)
    #expect(most <= 4 * frame.count)
  }
}
