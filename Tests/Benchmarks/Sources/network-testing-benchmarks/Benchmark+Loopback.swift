import Foundation
import NetworkLoopback

extension Benchmark {
  /// A request on a connection that is kept, against a thread that reads whatever comes and always says the same.
  ///
  /// Sixteen are sent before the first answer is read: one at a time, the change of threads would be most of the floor. Most of
  /// both is the kernel's work, which varies with what else the machine does: from 1.7 to 2.
  static let serveKeptAlive: Benchmark = {
    let transport = MockTransport(.get("/items").respond(with: .text("tea")).optional())
    // The connections are silent while other benchmarks run.
    var limits = LoopbackServer.Limits()
    limits.idle = .seconds(3_600)
    let server = try? LoopbackServer(answering: transport, limits: limits)
    let bare = BareServer()
    func clients(of port: Int) -> [BareSocket] { (0..<16).map { _ in .connected(to: port) } }
    let (subject, floor) = (clients(of: server?.port ?? 0), clients(of: bare.port))
    return Benchmark(
      name: "request on 16 kept connections to a loopback server, by one to a bare socket",
      bound: Bound(release: 2.4, debug: 7),
      repetitions: 320,
      samples: 101,
      subject: { repetitions in
        for _ in 0..<(repetitions / subject.count) { try exchange(on: subject) }
        // The log of what came is not the server's cost.
        await transport.reset()
        withExtendedLifetime(server) {}
      },
      floor: { repetitions in
        for _ in 0..<(repetitions / floor.count) { try exchange(on: floor) }
      }
    )
  }()

  /// A server that is started, asked once and ended, against a thread and its socket.
  ///
  /// In a debug build, two fifths of it make the transport and match its first request. A release build has 2.5 times the floor, and
  /// up to 4.3 on a busy machine, where the threads of both wait for each other.
  static let serveOnce = Benchmark(
    name: "start, one request and end of a loopback server, by those of a bare socket",
    bound: Bound(release: 5, debug: 10.5),
    repetitions: 20,
    samples: 101,
    subject: { repetitions in
      for _ in 0..<repetitions {
        let transport = MockTransport(.get("/items").respond(with: .text("tea")))
        try await withLoopbackServer(answering: transport) { ask($0.port) }
      }
    },
    floor: { repetitions in
      for _ in 0..<repetitions {
        let server = BareServer()
        ask(server.port)
        server.end()
      }
    }
  )

  private static let request = Array("GET /items HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)

  /// Sends a request on each connection, and reads the answers.
  @Sendable private static func exchange(on clients: [BareSocket]) throws {
    for client in clients { client.transmit(request) }
    for client in clients where client.receive() <= 0 { throw URLError(.networkConnectionLost) }
  }

  @Sendable private static func ask(_ port: Int) {
    let client = BareSocket.connected(to: port)
    client.transmit(request)
    _ = client.receive()
    client.close()
  }
}

/// A thread that answers whatever comes, until the last of its clients has left.
private final class BareServer: Sendable {
  let port: Int
  private let hasEnded = DispatchSemaphore(value: 0)

  init() {
    let (listener, port) = BareSocket.listening()
    self.port = port
    let answer = Array(
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 3\r\n\r\ntea".utf8)
    Thread.detachNewThread { [hasEnded] in
      var connections = [listener.accepted()]
      while !connections.isEmpty {
        for socket in BareSocket.ready(of: [listener] + connections) {
          if socket == listener {
            connections.append(listener.accepted())
          } else if socket.receive() > 0 {
            socket.transmit(answer)
          } else {
            socket.close()
            connections.removeAll { $0 == socket }
          }
        }
      }
      listener.close()
      hasEnded.signal()
    }
  }

  /// Waits for the end, which comes with that of the last client.
  func end() { hasEnded.wait() }
}
