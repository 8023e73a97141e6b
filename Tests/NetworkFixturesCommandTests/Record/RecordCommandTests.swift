#if os(macOS) || os(Linux)
  import Foundation
  import NetworkHAR
  import NetworkLoopback
  import TestSupport
  import Testing

  @testable import network_fixtures

  @Suite(.enabled(if: Sandbox.program != nil, "network-fixtures was not built beside the tests"))
  struct RecordCommandTests {
    private static let secret = "sk_live_4eC39HqLyjWDarjtT1zdp7dc"

    private static func service() -> MockTransport {
      MockTransport(
        .get("/v1/cart").query("filter[kind]", "a b").respond(
          json: ["total": 12], headers: ["Set-Cookie": "id=1; Secure; Domain=example.com; Path=/"]
        ).optional(),
        .get("/v1/me").header("Authorization", "Bearer \(secret)").respond(json: ["name": "Ada"]).optional(),
        .get("/v1/old").respond(with: .redirect(to: "/v1/cart")).optional(),
        .post("/v1/orders").body(json: ["id": 1]).respond(json: ["id": 1], status: 201).optional())
    }

    private func curl(_ arguments: String...) async throws -> String {
      try await #require(ClientProgram.curl).run(["-sg", "--noproxy", "*", "-w", " %{http_code}"] + arguments).text
    }

    @Test("what a client asks is passed on, recorded and redacted, and can be served", .curl) func records()
      async throws
    {
      try await withLoopbackServer(answering: Self.service()) { server in
        let recorder = try await ServingProcess(["record", "\(server.host)/v1/", "-o", "cart.har"])
        let host = "http://127.0.0.1:\(recorder.port)"
        #expect(try await curl("\(host)/cart?filter[kind]=a%20b") == #"{"total":12} 200"#)
        #expect(try await curl("-H", "Authorization: Bearer \(Self.secret)", "\(host)/me") == #"{"name":"Ada"} 200"#)
        // The client gets the redirect itself, and is not led away.
        let old = try await curl("-i", "\(host)/old")
        #expect(old.hasPrefix("HTTP/1.1 302 Found\r\n") && old.contains("Location: /v1/cart\r\n"))
        // On http, a browser would not keep the cookie as it was.
        #expect(try await curl("-i", "\(host)/cart?filter[kind]=a%20b").contains("Set-Cookie: id=1; Path=/\r\n"))
        #expect(try await curl("-d", #"{"id":1}"#, "\(host)/orders").hasSuffix("add --all-methods.\n 405"))
        let text = try await recorder.end()
        #expect(text.contains("into cart.har at http://127.0.0.1:"))
        #expect(text.contains("/v1/me → 200 recorded"))
        #expect(text.contains("Recorded 4 exchanges into cart.har."))
        #expect(!text.contains(Self.secret))
        let file = try #require(recorder.sandbox.text("cart.har"))
        #expect(!file.contains(Self.secret))
        let har = try HAR(Data(file.utf8))
        #expect(har.log.entries.map(\.response.status) == [200, 200, 302, 200])
        #expect(har.log.entries.first?.request.url == "\(server.host)/v1/cart?filter%5Bkind%5D=a%20b")

        let serving = try await ServingProcess("cart.har", file)
        let served = "http://127.0.0.1:\(serving.port)/v1/cart?filter[kind]=a%20b"
        #expect(try await curl(served) == #"{"total":12} 200"#)
        _ = try await serving.end()
      }
    }

    @Test("all methods are passed on where that is asked for", .curl) func allMethods() async throws {
      try await withLoopbackServer(answering: Self.service()) { server in
        let recorder = try await ServingProcess(["record", "\(server.host)/v1", "--output=cart.har", "--all-methods"])
        let url = "http://127.0.0.1:\(recorder.port)/orders"
        #expect(try await curl("-H", "Content-Type: application/json", "-d", #"{"id":1}"#, url) == #"{"id":1} 201"#)
        #expect(try await recorder.end().contains("Recorded 1 exchange into cart.har. No secrets were found."))
      }
    }

    @Test("a page of another origin cannot read what is passed on, and other names are refused", .curl)
    func otherOrigins() async throws {
      try await withLoopbackServer(answering: Self.service()) { server in
        let recorder = try await ServingProcess(["record", "\(server.host)", "-o", "cart.har", "--cors=http://a"])
        let url = "http://127.0.0.1:\(recorder.port)/v1/old"
        #expect(try await curl("-i", "-H", "Origin: http://a", url).contains("Access-Control-Allow-Origin: http://a"))
        #expect(try await !curl("-i", "-H", "Origin: http://b", url).contains("Access-Control-Allow-Origin"))
        #expect(try await curl("-H", "Host: evil.example", url).hasSuffix(" 421"))
        let proxied = try await #require(ClientProgram.curl).run(
          [
            "-s", "--noproxy", "", "-x", "http://127.0.0.1:\(recorder.port)", "-w", " %{http_code}",
            "http://localhost:1/old",
          ])
        #expect(proxied.text.hasSuffix(" 421"))
        _ = try await recorder.end()
      }
    }

    @Test("each cookie of an answer keeps its field", .curl) func cookies() async throws {
      let cookies: HTTPHeaders = [
        "Set-Cookie": "a=1; Expires=Wed, 11 Jun 2031 17:42:08 GMT", "Set-Cookie": "b=2; Path=/",
      ]
      let transport = MockTransport(.get("/in").respond(with: .text("in", headers: cookies)))
      try await withLoopbackServer(answering: transport) { server in
        let recorder = try await ServingProcess(["record", "\(server.host)", "-o", "in.har"])
        let answer = try await curl("-i", "http://127.0.0.1:\(recorder.port)/in")
        #expect(answer.contains("Set-Cookie: a=1; Expires=Wed, 11 Jun 2031 17:42:08 GMT\r\n"), "\(answer)")
        #expect(answer.contains("Set-Cookie: b=2; Path=/\r\n"), "\(answer)")
        _ = try await recorder.end()
        let har = try HAR(Data(try #require(recorder.sandbox.text("in.har")).utf8))
        #expect(har.log.entries[0].response.headers.filter { $0.name.lowercased() == "set-cookie" }.count == 2)
      }
    }

    @Test("events arrive before the service ends them, and are kept when the client leaves") func events() async throws
    {
      let (body, source) = AsyncThrowingStream.makeStream(of: Data.self)
      let left = AsyncStream.makeStream(of: Void.self)
      source.onTermination = { _ in left.continuation.finish() }
      let transport = MockTransport(
        .get("/events").respond(with: .stream(body, headers: ["Content-Type": "text/event-stream"])))
      try await withLoopbackServer(answering: transport) { server in
        let recorder = try await ServingProcess(["record", "\(server.host)", "-o", "events.har"])
        source.yield(Data("data: one\n\n".utf8))
        let url = try #require(URL(string: "http://127.0.0.1:\(recorder.port)/events"))
        let (events, received) = AsyncStream.makeStream(of: String.self)
        var request = URLRequest(url: url)
        // In real time, other tests may keep the processors for longer than a minute.
        request.timeoutInterval = 900
        let client = Task { [request] in
          // A client that has failed ends the test.
          defer { received.finish() }
          for try await chunk in try await URLSessionTransport().stream(request) {
            received.yield(String(decoding: chunk, as: UTF8.self))
          }
        }
        var iterator = events.makeAsyncIterator()
        #expect(await iterator.next() == "data: one\n\n")
        source.yield(Data("data: two\n\n".utf8))
        #expect(await iterator.next() == "data: two\n\n")
        client.cancel()
        // The service sees that its client's client has left.
        for await _ in left.stream {}
        let text = try await recorder.end()
        #expect(text.contains("/events → 200 recorded"), "\(text)")
        let har = try HAR(Data(try #require(recorder.sandbox.text("events.har")).utf8))
        #expect(har.log.entries.first?.response.content.text == "data: one\n\ndata: two\n\n")
      }
    }

    @Test("a client that leaves ends the call of the service") func leaving() async throws {
      let (body, source) = AsyncThrowingStream.makeStream(of: Data.self)
      let left = AsyncStream.makeStream(of: Void.self)
      source.onTermination = { _ in left.continuation.finish() }
      // More than fits on the way to a client that does not read.
      for _ in 0..<64 { source.yield(Data(count: 262_144)) }
      let transport = MockTransport(.get("/film").respond(with: .stream(body)))
      try await withLoopbackServer(answering: transport) { server in
        let recorder = try await ServingProcess(["record", "\(server.host)", "-o", "film.har"])
        let url = try #require(URL(string: "http://127.0.0.1:\(recorder.port)/film"))
        let hasBegun = AsyncStream.makeStream(of: Void.self)
        let client = Task {
          for try await _ in try await URLSessionTransport().stream(URLRequest(url: url)) {
            hasBegun.continuation.finish()
          }
        }
        for await _ in hasBegun.stream {}
        client.cancel()
        for await _ in left.stream {}
        #expect(try await recorder.end().contains("/film → 0 not recorded: the client left"))
      }
    }

    @Test("a client that leaves with the last byte has its exchange recorded", .curl) func leavingInTheEnd()
      async throws
    {
      let transport = MockTransport(.get("/a").respond(with: .data(Data(count: 9))).times(24))
      try await withLoopbackServer(answering: transport) { server in
        let recorder = try await ServingProcess(["record", "\(server.host)", "-o", "a.har"])
        let url = "http://127.0.0.1:\(recorder.port)/a"
        try await withThrowingTaskGroup(of: String.self) { group in
          for _ in 0..<24 { group.addTask { try await curl("-o", "/dev/null", url) } }
          for try await text in group { #expect(text == " 200") }
        }
        #expect(try await recorder.end().contains("Recorded 24 exchanges into a.har."))
      }
    }

    @Test("a body that is too large is passed on, and the text says how to record it", .curl) func large() async throws
    {
      let transport = MockTransport(
        .get("/film").respond(with: .data(Data(count: 1_000_001))), .get("/photo").respond(with: .data(Data(count: 9))))
      try await withLoopbackServer(answering: transport) { server in
        let recorder = try await ServingProcess(["record", "\(server.host)", "-o", "a.har", "--largest-body", "1"])
        let host = "http://127.0.0.1:\(recorder.port)"
        #expect(try await curl("-o", "/dev/null", "-w", "%{size_download}", "\(host)/film") == "1000001")
        #expect(try await curl("-o", "/dev/null", "-w", "%{size_download}", "\(host)/photo") == "9")
        let text = try await recorder.end()
        #expect(text.contains("not recorded: the body has more than 1 MB; --largest-body records it"), "\(text)")
        #expect(text.contains("Recorded 1 exchange into a.har."))
      }
    }

    @Test("what was recorded is kept at the end by any signal", .curl, arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func signals(_ signal: Int32) async throws {
      try await withLoopbackServer(answering: Self.service()) { server in
        let recorder = try await ServingProcess(["record", "\(server.host)/v1/", "-o", "cart.har"])
        for _ in 0..<3 { _ = try await curl("http://127.0.0.1:\(recorder.port)/cart?filter[kind]=a%20b") }
        _ = try await recorder.end(by: signal)
        let har = try HAR(Data(try #require(recorder.sandbox.text("cart.har")).utf8))
        #expect(har.log.entries.count == 3)
      }
    }

    @Test("what was recorded is kept where nobody reads the output any more", .curl) func closedOutput() async throws {
      try await withLoopbackServer(answering: Self.service()) { server in
        let recorder = try await ServingProcess(["record", "\(server.host)/v1/", "-o", "cart.har"])
        let status = try await recorder.endUnread(by: SIGTERM) {
          for _ in 0..<3 { _ = try await curl("http://127.0.0.1:\(recorder.port)/cart?filter[kind]=a%20b") }
        }
        #expect(status == 0)
        let har = try HAR(Data(try #require(recorder.sandbox.text("cart.har")).utf8))
        #expect(har.log.entries.count == 3)
      }
    }

    @Test("an answer that breaks off does so for the client as well, and is not recorded", .curl) func broken()
      async throws
    {
      let (body, source) = AsyncThrowingStream.makeStream(of: Data.self)
      source.yield(Data(count: 9))
      source.finish(throwing: URLError(.networkConnectionLost))
      let transport = MockTransport(.get("/film").respond(with: .stream(body)), .get("/a").respond(json: [1]))
      try await withLoopbackServer(answering: transport) { server in
        let recorder = try await ServingProcess(["record", "\(server.host)", "-o", "a.har"])
        let host = "http://127.0.0.1:\(recorder.port)"
        let film = try await #require(ClientProgram.curl).run(["-s", "--noproxy", "*", "\(host)/film"])
        #expect(film.status != 0)
        #expect(try await curl("\(host)/a") == "[1] 200")
        let text = try await recorder.end()
        #expect(text.contains("/film → 0 not recorded: the answer broke off"), "\(text)")
        #expect(text.contains("Recorded 1 exchange into a.har."))
      }
    }

    @Test("a service that does not answer is 502, and is not recorded", .curl) func noService() async throws {
      let recorder = try await ServingProcess(["record", "http://127.0.0.1:9", "-o", "cart.har"])
      #expect(try await curl("http://127.0.0.1:\(recorder.port)/").hasSuffix(" 502"))
      #expect(try await recorder.end().contains("Recorded 0 exchanges"))
    }

    @Test("Chromium's page is recorded", .chromium) func chromium() async throws {
      let page = #"<!DOCTYPE html><title>t</title><script>fetch("/data?a[]=1|2").then(() => fetch("/done"))</script>"#
      let transport = MockTransport(
        .get("/").respond(with: .text(page, contentType: "text/html; charset=utf-8")),
        .get("/data").query("a[]", "1|2").respond(json: [1]), .get("/done").respond(json: []))
      try await withLoopbackServer(answering: transport) { server in
        let recorder = try await ServingProcess(["record", "\(server.host)", "-o", "page.har"])
        let browser = try ClientProgram.Running.chromium(at: "http://127.0.0.1:\(recorder.port)/")
        _ = try await transport.nextRequest(matching: .get("/done"), timeout: .seconds(300))
        browser.end()
        let text = try await recorder.end()
        #expect(text.contains("/data?a[]=1%7C2 → 200 recorded") || text.contains("/data?a%5B%5D=1%7C2 → 200 recorded"))
      }
    }

    @Test(
      "what cannot be recorded is an error that says what to do",
      arguments: [
        (["record"], "Name the service to record, such as https://api.example.com."),
        (["record", "ftp://a", "-o", "a.har"], "is not the address of a service"),
        (["record", "https://a"], "Name the recording: --output cart.har."),
        (
          ["record", "https://a", "-o", "a.har", "--largest-body", "2 GB"],
          "--largest-body takes a number of megabytes from 0 to 2000, not"
        ),
        (
          ["record", "https://a", "-o", "a.har", "--output", "b.har"],
          "--output is given 2 times; give it once."
        ),
      ])
    func refused(_ arguments: [String], _ text: String) throws {
      let sandbox = try Sandbox()
      #expect(sandbox.run(arguments) == .failure)
      #expect(sandbox.errors.contains(text), "\(sandbox.errors)")
    }

    @Test("nothing is recorded on a continuous integration server, nor over a file") func refusedOnServer() async throws
    {
      #expect(RecordCommand.serverVariable(in: ["CI": "true"]) == "CI")
      #expect(RecordCommand.serverVariable(in: ["CI": "false", "JENKINS_URL": "http://a"]) == "JENKINS_URL")
      #expect(RecordCommand.serverVariable(in: ["CI": "0"]) == nil)
      #expect(RecordCommand.serverVariable(in: ["CI": "1", "NETWORK_TESTING_RECORD_IN_CI": "1"]) == nil)
      let sandbox = try Sandbox(["cart.har": "{}"])
      let program = ClientProgram(file: try #require(Sandbox.program))
      let output = try await program.run(
        ["record", "http://127.0.0.1:9", "-o", "\(sandbox.folder.path)/new.har"], environment: ["CI": "1"])
      #expect(output.status == 2)
      #expect(output.errors.contains("Nothing is recorded on a continuous integration server: CI is set."))
      #expect(sandbox.text("new.har") == nil)
      let other = try await program.run(
        ["record", "http://127.0.0.1:9", "-o", "\(sandbox.folder.path)/cart.har"], environment: [:])
      #expect(other.status == 2)
      #expect(other.errors.contains("already exists. Name a new file, or remove it."))
      #expect(sandbox.text("cart.har") == "{}")
    }
  }
#endif
