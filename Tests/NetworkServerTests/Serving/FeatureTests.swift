import NetworkLoopback
import TestSupport

/// What HTTP/1.1 has, as bytes on a connection.
struct FeatureTests {
  private func serve(
    _ stub: Stub, _ requests: String..., until stop: @escaping @Sendable (Data) -> Bool = { _ in false }
  )
    async throws -> RawClient.Answer
  {
    let pieces = requests.map { Array($0.utf8) }
    return try await withLoopbackServer(answering: MockTransport(stub)) { server in
      await RawClient(port: server.port).send(pieces, until: stop)
    }
  }

  @Test("a client that waits for the word to send its body gets it") func waitsForContinue() async throws {
    let transport = MockTransport(.post("/").body(text: "hello").respond(status: 201))
    try await withLoopbackServer(answering: transport) { server in
      let head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\nConnection: close\r\n\r\n"
      let client = RawClient(port: server.port)
      let word = await client.send(head, until: { $0.count >= 25 })
      #expect(word.text == "HTTP/1.1 100 Continue\r\n\r\n")
      let whole = await client.send([Array(head.utf8), Array("hello".utf8)])
      #expect(whole.text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\n"))
    }
  }

  @Test("the answer to HEAD has the length of its body, and no body") func head() async throws {
    let answer = try await serve(.any.respond(with: .text("hello")), "HEAD / HTTP/1.0\r\n\r\n")
    #expect(answer.text.contains("Content-Length: 5\r\n"))
    #expect(answer.body.isEmpty)
  }

  @Test("a status without a body has none", arguments: [204, 304])
  func bodilessStatus(_ status: Int) async throws {
    let answer = try await serve(
      .any.respond { _ in HTTPResponse(status: status, body: Data("hello".utf8)) },
      "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    #expect(answer.text.components(separatedBy: "HTTP/1.1 \(status)").count == 3)
    #expect(!answer.text.contains("hello"))
    #expect(!answer.text.contains("Content-Length"))
  }

  @Test("a chunked body comes with its trailers, and a streamed answer goes with its own")
  func chunkedTrailers() async throws {
    let transport = MockTransport(
      .put("/").body(text: "hello, world").header("Sum", "12").respond(
        with: .stream("one", "two", headers: ["Trailer": "Sum", "Sum": "6"])))
    try await withLoopbackServer(answering: transport) { server in
      let answer = await RawClient(port: server.port).send(
        """
        PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTrailer: Sum\r\nConnection: close\r\n\r\n\
        5\r\nhello\r\n7\r\n, world\r\n0\r\nSum: 12\r\nHost: b\r\n\r\n
        """)
      #expect(answer.body == "3\r\none\r\n3\r\ntwo\r\n0\r\nSum: 6\r\n\r\n")
    }
  }

  @Test("a streamed answer to an old client ends with the connection") func streamToOldClient() async throws {
    let answer = try await serve(.any.respond(with: .stream("one", "two")), "GET / HTTP/1.0\r\n\r\n")
    #expect(answer.body == "onetwo")
    #expect(answer.end == .closed)
    #expect(!answer.text.contains("chunked"))
  }

  @Test(
    "a range of an answer that allows it is sent",
    arguments: [
      ("bytes=0-3", 206, "bytes 0-3/10", "0123"), ("bytes=7-", 206, "bytes 7-9/10", "789"),
      ("bytes=-2", 206, "bytes 8-9/10", "89"), ("bytes=9-99", 206, "bytes 9-9/10", "9"),
      ("bytes=10-", 416, "bytes */10", ""), ("bytes=-0", 416, "bytes */10", ""),
      ("bytes=3-1", 200, nil, "0123456789"), ("bytes=0-1,4-5", 200, nil, "0123456789"),
      ("lines=1-2", 200, nil, "0123456789"),
      ("bytes=99999999999999999999-", 200, nil, "0123456789"),
    ])
  func ranges(_ asked: String, status: Int, field: String?, body: String)
    async throws
  {
    let answer = try await serve(
      .any.respond(with: .text("0123456789", headers: ["Accept-Ranges": "bytes"])),
      "GET / HTTP/1.1\r\nHost: a\r\nRange: \(asked)\r\nConnection: close\r\n\r\n")
    #expect(answer.status == status)
    #expect(answer.body == body)
    #expect(answer.text.contains("Content-Range: \(field ?? "-")") == (field != nil))
  }

  @Test("a range of a fixture is sent, and of another answer all") func fixtureRange() async throws {
    let request = "GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=0-3\r\nConnection: close\r\n\r\n"
    #expect(try await serve(.any.respond(with: .fixture("notes.txt")), request).status == 206)
    #expect(try await serve(.any.respond(with: .text("0123456789")), request).status == 200)
  }

  @Test("a coding that the body does not have is not announced") func contentCoding() async throws {
    let answer = try await serve(
      .any.respond(with: .text("hello", headers: ["Content-Encoding": "gzip", "Content-Length": "99"])),
      "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    #expect(!answer.text.contains("gzip"))
    #expect(answer.text.contains("Content-Length: 5\r\n"))
  }

  @Test("a body that is too large is refused before it comes") func tooLarge() async throws {
    var limits = LoopbackServer.Limits()
    limits.body = 10
    let issues = await recordedIssues {
      try await withLoopbackServer(answering: MockTransport(), limits: limits) { server in
        let client = RawClient(port: server.port)
        #expect(await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n").status == 413)
        let chunks = "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nabcdef\r\n6\r\nabcdef\r\n"
        #expect(await client.send(chunks).status == 413)
      }
    }
    #expect(issues.count == 2)
  }

  @Test("a refused request is one issue, and the stub that it would have used is none") func refusedOnce() async throws
  {
    let issues = await recordedIssues {
      let answer = try await serve(.get("/a").respond(status: 200), "GET /a HTTP/1.1\r\nHost : a\r\n\r\n")
      #expect(answer.status == 400)
    }
    #expect(issues.map { $0.text.prefix(32) } == ["The loopback server refused GET "])
  }

  @Test("a client that stops in the middle is told so") func stopsInTheMiddle() async throws {
    var limits = LoopbackServer.Limits()
    limits.idle = .milliseconds(20)
    let issues = await recordedIssues {
      try await withLoopbackServer(answering: MockTransport(), limits: limits) { server in
        let client = RawClient(port: server.port)
        #expect(await client.send("GET / HT").status == 408)
        // One that has asked for nothing is not.
        #expect(await client.send("") == RawClient.Answer(end: .closed))
      }
    }
    #expect(issues.map(\.text).count == 1)
  }

  @Test("a client that ends its side gets the answer that is there") func halfClosed() async throws {
    try await withLoopbackServer(answering: MockTransport(.any.respond(with: .text("hello")))) { server in
      let answer = await RawClient(port: server.port).send("GET / HTTP/1.1\r\nHost: a\r\n\r\n", endsWriting: true)
      #expect(answer.body == "hello")
    }
  }
}
