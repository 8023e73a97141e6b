import NetworkHAR
import NetworkLoopback
import NetworkRecording
import NetworkTesting
import TestSupport

@testable import NetworkServer

struct LoopbackServerTests {
  @Test(
    "a trait's server answers from its stubs, at the ambient host",
    .loopbackServer(.get("/items").respond(json: ["Tea"])))
  func traitServer() async throws {
    let server = try LoopbackServer.current
    #expect(URLHost.current == server.host)
    let loader = EndpointLoader(transport: URLSessionTransport())
    let items = try await loader.load(endpoint: Endpoint<EndpointKinds.Stub, [String]>(path: "items"))
    #expect(items == ["Tea"])
    await MockTransport.current.expect(.get("/items"), 1)
    #expect(await MockTransport.current.requests.first?.url?.absoluteString == "\(server.host)/items")
  }

  @Test(
    "every address of the loopback interface is served", arguments: [LoopbackServer.Addresses.ipv4, .ipv6, .localhost])
  func addresses(_ addresses: LoopbackServer.Addresses) async throws {
    let transport = MockTransport(.any.respond(with: .text("hello")))
    try await withLoopbackServer(answering: transport, on: addresses) { server in
      for address in addresses == .ipv6 ? ["::1"] : addresses == .ipv4 ? ["127.0.0.1"] : ["127.0.0.1", "::1"] {
        let answer = await RawClient(port: server.port, address: address).send("GET / HTTP/1.0\r\n\r\n")
        #expect(answer.body == "hello")
        #expect(answer.end == .closed)
      }
    }
  }

  @Test("requests in one packet are answered in their order") func pipelining() async throws {
    let transport = MockTransport(
      .get("/slow").respond(with: .stream("slow")), .any.respond { HTTPResponse(body: Data($0.path.utf8)) })
    try await withLoopbackServer(answering: transport) { server in
      let get = { (path: String) in "GET \(path) HTTP/1.1\r\nHost: test\r\n\r\n" }
      let answer = await RawClient(port: server.port).send(
        get("/a") + get("/slow") + get("/b") + "GET /c HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
      let bodies = ["/a", "slow", "/b", "/c"].map { answer.text.range(of: $0)?.lowerBound }
      #expect(bodies.allSatisfy { $0 != nil })
      #expect(bodies.compactMap { $0 } == bodies.compactMap { $0 }.sorted())
      #expect(answer.end == .closed)
    }
    #expect(await transport.requests.map(\.path) == ["/a", "/slow", "/b", "/c"])
  }

  @Test("a server takes the place of another host") func placeOfHost() async throws {
    let transport = MockTransport(.get("https://api.example.com/v1/items").respond(json: ["Tea"]))
    try await withLoopbackServer(answering: transport, as: "api.example.com/v1/") { server in
      let answer = await RawClient(port: server.port).send("GET /items HTTP/1.0\r\n\r\n")
      #expect(answer.body == #"["Tea"]"#)
    }
  }

  @Test("a request of a proxy's client keeps its own URL") func proxyURL() async throws {
    let transport = MockTransport(.get("http://api.example.com/items").respond(json: ["Tea"]))
    try await withLoopbackServer(answering: transport) { server in
      let answer = await RawClient(port: server.port).send(
        "GET http://api.example.com/items HTTP/1.1\r\nHost: api.example.com\r\nConnection: close\r\n\r\n")
      #expect(answer.status == 200)
    }
  }

  @Test("an unanswered request is an issue, and its text is the answer") func unanswered() async throws {
    let issues = await recordedIssues {
      let transport = MockTransport(.get("/items").respond(json: ["Tea"]).optional())
      try await withLoopbackServer(answering: transport, as: "test") { server in
        let answer = await RawClient(port: server.port).send("GET /itemz HTTP/1.0\r\n\r\n")
        #expect(answer.status == 501)
        #expect(answer.body.hasPrefix("No stub answers GET https://test/itemz"))
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.text.hasPrefix("No stub answers GET https://test/itemz") == true)
  }

  @Test("a request that a recording does not have is an issue, and its text is the answer")
  func notRecorded() async throws {
    let issues = await recordedIssues {
      try await withLoopbackServer(answering: ReplayTransport(HAR()), as: "test") { server in
        let answer = await RawClient(port: server.port).send("GET /itemz HTTP/1.0\r\n\r\n")
        #expect(answer.status == 501)
        #expect(answer.body.hasPrefix("No recorded exchange answers GET https://test/itemz"))
      }
    }
    #expect(issues.map { $0.text.prefix(33) } == ["No recorded exchange answers GET "])
  }

  @Test("pages of other origins may read answers where they may, unless an answer says itself who may") func cors()
    async throws
  {
    let transport = MockTransport(
      .get("/items").respond(json: ["Tea"]),
      .get("/own").respond(json: [], headers: ["Access-Control-Allow-Origin": "http://b"]),
      .options("/items").respond(status: 200))
    try await withLoopbackServer(answering: transport, cors: true) { server in
      let client = RawClient(port: server.port)
      func head(_ start: String, _ fields: String...) async -> [String] {
        let head = await client.send(
          ([start, "Host: a"] + fields).joined(separator: "\r\n") + "\r\nConnection: close\r\n\r\n"
        ).text
        return head.split(separator: "\r\n").map(String.init).filter { $0.hasPrefix("Access-") || $0.hasPrefix("Vary") }
      }
      let allowed = ["Access-Control-Allow-Origin: http://a", "Access-Control-Allow-Credentials: true", "Vary: Origin"]
      #expect(
        await head("GET /items HTTP/1.1", "Origin: http://a")
          == ["Access-Control-Expose-Headers: Content-Type"] + allowed)
      #expect(await head("GET /items HTTP/1.1").isEmpty)
      #expect(await head("GET /own HTTP/1.1", "Origin: http://a") == ["Access-Control-Allow-Origin: http://b"])
      let preflight = await head(
        "OPTIONS /items HTTP/1.1", "Origin: http://a", "Access-Control-Request-Method: PUT",
        "Access-Control-Request-Headers: x-a,x-b")
      #expect(
        Set(preflight).isSuperset(of: ["Access-Control-Allow-Methods: PUT", "Access-Control-Allow-Headers: x-a,x-b"]))
      #expect(await head("OPTIONS /items HTTP/1.1", "Origin: http://a").count == 3)
    }
    #expect(await transport.requests.map { "\($0.method)" } == ["GET", "GET", "GET", "OPTIONS"])
  }

  @Test("a refused request is an issue that names its bytes") func refusedRequest() async throws {
    let issues = await recordedIssues {
      try await withLoopbackServer(answering: MockTransport()) { server in
        let answer = await RawClient(port: server.port).send(
          "POST /items HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n")
        #expect(answer.status == 400)
        #expect(answer.end == .closed)
      }
    }
    #expect(
      issues.map(\.text) == [
        """
        The loopback server refused POST /items with 400: its Content-Length is not a number (RFC 9110, section 8.6).
        From byte 31: "Content-Length: -5"
        """
      ])
  }

  @Test("a request that follows the last one is an issue, and is not answered") func afterLastRequest() async throws {
    let transport = MockTransport(.any.respond { HTTPResponse(body: Data($0.path.utf8)) })
    let issues = await recordedIssues {
      try await withLoopbackServer(answering: transport) { server in
        let answer = await RawClient(port: server.port).send(
          "GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(answer.body == "/a")
        #expect(answer.end == .closed)
      }
    }
    #expect(
      issues.map(\.text) == [
        """
        The loopback server did not answer a request: it follows a request that was the last, by Connection: close or HTTP/1.0 \
        (RFC 9112, section 9.6).
        From byte 0: "GET /b HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"
        """
      ])
  }

  @Test("a secret in a refused request is masked") func maskedSecret() async throws {
    let issues = await recordedIssues {
      try await withLoopbackServer(answering: MockTransport()) { server in
        _ = await RawClient(port: server.port).send(
          "GET / HTTP/1.1\r\nHost: a\r\nAuthorization : Bearer 5d41402abc4b2a76b9719d911017c592\r\n\r\n")
      }
    }
    #expect(issues.first?.text.contains("5d41402abc4b2a76b9719d911017c592") == false)
    #expect(issues.first?.text.contains("Authorization : Bearer •••") == true)
  }

  @Test("a predicate of a stub runs with the task-locals of the test") func predicateContext() async throws {
    let transport = MockTransport(
      .any.matching("is in the test") { _ in Test.current != nil }.respond { _ in
        HTTPResponse(status: Test.current == nil ? 500 : 200)
      })
    try await withLoopbackServer(answering: transport) { server in
      #expect(await RawClient(port: server.port).send("GET / HTTP/1.0\r\n\r\n").status == 200)
    }
  }

  @Test("a port that was asked for is free again at once") func portFreeAgain() async throws {
    let transport = MockTransport(.any.respond(with: .text("hello")))
    // Below those that the system chooses: it may give such a one to another program in between.
    let first = Int.random(in: 20_000..<30_000)
    var port = first
    while port < first + 100, (try? await LoopbackServer(answering: transport, port: port).stop()) == nil { port += 1 }
    for _ in 0..<20 {
      try await withLoopbackServer(answering: transport, port: port) { server in
        #expect(server.port == port)
        #expect(await RawClient(port: port).send("GET / HTTP/1.0\r\n\r\n").body == "hello")
      }
    }
  }

  #if os(Linux)
    @Test("a port is free while a child process still has the descriptor") func portFreeBesideChild() throws {
      let first = try Socket.listening(at: .ipv4, port: 0, acceptance: .all)
      let (port, ofChild) = (first.port, Socket(descriptor: dup(first.descriptor)))
      defer { ofChild.close() }
      first.endListening()
      let second = try Socket.listening(at: .ipv4, port: port, acceptance: .all)
      #expect(second.port == port)
      second.endListening()
    }
  #endif

  @Test("a port that is taken is an error that says so") func portTaken() async throws {
    try await withLoopbackServer(answering: MockTransport()) { server in
      let error = #expect(throws: LoopbackError.self) {
        try LoopbackServer(answering: MockTransport(), port: server.port)
      }
      #expect(error?.code == .portTaken)
      #expect(error?.description.contains("\(server.port)") == true)
    }
  }

  @Test("no server is an error that names the trait") func noServer() {
    let error = #expect(throws: LoopbackError.self) { try LoopbackServer.current }
    #expect(error?.description.contains(".loopbackServer(") == true)
  }

  @Test(
    "the end of a scope closes idle, half-finished and stalled connections",
    .loopbackServer(.get("/a").respond(with: .text("a")).optional()))
  func endOfScope() async throws {
    let server = try LoopbackServer(answering: SuspendedTransport())
    async let idle = RawClient(port: server.port).send("")
    async let half = RawClient(port: server.port).send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf")
    await server.stop()
    #expect([.closed, .reset, .refused].contains(await idle.end))
    #expect([.closed, .reset, .refused].contains(await half.end))
  }

  @Test("a call whose client leaves is cancelled") func clientLeaves() async throws {
    let transport = SuspendedTransport()
    try await withLoopbackServer(answering: transport) { server in
      let isThere = DispatchSemaphore(value: 0)
      // On a thread of the client's own.
      async let left = RawClient(port: server.port).send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") { _ in
        _ = isThere.wait(timeout: .now() + 120)
        return true
      }
      let call = try await transport.nextCall(timeout: .seconds(60))
      isThere.signal()
      #expect(await left.end == .silence)
      try await eventually(timeout: .seconds(60)) { call.isAbandoned }
    }
  }

  @Test("a server that is asked to finish lets an answer end") func finish() async throws {
    let transport = SuspendedTransport()
    let server = try LoopbackServer(answering: transport)
    async let answer = RawClient(port: server.port).send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    let call = try await transport.nextCall(timeout: .seconds(60))
    async let stopped: Void = server.stop(within: .seconds(600))
    try await eventually(timeout: .seconds(60)) {
      await RawClient(port: server.port).send("", until: { _ in true }).end == .refused
    }
    call.answer(json: ["late"])
    await stopped
    #expect(await answer.body == #"["late"]"#)
    #expect(await answer.text.contains("Connection: close"))
  }

  @Test("a server that refuses takes no connection") func refused() async throws {
    let refused = try LoopbackServer(answering: MockTransport(), acceptance: .refused)
    #expect(await RawClient(port: refused.port).send("").end == .refused)
    await refused.stop()
  }
}
