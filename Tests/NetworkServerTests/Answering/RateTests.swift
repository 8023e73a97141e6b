import NetworkLoopback
import NetworkStubs
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

  @Test("a large upload over a socket is received at the rate, and the answer takes none of that time again")
  func socketUpload() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(
      .put("/photo").respond(with: .status(201).throttled(bytesPerSecond: 100_000)), clock: clock)
    try await withLoopbackServer(answering: transport) { server in
      let head = "PUT /photo HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\nConnection: close\r\n\r\n"
      let body = [UInt8](repeating: 0x61, count: 300_000)
      async let answer = RawClient(port: server.port).send([Array(head.utf8), body])
      while clock.now.offset < .seconds(3) {
        try await clock.waitForSleepers(1)
        if let next = clock.nextDeadline { await clock.advance(to: next) }
      }
      #expect(await answer.status == 201)
    }
    #expect(clock.now.offset == .seconds(3))
    let exchange = try #require(await transport.exchanges.first)
    #expect(exchange.request.body.count == 300_000)
    #expect(exchange.arrival == .seconds(3))
    #expect(exchange.duration == .zero)
  }

  @Test("a predicate is asked once about a large body, when all of it has come", arguments: [false, true])
  func predicate(_ isChunked: Bool) async throws {
    let asked = Protected<[Question]>([])
    let transport = MockTransport(
      .put("/photo").matching("whole") { request in
        asked.withLock { $0.append(Question(count: request.body.count, test: Test.current?.id)) }
        return true
      }.respond(with: .status(201)))
    try await withLoopbackServer(answering: transport) { server in
      let framing = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: 100000"
      let head = "PUT /photo HTTP/1.1\r\nHost: a\r\n\(framing)\r\nConnection: close\r\n\r\n"
      let body = [UInt8](repeating: 0x61, count: 100_000)
      let pieces = isChunked ? [Array("186a0\r\n".utf8), body, Array("\r\n0\r\n\r\n".utf8)] : [body]
      #expect(await RawClient(port: server.port).send([Array(head.utf8)] + pieces).status == 201)
    }
    #expect(asked.withLock { $0 } == [Question(count: 100_000, test: Test.current?.id)])
  }

  private struct Question: Equatable {
    let count: Int
    let test: Test.ID?
  }

  @Test("a large upload takes as long as at the rate of the stub that answers it, also if its body chooses the stub")
  func chosenByBody() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(
      .put("/photo").matching("small") { $0.body.count < 100_000 }
        .respond(with: .status(200).throttled(bytesPerSecond: 1_000_000)).optional(),
      .put("/photo").respond(with: .status(201).throttled(bytesPerSecond: 100_000)), clock: clock)
    try await withLoopbackServer(answering: transport) { server in
      let head = "PUT /photo HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\nConnection: close\r\n\r\n"
      let body = [UInt8](repeating: 0x61, count: 300_000)
      async let answer = RawClient(port: server.port).send([Array(head.utf8), body])
      try await clock.waitForSleepers(1)
      #expect(clock.nextDeadline?.offset == .seconds(3))
      try await clock.run()
      #expect(await answer.status == 201)
    }
  }

  @Test("a client that leaves during a slow upload leaves nothing that waits") func leftUpload() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(
      .put("/photo").respond(with: .status(201).throttled(bytesPerSecond: 1)).optional(), clock: clock)
    try await withLoopbackServer(answering: transport) { server in
      let head = "PUT /photo HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\nabc"
      let client = Task { await RawClient(port: server.port, patience: 0.05).send(head) }
      try await clock.waitForSleepers(1)
      _ = await client.value
      await server.stop()
    }
    #expect(clock.deadlines.isEmpty)
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
