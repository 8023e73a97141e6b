import NetworkLoopback
import NetworkStubs
import TestSupport

/// What `curl` makes of the server.
@Suite(.curl) struct CurlTests {
  private func curl(_ arguments: String..., input: Data? = nil) async throws -> ClientProgram.Output {
    try await #require(ClientProgram.curl).run(
      ["--silent", "--show-error", "--noproxy", "*", "--max-time", "60"] + arguments, input: input)
  }

  @Test(
    "bodies go both ways, on one connection",
    .loopbackServer(.get("/items").respond(with: .text("hello")), .any.respond { HTTPResponse(body: $0.body) }))
  func bodiesBothWays() async throws {
    let host = try LoopbackServer.current.host
    let output = try await curl(
      "-w", " %{http_code} %{num_connects}\n", "\(host)/items", "\(host)/items", "--next", "--silent", "-w",
      " %{num_connects}\n", "--data-binary", "body", "\(host)/echo")
    #expect(output.text == "hello 200 1\nhello 200 0\nbody 0\n")
    #expect(output.status == 0)
  }

  @Test(
    "uploads wait for the word, and are chunked where their length is not known",
    .loopbackServer(.any.respond { HTTPResponse(headers: ["X-Count": "\($0.body.count)"], body: $0.body.suffix(3)) }))
  func expectContinue() async throws {
    let host = try LoopbackServer.current.host
    let body = Data(repeating: 0x61, count: 3_000_000)
    let counted = try await curl("-v", "-H", "Expect: 100-continue", "--data-binary", "@-", "\(host)/", input: body)
    #expect(counted.errors.contains("HTTP/1.1 100 Continue"))
    #expect(counted.errors.contains("X-Count: 3000000"))
    let chunked = try await curl("-v", "-T", "-", "\(host)/", input: body)
    #expect(chunked.errors.contains("Transfer-Encoding: chunked"))
    #expect(chunked.errors.contains("X-Count: 3000000"))
    #expect(chunked.text == "aaa")
  }

  @Test("a download is continued where it broke off", .loopbackServer(.any.respond(with: .fixture("notes.txt"))))
  func resumedDownload() async throws {
    let host = try LoopbackServer.current.host
    let whole = try await curl("\(host)/")
    let (start, rest) = (try await curl("-r", "0-9", "\(host)/"), try await curl("-r", "10-", "\(host)/"))
    #expect(start.output + rest.output == whole.output)
    #expect(start.output.count == 10)
    #expect(try await curl("--head", "\(host)/").text.contains("Content-Length: \(whole.output.count)\r\n"))
  }

  @Test(
    "a proxy's client and an old client are served",
    .loopbackServer(
      .get("http://api.example.com/items").respond(with: .text("by proxy")), .any.respond(with: .text("old"))))
  func proxyAndOldClients() async throws {
    let host = try LoopbackServer.current.host
    let output = try await #require(ClientProgram.curl).run([
      "-s", "--noproxy", "", "-x", "\(host)", "http://api.example.com/items",
    ])
    #expect(output.text == "by proxy")
    #expect(try await curl("-0", "\(host)/").text == "old")
    #expect(try await curl("-H", "Connection: close", "\(host)/").text == "old")
  }

  @Test(
    "a streamed answer has trailers",
    .loopbackServer(
      .any.respond(with: .stream("a", .pause(.milliseconds(1)), "b", headers: ["Trailer": "Sum", "Sum": "2"]))))
  func trailers() async throws {
    let output = try await curl("-i", "\(try LoopbackServer.current.host)/")
    #expect(output.text.contains("abSum: 2\r\n"))
  }

  @Test(
    "redirects are followed",
    .loopbackServer(
      .get("/a").respond(with: .redirect(to: "/b")), .get("/b").respond(with: .text("b")),
      .get("/loop").respond(with: .fault(.redirectLoop))))
  func redirects() async throws {
    let host = try LoopbackServer.current.host
    #expect(try await curl("-L", "\(host)/a").text == "b")
    #expect(try await curl("-L", "\(host)/loop").status == 47)
  }

  /// What `curl` says of a fault: its exit status.
  @Test(
    "faults are what curl says of them",
    arguments: zip(
      [
        NetworkFault.connectionLostBeforeHead, .connectionClosedBeforeHead, .connectionLostAfterHead,
        .connectionLost(afterBodyBytes: 1), .malformedHead, .bodyTooShort, .malformedChunks, .malformedCompression,
        .timedOut, .stalled, .serviceUnavailable,
      ],
      [56, 52, 56, 56, 1, 18, 56, 61, 28, 28, 22]))
  func faults(_ fault: NetworkFault, status: Int32) async throws {
    try await withLoopbackServer(answering: MockTransport(.any.respond(with: .fault(fault)))) { server in
      let patience = fault.code == .timedOut ? "0.5" : "60"
      let output = try await curl("--compressed", "--fail", "--max-time", patience, "\(server.host)/")
      #expect(output.status == status, "\(output.errors)")
    }
  }

  @Test("a client that wants TLS is told that there is none") func tls() async throws {
    let issues = await recordedIssues {
      try await withLoopbackServer(answering: MockTransport()) { server in
        let output = try await curl("-k", "https://127.0.0.1:\(server.port)/")
        #expect(output.status == 35)
      }
    }
    // What follows is the client's handshake, which differs each time.
    let text = try #require(issues.first?.text.components(separatedBy: "\nFrom byte").first)
    try expectGolden(text, "Loopback/tls.txt")
    #expect(issues.count == 1)
  }

  @Test("the requests of a launched program come to the server, whatever host they are for")
  func launchedProgram() async throws {
    let issues = await recordedIssues {
      let transport = MockTransport(.get("http://api.example.com/items").respond(with: .text("hello")))
      try await withLoopbackServer(answering: transport) { server in
        #expect(server.environment["LOOPBACK_SERVER"] == "\(server.host)")
        let curl = try #require(ClientProgram.curl)
        let output = try await curl.run(["-s", "http://api.example.com/items"], environment: server.environment)
        #expect(output.text == "hello")
        // It neither leaves the machine nor is answered.
        let secure = try await curl.run(["-s", "https://api.example.com/items"], environment: server.environment)
        #expect(secure.status != 0)
      }
    }
    #expect(issues.map(\.text).count == 1)
    #expect(issues.first?.text.contains("it asks for a tunnel") == true)
  }

  @Test("large bodies pass without being held") func largeBodies() async throws {
    let size = Effort.count(20_000_000, full: 1_073_741_824)
    try await withLoopbackServer(answering: CountingTransport()) { server in
      let before = Memory.resident
      let down = try await curl("-o", "/dev/null", "-w", "%{size_download}", "-H", "X-Size: \(size)", "\(server.host)/")
      #expect(down.text == "\(size)")
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID())")
      _ = FileManager.default.createFile(atPath: file.path, contents: nil)
      defer { try? FileManager.default.removeItem(at: file) }
      // A file of zeros that takes no room.
      try FileHandle(forWritingTo: file).truncate(atOffset: UInt64(size))
      let up = try await curl("-v", "-T", file.path, "\(server.host)/")
      #expect(up.errors.contains("X-Count: \(size)"))
      // Other tests of the process allocate as well.
      if Effort.isFull() { #expect(Memory.resident - before < 100_000_000) }
    }
  }
}
