#if os(macOS) || os(Linux)
  import Foundation
  import NetworkLoopback
  import TestSupport
  import Testing

  @Suite(.enabled(if: Sandbox.program != nil, "network-fixtures was not built beside the tests"))
  struct ServedFixturesTests {
    private static let files = [
      "Fixtures/users/ada.json": #"{"name":"Ada"}"#, "Fixtures/index.html": "<p>home</p>",
      "Fixtures/gone.http": "HTTP/1.1 410 Gone\nX-Kind: a\n\ngone", "login.http": "HTTP/1.1 201 Created\n\nwelcome",
      "split.har": split, "secret.txt": "secret",
    ]

    /// A recording whose field would end the head and begin another field.
    private static let split = recording(url: "https://api.example.com/split?filter[name]=a%20b").replacingOccurrences(
      of: #""headers": [],"#, with: #""headers": [{"name": "X-A: 1\r\nX-B", "value": "2"}],"#)

    private func serving(_ arguments: String...) async throws -> ServingProcess {
      try await ServingProcess(["serve"] + arguments, files: Self.files)
    }

    @Test("a folder answers at the paths of its files, with or without their endings, and as they are now")
    func folder() async throws {
      let serving = try await serving("Fixtures")
      #expect(try await serving.get("/users/ada.json") == #"200 {"name":"Ada"}"#)
      #expect(try await serving.get("/users/ada?page=1") == #"200 {"name":"Ada"}"#)
      #expect(try await serving.get("/") == "200 <p>home</p>")
      #expect(try await serving.get("/gone") == "410 gone")
      let answer = try await serving.send("/gone", [:]).1
      #expect(answer.value(forHTTPHeaderField: "X-Kind") == "a")
      try serving.sandbox.write("[]", "Fixtures/users/ada.json")
      #expect(try await serving.get("/users/ada") == "200 []")
      #expect(try await serving.get("/users").hasPrefix("404 "))
      #expect(try await serving.get("/..%2Fsecret.txt").hasPrefix("404 "))
      #expect(try await serving.get("/%2E%2E/secret.txt").hasPrefix("404 "))
      let text = try await serving.end()
      #expect(text.hasPrefix("Serving 3 fixtures at http://127.0.0.1:"))
    }

    @Test("recordings come before fixtures, and an answer is served by its name") func together() async throws {
      let serving = try await serving("login.http", "split.har", "Fixtures")
      #expect(try await serving.get("/login") == "201 welcome")
      #expect(try await serving.get("/users/ada") == #"200 {"name":"Ada"}"#)
      #expect(try await serving.end().hasPrefix("Serving 1 exchange and 4 fixtures at"))
    }

    @Test("an icon that was not recorded is 404, and no more is said") func icon() async throws {
      let serving = try await serving("split.har")
      #expect(try await serving.get("/favicon.ico") == "404 ")
      let text = try await serving.end()
      #expect(text.contains("/favicon.ico → 404 no icon\n\nServed 1 request.\n"))
    }

    @Test("each answer comes after the delay") func delay() async throws {
      let serving = try await serving("Fixtures", "--delay", "30")
      let start = ContinuousClock.now
      #expect(try await serving.get("/users/ada").hasPrefix("200 "))
      #expect(start.duration(to: .now) >= .milliseconds(30))
      _ = try await serving.end()
    }

    @Test("a name of a field that splits an answer is not sent, and an odd target finds its exchange", .curl)
    func splitting() async throws {
      let serving = try await serving("split.har")
      let curl = try #require(ClientProgram.curl)
      let output = try await curl.run(
        ["-sgi", "--noproxy", "*", "http://127.0.0.1:\(serving.port)/split?filter[name]=a%20b"])
      #expect(output.text.hasPrefix("HTTP/1.1 500 "))
      #expect(!output.text.contains("\r\nX-B"))
      #expect(
        output.text.contains(#"The answer of exchange #1 cannot be sent: "X-A: 1\r\nX-B" is not the name of a field"#))
      _ = try await serving.end()
    }

    @Test(
      "names that are not the loopback interface's are refused, unless they are given", .curl,
      arguments: [
        ("evil.example", 421), ("evil.example:80", 421), ("127.0.0.1.evil.example", 421), ("128.0.0.1", 421),
        ("localhost.evil.example", 421), ("mac.local", 200), ("MAC.local:8080", 200), ("localhost", 200),
        ("app.localhost:80", 200), ("127.0.0.1", 200), ("127.9.9.9", 200), ("[::1]:80", 200),
      ])
    func rebinding(_ name: String, status: Int) async throws {
      let serving = try await serving("Fixtures", "--host", "mac.local")
      let curl = try #require(ClientProgram.curl)
      let url = "http://127.0.0.1:\(serving.port)/users/ada"
      let output = try await curl.run(["-s", "-w", "%{http_code}", "--noproxy", "*", "-H", "Host: \(name)", url])
      #expect(output.text.hasSuffix("\(status)"))
      #expect(output.text.contains("Ada") == (status == 200))
      // As a proxy, too.
      let proxied = try await curl.run([
        "-s", "--noproxy", "", "-w", "%{http_code}", "-x", "http://127.0.0.1:\(serving.port)",
        "http://\(name)/users/ada",
      ])
      #expect(proxied.text.hasSuffix("\(status)"))
      let text = try await serving.end()
      #expect(text.contains("refused with 421: it asks for") == (status == 421))
    }

    @Test("WebSockets of pages of other origins are refused", .curl) func foreignSocket() async throws {
      let serving = try await serving("Fixtures", "--cors=http://localhost:3000")
      let curl = try #require(ClientProgram.curl)
      func status(_ origin: String) async throws -> String {
        try await curl.run([
          "-s", "-o", "/dev/null", "-w", "%{http_code}", "--noproxy", "*", "-H", "Upgrade: websocket", "-H",
          "Connection: Upgrade", "-H", "Origin: \(origin)", "http://127.0.0.1:\(serving.port)/socket",
        ]).text
      }
      #expect(try await status("http://evil.example") == "403")
      #expect(try await status("http://localhost:3000") == "404")
      #expect(try await status("http://127.0.0.1:\(serving.port)") == "404")
      _ = try await serving.end()
    }

    @Test("a page of another origin cannot read what is served, and one that is given can", .chromium)
    func otherOrigins() async throws {
      let pages = MockTransport(.post("/done").respond(status: 204))
      try await withLoopbackServer(answering: pages) { site in
        for isAllowed in [false, true] {
          let serving = try await ServingProcess(
            ["serve", "Fixtures"] + (isAllowed ? ["--cors=\(site.host)"] : []), files: Self.files)
          let page = """
            <!DOCTYPE html><title>page</title><script>
            const main = async () => {
              let text;
              try { text = await (await fetch("http://127.0.0.1:\(serving.port)/users/ada")).text(); }
              catch (error) { text = error.name; }
              await fetch("/done", { method: "POST", body: text });
            };
            main();
            </script>
            """
          await pages.add(.get("/\(isAllowed)").respond(with: .text(page, contentType: "text/html; charset=utf-8")))
          let browser = try ClientProgram.Running.chromium(at: "\(site.host)/\(isAllowed)")
          let done = try await pages.nextRequest(matching: .post("/done"), timeout: .seconds(300))
          browser.end()
          #expect(String(decoding: done.body, as: UTF8.self) == (isAllowed ? #"{"name":"Ada"}"# : "TypeError"))
          #expect(try await serving.end().contains("/users/ada → 200 a fixture"))
        }
      }
    }
  }
#endif
