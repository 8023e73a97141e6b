import NetworkEndpoints
import NetworkServer
import NetworkTesting
import TestSupport

/// Damaged requests and frames on real connections, beside one another.
struct SocketFuzzTests {
  private static let rounds = Effort.fuzz(80)
  private static let clients = 8
  private static let handshake = """
    GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
    """

  /// Answers each request, and opens each WebSocket, and counts what it is given.
  private struct Handler: RequestHandler {
    struct Counts {
      var requests = 0, messages = 0, refusals = 0
    }
    struct Peer: WebSocketPeer {
      let isBusy = false
      let counts: Protected<Counts>
      func receive(_ message: WebSocketMessage) -> Bool {
        counts.withLock { $0.messages += 1 }
        return true
      }
      func end(_ error: (any Error)?) {}
    }
    let counts = Protected(Counts())
    var streamsBodies: Bool { true }

    func answer(_ request: URLRequest, head: RequestHead, responder: Responder) -> ServerAnswer {
      counts.withLock { $0.requests += 1 }
      guard let answer = try? WebSocketHandshake.answer(to: head, subprotocols: []) else {
        return .whole(HTTPResponse(body: Data("hello".utf8)))
      }
      responder.upgrade(answer.fields, to: Peer(counts: counts), mostBytes: 1_000)
      return .later {}
    }

    func refuse(_ refusal: Refusal) { counts.withLock { $0.refusals += 1 } }
  }

  /// Lets clients send to one server, and asks it for one more answer.
  private func send(
    _ rounds: Int, _ bytes: @escaping @Sendable (inout Dice) -> [[UInt8]]
  ) async throws -> Handler.Counts {
    let handler = Handler()
    let server = try HTTPServer(HTTPServer.Configuration(), handler: handler)
    let client = RawClient(port: server.port)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<Self.clients {
        group.addTask {
          var generator = Dice(seed: UInt64(number))
          for _ in 0..<(rounds / Self.clients) { _ = await client.send(bytes(&generator), endsWriting: true) }
        }
      }
    }
    #expect(await client.send("GET / HTTP/1.0\r\n\r\n").body == "hello")
    await server.stop()
    return handler.counts.withLock { $0 }
  }

  @Test("damaged requests never end the server") func fuzzedRequests() async throws {
    let texts = RequestParserTests.bad.map { Array($0.text.utf8) } + [RequestParserTests.stream]
    let counts = try await send(Self.rounds) { generator in
      var bytes = texts.randomElement(using: &generator) ?? []
      damage(&bytes, &generator)
      return [bytes]
    }
    #expect(counts.requests > 1)
    #expect(counts.refusals > Self.rounds / 4)
  }

  @Test("damaged frames never end the server") func fuzzedFrames() async throws {
    let framesOfEach = 10
    let counts = try await send(Self.rounds / framesOfEach) { generator in
      var frames = (0..<framesOfEach).flatMap { _ in frame(&generator) }
      damage(&frames, &generator)
      return [Array(Self.handshake.utf8), frames]
    }
    #expect(counts.messages > Self.rounds / 10)
    #expect(counts.refusals > Self.rounds / 100)
  }
}

/// Changes up to three places of some bytes.
private func damage(_ bytes: inout [UInt8], _ generator: inout Dice) {
  for _ in 0..<Int.random(in: 0...3, using: &generator) where !bytes.isEmpty {
    let place = Int.random(in: bytes.indices, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
    case 1: bytes.insert(UInt8.random(in: .min ... .max, using: &generator), at: place)
    case 2: bytes.remove(at: place)
    default: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
    }
  }
}

/// A message or a ping, whole, whose mask is zeros.
private func frame(_ generator: inout Dice) -> [UInt8] {
  let code: UInt8 = [1, 2, 9].randomElement(using: &generator) ?? 1
  let count = Int.random(in: 0...(code == 9 ? 125 : 200), using: &generator)
  var bytes: [UInt8] = [0x80 | code]
  if count < 126 { bytes.append(0x80 | UInt8(count)) } else { bytes += [0xFE, 0, UInt8(count)] as [UInt8] }
  bytes += [0, 0, 0, 0]
  return bytes + [UInt8](repeating: 0x61, count: count)
}
