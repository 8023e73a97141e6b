import NetworkLoopback
import NetworkStubs
import TestSupport

/// Pieces of a body on a socket.
struct DeliverySocketTests {
  private static let body = Data("data: Ein Caf\u{E9} \u{1F980}\r\n\r\ndata: {\"n\":42}\n\ndata: [DONE]\n\n".utf8)

  @Test("a server writes each piece of a delivery by itself") func pieces() async throws {
    for delivery in Delivery.all(of: Self.body) where delivery.name != "slow drip" {
      let transport = MockTransport(
        .get("/").respond(with: .data(Self.body, contentType: "text/event-stream").delivered(delivery)))
      let stream = try await MockTransport(
        .get("/").respond(with: .data(Self.body).delivered(delivery))
      ).stream(URLRequest(url: try #require(URL(string: "https://test/"))))
      var expected = Data()
      for try await piece in stream {
        expected += Data("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Data("\r\n".utf8)
      }
      expected += Data("0\r\n\r\n".utf8)
      try await withLoopbackServer(answering: transport) { server in
        let answer = await RawClient(port: server.port).send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(answer.bytes.suffix(expected.count) == expected, "\(delivery)")
      }
    }
  }

  @Test("an early end is clean, a reset or a silence there, too") func endings() async throws {
    for delivery in Delivery.endings(of: Self.body) where !delivery.name.hasSuffix("in silence") {
      let transport = MockTransport(.get("/").respond(with: .data(Self.body).delivered(delivery)))
      try await withLoopbackServer(answering: transport) { server in
        let answer = await RawClient(port: server.port).send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(answer.end == (delivery.name.hasSuffix("cleanly") ? .closed : .reset), "\(delivery)")
        #expect(!answer.text.contains("DONE") && !answer.text.contains("Content-Length"))
        #expect(answer.text.hasSuffix("0\r\n\r\n") == delivery.name.hasSuffix("cleanly"))
      }
    }
  }
}
