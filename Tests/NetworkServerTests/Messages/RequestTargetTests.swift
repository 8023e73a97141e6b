import NetworkEndpoints
import NetworkLoopback
import NetworkStubs
import TestSupport

/// The targets of requests, as clients send them.
struct RequestTargetTests {
  /// What a stub sees of a target: its decoded path and query.
  private static let seen: @Sendable (ReceivedRequest) -> HTTPResponse = { request in
    let query = request.queryItems.map { "\($0.name)=\($0.value ?? "-")" }.joined(separator: "&")
    return HTTPResponse(body: Data("\(request.path)?\(query)".utf8))
  }

  private static func expected(_ target: String) -> String {
    let parts = URLParts(target)
    return "\(parts.path)?" + parts.query.map { "\($0.name)=\($0.value ?? "-")" }.joined(separator: "&")
  }

  @Test(
    "a byte that a URL escapes leaves the other escapes of its target as they are",
    arguments: [
      ("/s?filter[name]=a%20b", "/s?filter[name]=a b"), ("/s?ids[]=1&q=caf%C3%A9", "/s?ids[]=1&q=café"),
      ("/s?markers=red|a%20b", "/s?markers=red|a b"), ("/s?q=100%&r=a%20b", "/s?q=100%&r=a b"),
      ("/a%20b/{id}/^x", "/a b/{id}/^x?"), ("/s?q=\"<>\\`&r=%2F", "/s?q=\"<>\\`&r=/"), ("/s?q=%zz%41", "/s?q=%zzA"),
      ("/s?q=%4", "/s?q=%4"), ("//a[b]%20c", "//a[b] c?"),
      ("http://api.example.com/s?ids[]=%20", "/s?ids[]= "),
    ])
  func escapes(_ target: String, seen: String) async throws {
    try await withLoopbackServer(answering: MockTransport(.any.respond(Self.seen))) { server in
      let answer = await RawClient(port: server.port).send(
        "GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(answer.body == seen)
    }
  }

  @Test("drawn targets are seen as they were sent", arguments: Effort.seeds(1, full: 20)) func drawn(seed: UInt64)
    async throws
  {
    var generator = Dice(seed: seed)
    let bytes = (0x21...0x7E).filter { $0 != 0x23 }
    let odd = Array("[]|^{}\"<>\\`%".utf8).map(Int.init)
    func draw(_ values: [Int]) -> Int { values[generator.index(below: values.count)] }
    let targets = (0..<Effort.count(300, full: 1_000)).map { _ in
      let count = 1 + generator.index(below: 20)
      let drawn = (0..<count).map { _ in
        switch draw([0, 1, 2, 3]) {
        case 0: "%\(String(draw(Array(0x20...0x7E)), radix: 16))"
        case 1: String(UnicodeScalar(UInt8(draw(odd))))
        default: String(UnicodeScalar(UInt8(draw(bytes))))
        }
      }
      return "/" + drawn.joined()
    }
    try await withLoopbackServer(answering: MockTransport(.any.respond(Self.seen))) { server in
      let requests = targets.map { Array("GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n".utf8) }
      let last = Array("GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8)
      let answer = await RawClient(port: server.port).send(requests + [last])
      // An answer comes in chunks or counted; its body is its own line here.
      let bodies = answer.text.components(separatedBy: "\r\n\r\n").dropFirst().map {
        $0.components(separatedBy: "HTTP/1.1 200 OK").first ?? ""
      }
      #expect(bodies.count == targets.count + 1)
      for (target, body) in zip(targets, bodies) { #expect(body == Self.expected(target), "\(target)") }
    }
  }

  @Test(
    "curl sends brackets as they are", .curl,
    .loopbackServer(.get("/s").query("filter[name]", "a b").respond(with: .text("seen"))))
  func curl() async throws {
    let url = "\(try LoopbackServer.current.host)/s?filter[name]=a%20b"
    #expect(try await #require(ClientProgram.curl).run(["-sg", "--noproxy", "*", url]).text == "seen")
  }

  @Test(
    "wget sends brackets as they are", .enabled(if: ClientProgram("wget") != nil, "wget is not on PATH"),
    .loopbackServer(.get("/s").query("filter[name]", "a b").respond(with: .text("seen"))))
  func wget() async throws {
    let url = "\(try LoopbackServer.current.host)/s?filter[name]=a%20b"
    #expect(try await #require(ClientProgram("wget")).run(["-qO-", "--no-proxy", url]).text == "seen")
  }

  @Test(
    "Node sends brackets as they are, and escapes the rest", .node,
    .loopbackServer(.get("/s").query("ids[]", "1").query("q", "café").respond(with: .text("seen"))))
  func node() async throws {
    let script = "fetch(process.argv[1]).then((r) => r.text()).then(console.log)"
    let url = "\(try LoopbackServer.current.host)/s?ids[]=1&q=café"
    #expect(try await #require(ClientProgram.node).run(["-e", script, url]).text == "seen\n")
  }

  @Test("Chromium sends a bar as it is, and asks for an icon that is no issue", .chromium) func chromium() async throws
  {
    let page =
      #"<!DOCTYPE html><title>t</title><script>fetch("/s?markers=red|a%20b").then(() => fetch("/done"))</script>"#
    let transport = MockTransport(
      .get("/").respond(with: .text(page, contentType: "text/html; charset=utf-8")),
      .get("/s").query("markers", "red|a b").respond(json: []), .get("/done").respond(json: []))
    try await withLoopbackServer(answering: transport) { server in
      let browser = try ClientProgram.Running.chromium(at: "\(server.host)/")
      defer { browser.end() }
      try await transport.nextRequest(matching: .get("/done"), timeout: .seconds(300))
    }
  }

  @Test(
    "a Host with two colons is refused",
    arguments: ["a:b:c", "a:b", "[::1", "::1", "a:1:2", "[::1]x", "[::1]:x", ":80"])
  func notAHost(_ host: String) async throws {
    let issues = await recordedIssues {
      try await withLoopbackServer(answering: MockTransport(.any.respond(status: 200).optional())) { server in
        let client = RawClient(port: server.port)
        #expect(await client.send("GET / HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n").status == 400)
      }
    }
    #expect(issues.first?.text.contains("its Host field is not valid (RFC 9112, section 3.2)") == true)
  }

  @Test(
    "a Host may be a name or an address, with a port or an empty one",
    arguments: ["a", "a:80", "a:", "[::1]", "[::1]:80", "1.2.3.4:5", ""])
  func host(_ host: String) async throws {
    try await withLoopbackServer(answering: MockTransport(.any.respond(status: 200))) { server in
      let client = RawClient(port: server.port)
      #expect(await client.send("GET / HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n").status == 200)
    }
  }
}
