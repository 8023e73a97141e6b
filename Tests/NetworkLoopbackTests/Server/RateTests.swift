import NetworkLoopback
import TestSupport

/// Bodies at a rate, on the test's clock.
struct RateTests {
  private static func request(_ body: Int) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: "https://test/photos")), timeoutInterval: 0)
    request.httpMethod = "POST"
    request.httpBody = Data(count: body)
    return request
  }

  @Test(
    "an answer takes as long as both bodies at its rate", arguments: [(0, 5_000), (3_000, 0), (3_000, 5_000), (1, 1)])
  func total(_ upload: Int, _ download: Int) async throws {
    let clock = VirtualClock()
    let body = Data((0..<download).map { UInt8($0 % 251) })
    let transport = MockTransport(.any.respond(with: .data(body).throttled(bytesPerSecond: 1_000)), clock: clock)
    let request = try Self.request(upload)
    async let response = transport.send(request)
    try await clock.waitForSleepers(1)
    try await clock.run()
    #expect(try await response.body == body)
    #expect(clock.now.offset == .milliseconds(upload + download))
  }

  @Test("the body comes ten times a second") func pieces() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(
      .any.respond(with: .stream("abcdefg", "hijklmnopq").throttled(bytesPerSecond: 40)), clock: clock)
    let stream = try await transport.stream(Self.request(0))
    let reader = Task {
      var pieces: [String] = []
      for try await chunk in stream {
        pieces.append("\(clock.now.offset / .milliseconds(1)) \(String(decoding: chunk, as: UTF8.self))")
      }
      return pieces
    }
    try await clock.waitForSleepers(1)
    try await clock.run()
    #expect(try await reader.value == ["100.0 abcd", "175.0 efg", "275.0 hijk", "375.0 lmno", "425.0 pq"])
  }

  @Test("a client of a socket gets all of it, and its length") func socket() async throws {
    let body = Data(count: 5_000)
    let transport = MockTransport(.any.respond(with: .data(body).throttled(bytesPerSecond: 50_000)))
    try await withLoopbackServer(answering: transport) { server in
      let answer = await RawClient(port: server.port).send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(answer.text.contains("Content-Length: 5000\r\n"))
      #expect(answer.body.utf8.count == 5_000)
    }
  }
}
