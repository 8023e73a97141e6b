import NetworkLoopback
import NetworkTesting
import TestSupport

/// Clients that end their side, and those that leave in the middle.
struct HalfClosedTests {
  private static let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test("a client that ends its side gets an answer that comes later") func later() async throws {
    let transport = SuspendedTransport()
    try await withLoopbackServer(answering: transport) { server in
      async let answer = RawClient(port: server.port).send(Self.get, endsWriting: true)
      let call = try await transport.nextCall(timeout: .seconds(60))
      call.answer(json: ["late"])
      #expect(await answer.status == 200)
      #expect(await answer.body == #"["late"]"#)
      #expect(await answer.end == .closed)
    }
  }

  @Test(
    "a client that ends its side gets delayed answers, streams and bytes",
    arguments: [
      Answer.text("hello").delayed(by: .milliseconds(50)), .stream("he", .pause(.milliseconds(20)), "llo"),
      .wire("HTTP/1.1 200 OK\r\n\r\nhe", .pause(.milliseconds(20)), "llo"),
    ])
  func delayed(_ answer: Answer) async throws {
    try await withLoopbackServer(answering: MockTransport(.any.respond(with: answer))) { server in
      let answer = await RawClient(port: server.port).send(Self.get, endsWriting: true)
      #expect(answer.status == 200)
      #expect(answer.text.contains("he") && answer.text.contains("llo"))
    }
  }

  // Apple's has the option for something else.
  @Test("nc -N gets a delayed answer", .enabled("no nc on PATH ends its side with -N") { await Self.endsItsSide("nc") })
  func nc() async throws {
    let transport = MockTransport(.get("/a").respond(with: .text("hello").delayed(by: .milliseconds(50))))
    try await withLoopbackServer(answering: transport) { server in
      let nc = try #require(ClientProgram("nc"))
      let output = try await nc.run(["-N", "127.0.0.1", "\(server.port)"], input: Data(Self.get.utf8))
      #expect(output.text.hasPrefix("HTTP/1.1 200 OK\r\n") && output.text.hasSuffix("hello"))
    }
  }

  private static func endsItsSide(_ name: String) async -> Bool {
    let help = try? await ClientProgram(name)?.run(["-h"])
    return help.map { "\($0.text)\($0.errors)".lowercased().contains("shutdown") } == true
  }

  @Test("a client that ends its side gets the answers to all that it sent") func pipelined() async throws {
    let transport = MockTransport(.any.respond { HTTPResponse(body: Data($0.path.utf8)) })
    try await withLoopbackServer(answering: transport) { server in
      let gets = ["/1", "/2", "/3"].map { Self.get.replacingOccurrences(of: "/a", with: $0) }.joined()
      let answer = await RawClient(port: server.port).send(gets, endsWriting: true)
      #expect(answer.text.components(separatedBy: "HTTP/1.1 200 OK").count == 4)
      #expect(answer.text.contains("/3"))
    }
  }

  @Test("a client that ends its side and then leaves is noticed") func leavesLater() async throws {
    let transport = SuspendedTransport()
    try await withLoopbackServer(answering: transport) { server in
      // It waits for a moment, and leaves.
      async let left = RawClient(port: server.port, patience: 0.2).send(Self.get, endsWriting: true)
      let call = try await transport.nextCall(timeout: .seconds(60))
      #expect(await left.end == .silence)
      try await eventually(timeout: .seconds(60)) { call.isAbandoned }
    }
  }

  @Test(
    "an upload that breaks off is in the log",
    arguments: [
      ("Content-Length: 10\r\n\r\n1234", "it came with 4 of 10 bytes"),
      ("Content-Length: 10\r\n\r\n", "it came with 0 of 10 bytes"),
      ("Transfer-Encoding: chunked\r\n\r\n4\r\n1234\r\n", "it came with 4 bytes, and its body did not end"),
    ])
  func brokenUpload(_ rest: String, text: String) async throws {
    let issues = await recordedIssues {
      let transport = MockTransport(.post("/a").respond(status: 201))
      try await withLoopbackServer(answering: transport) { server in
        let head = "POST /a HTTP/1.1\r\nHost: test\r\n"
        _ = await RawClient(port: server.port, patience: 0.2).send(head + rest, endsWriting: true)
        try await eventually(timeout: .seconds(60)) { await transport.exchanges.count == 1 }
        let exchange = await transport.exchanges.first
        #expect(exchange?.outcome.remark == text)
        // No test gets half of a request.
        await #expect(throws: RequestWaitError.self) { try await transport.nextRequest(timeout: .zero) }
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.text.contains("#1 POST http://test/a, \(text)") == true, "\(issues.first?.text ?? "")")
  }
}
