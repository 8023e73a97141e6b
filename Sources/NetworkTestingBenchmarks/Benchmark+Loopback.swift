import Foundation
import NetworkLoopback

extension Benchmark {
  /// A request on a connection that is kept, against a thread that reads whatever comes and always says the same.
  static let serveKeptAlive: Benchmark = {
    let transport = MockTransport(.get("/items").respond(with: .text("tea")).optional())
    // The connection is silent while other benchmarks run.
    var limits = LoopbackServer.Limits()
    limits.idle = .seconds(3_600)
    let server = try? LoopbackServer(answering: transport, limits: limits)
    let bare = BareServer()
    let (subject, floor) = (BareSocket.connected(to: server?.port ?? 0), BareSocket.connected(to: bare.port))
    return Benchmark(
      name: "request on a kept connection to a loopback server, by one to a bare socket",
      bound: Bound(release: 8, debug: 24),
      repetitions: 200,
      samples: 101,
      subject: { repetitions in
        for _ in 0..<repetitions where subject.exchange(request) <= 0 { throw URLError(.networkConnectionLost) }
        // The log of what came is not the server's cost.
        await transport.reset()
        withExtendedLifetime(server) {}
      },
      floor: { repetitions in
        for _ in 0..<repetitions where floor.exchange(request) <= 0 { throw URLError(.networkConnectionLost) }
      }
    )
  }()

  /// A server that is started, asked once and ended, against a thread and its socket.
  static let serveOnce = Benchmark(
    name: "start, one request and end of a loopback server, by those of a bare socket",
    bound: Bound(release: 8, debug: 10),
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

  @Sendable private static func ask(_ port: Int) {
    let client = BareSocket.connected(to: port)
    _ = client.exchange(request)
    client.close()
  }
}

/// A thread that answers one connection.
private final class BareServer: Sendable {
  let port: Int
  private let hasEnded = DispatchSemaphore(value: 0)

  init() {
    let (listener, port) = BareSocket.listening()
    self.port = port
    let answer = Array(
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 3\r\n\r\ntea".utf8)
    Thread.detachNewThread { [hasEnded] in
      let connection = listener.accepted()
      var count = connection.receive()
      while count > 0 { count = connection.exchange(answer) }
      connection.close()
      listener.close()
      hasEnded.signal()
    }
  }

  /// Waits for the end, which comes with that of the client.
  func end() { hasEnded.wait() }
}
