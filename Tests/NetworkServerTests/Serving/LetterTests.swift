import NetworkLoopback
import TestSupport

/// What RFC 9110 and 9112 ask of a server, to the letter.
struct LetterTests {
  private func head(_ stub: Stub, _ start: String = "GET /a") async throws -> String {
    try await withLoopbackServer(answering: MockTransport(stub)) { server in
      let answer = await RawClient(port: server.port).send("\(start) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      return answer.text.components(separatedBy: "\r\n\r\n").first ?? ""
    }
  }

  @Test("an answer has its date, unless it says another") func date() async throws {
    let head = try await head(.any.respond(status: 200))
    let pattern = #"\r\nDate: (Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT"#
    #expect(head.range(of: pattern, options: .regularExpression) != nil, "\(head)")
    let own = try await self.head(.any.respond(status: 200, headers: ["Date": "Sun, 06 Nov 1994 08:49:37 GMT"]))
    #expect(own.components(separatedBy: "Date: ").count == 2)
    #expect(own.contains("\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT"))
  }

  @Test(
    "a status has its phrase",
    arguments: [
      (203, "Non-Authoritative Information"), (413, "Content Too Large"), (418, ""), (422, "Unprocessable Content"),
      (429, "Too Many Requests"), (451, "Unavailable For Legal Reasons"), (503, "Service Unavailable"), (299, ""),
    ])
  func phrase(_ status: Int, _ phrase: String) async throws {
    #expect(try await head(.any.respond(status: status)).hasPrefix("HTTP/1.1 \(status) \(phrase)\r\n"))
  }

  @Test("an answer to a request that comes again has its own fields, byte for byte") func ownFields() async throws {
    // The last two are equal for Swift, and have the same number of bytes.
    let values = ["a", "b", "b", "", "\u{1E0B}\u{323}", "\u{1E0D}\u{307}"]
    let transport = MockTransport(values.map { .get("/a").respond(status: 204, headers: ["X-A": $0]).once() })
    try await withLoopbackServer(answering: transport) { server in
      let requests = String(repeating: "GET /a HTTP/1.1\r\nHost: a\r\n\r\n", count: values.count)
      let answers = await RawClient(port: server.port).send(requests, endsWriting: true).text
      let lines = answers.components(separatedBy: "\r\n")
      #expect(lines.filter { $0.hasPrefix("X-A: ") }.map { Array($0.utf8) } == values.map { Array("X-A: \($0)".utf8) })
    }
  }

  @Test("a method keeps its case", arguments: ["GET", "patch", "Purge"]) func methodCase(_ method: String) async throws
  {
    let head = try await head(.any.respond { HTTPResponse(headers: ["X-Method": "\($0.method)"]) }, "\(method) /a")
    #expect(head.contains("X-Method: \(method)\r\n"))
  }

  @Test("a standard method in another case is refused: no service knows it", arguments: ["get", "Post", "DELETe"])
  func wrongCase(_ method: String) async throws {
    let issues = await recordedIssues {
      let head = try await head(.any.respond(status: 200).optional(), "\(method) /a")
      #expect(head.hasPrefix("HTTP/1.1 501 "))
    }
    #expect(issues.count == 1)
    #expect(issues.first?.text.contains("methods are case-sensitive: write \(method.uppercased())") == true)
  }

  @Test("HEAD needs a stub of its own, and the failure says so") func head() async throws {
    let issues = await recordedIssues {
      let transport = MockTransport(.get("/a").respond(with: .text("hello")).optional())
      try await withLoopbackServer(answering: transport) { server in
        #expect(await RawClient(port: server.port).send("HEAD /a HTTP/1.0\r\n\r\n").status == 501)
      }
    }
    #expect(issues.first?.text.contains("HEAD needs a stub of its own") == true, "\(issues.first?.text ?? "")")
    let transport = MockTransport(.request(.head, "/a").respond(status: 204))
    try await withLoopbackServer(answering: transport) { server in
      #expect(await RawClient(port: server.port).send("HEAD /a HTTP/1.0\r\n\r\n").status == 204)
    }
  }
}
