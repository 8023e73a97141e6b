import NetworkLoopback
import NetworkStubs
import TestSupport

/// Clients of others.
struct OtherClientTests {
  /// What each client is asked to do; it prints what it saw, in this form.
  private static let expected = """
    GET 200 ["Tea"]
    POST 201 {"title":"Tea"}
    UPLOAD 200 300000
    STREAM one two three
    MISSING 404
    FAULT error
    """

  private static func stubs() -> MockTransport {
    MockTransport(
      .get("/items").respond(with: .text(#"["Tea"]"#, contentType: "application/json")),
      .post("/items").respond { HTTPResponse(status: 201, body: $0.body) },
      .put("/upload").respond { HTTPResponse(body: Data("\($0.body.count)".utf8)) },
      .get("/stream").respond(with: .stream("one ", .pause(.milliseconds(1)), "two ", "three")),
      .get("/missing").respond(status: 404),
      .get("/fault").respond(with: .fault(.connectionLost(afterBodyBytes: 3))).repeatingLast())
  }

  private func run(_ program: ClientProgram?, _ arguments: [String]) async throws {
    try await withLoopbackServer(answering: Self.stubs()) { server in
      let output = try await #require(program).run(arguments + ["\(server.host)"])
      #expect(output.text.trimmingCharacters(in: .newlines) == Self.expected, "\(output.errors)")
    }
  }

  @Test("Python's http.client", .python("http.client")) func pythonHttpClient() async throws {
    let script = """
      import http.client, sys, urllib.parse
      host = urllib.parse.urlparse(sys.argv[1]).netloc
      c = http.client.HTTPConnection(host)
      def ask(method, path, body=None, **more):
          c.request(method, path, body, **more)
          r = c.getresponse()
          return r.status, r.read().decode()
      print("GET", *ask("GET", "/items"))
      print("POST", *ask("POST", "/items", '{"title":"Tea"}', headers={"Content-Type": "application/json"}))
      print("UPLOAD", *ask("PUT", "/upload", iter([b"a" * 100000] * 3), encode_chunked=True))
      print("STREAM", ask("GET", "/stream")[1])
      print("MISSING", ask("GET", "/missing")[0])
      try: ask("GET", "/fault"); print("FAULT none")
      except (ConnectionError, http.client.HTTPException): print("FAULT error")
      """
    try await run(.python(with: "http.client"), ["-c", script])
  }

  @Test("httpx", .python("httpx")) func httpx() async throws {
    let script = """
      import httpx, sys
      with httpx.Client(base_url=sys.argv[1], trust_env=False) as c:
          r = c.get("/items"); print("GET", r.status_code, r.text)
          r = c.post("/items", content='{"title":"Tea"}'); print("POST", r.status_code, r.text)
          r = c.put("/upload", content=iter([b"a" * 100000] * 3)); print("UPLOAD", r.status_code, r.text)
          with c.stream("GET", "/stream") as r: print("STREAM", "".join(r.iter_text()))
          print("MISSING", c.get("/missing").status_code)
          try: c.get("/fault"); print("FAULT none")
          except httpx.TransportError: print("FAULT error")
      """
    try await run(.python(with: "httpx"), ["-c", script])
  }

  @Test("aiohttp", .python("aiohttp")) func aiohttp() async throws {
    let script = """
      import aiohttp, asyncio, sys
      async def pieces():
          for _ in range(3): yield b"a" * 100000
      async def main():
          async with aiohttp.ClientSession(sys.argv[1]) as c:
              async with c.get("/items") as r: print("GET", r.status, await r.text())
              async with c.post("/items", data='{"title":"Tea"}') as r: print("POST", r.status, await r.text())
              async with c.put("/upload", data=pieces()) as r: print("UPLOAD", r.status, await r.text())
              async with c.get("/stream") as r: print("STREAM", await r.text())
              async with c.get("/missing") as r: print("MISSING", r.status)
              try:
                  async with c.get("/fault") as r: await r.text()
                  print("FAULT none")
              except aiohttp.ClientError: print("FAULT error")
      asyncio.run(main())
      """
    try await run(.python(with: "aiohttp"), ["-c", script])
  }

  @Test("Node's fetch", .node) func nodeFetch() async throws {
    let script = """
      const host = process.argv[1];
      const main = async () => {
        const show = async (name, r) => console.log(name, r.status, await r.text());
        await show("GET", await fetch(host + "/items"));
        await show("POST", await fetch(host + "/items", { method: "POST", body: '{"title":"Tea"}' }));
        const body = new ReadableStream({ start(c) { for (let i = 0; i < 3; i++) c.enqueue(new Uint8Array(100000)); c.close(); } });
        await show("UPLOAD", await fetch(host + "/upload", { method: "PUT", body, duplex: "half" }));
        console.log("STREAM", await (await fetch(host + "/stream")).text());
        console.log("MISSING", (await fetch(host + "/missing")).status);
        try { await (await fetch(host + "/fault")).text(); console.log("FAULT none"); } catch { console.log("FAULT error"); }
      };
      main();
      """
    try await run(.node, ["-e", script])
  }

  @Test("Chromium's fetch and EventSource", .chromium) func chromiumFetch() async throws {
    let page = """
      <!DOCTYPE html><title>page</title><pre id="out"></pre><script>
      const out = [];
      const main = async () => {
        const show = async (name, r) => out.push(name + " " + r.status + " " + await r.text());
        await show("GET", await fetch("/items"));
        await show("POST", await fetch("/items", { method: "POST", body: '{"title":"Tea"}' }));
        await show("UPLOAD", await fetch("/upload", { method: "PUT", body: new Uint8Array(300000) }));
        out.push("STREAM " + await (await fetch("/stream")).text());
        out.push("MISSING " + (await fetch("/missing")).status);
        try { await (await fetch("/fault")).text(); out.push("FAULT none"); } catch { out.push("FAULT error"); }
        const events = new EventSource("/events");
        events.onmessage = async (event) => {
          out.push("EVENT " + event.data + " " + event.lastEventId);
          if (event.data != "last") return;
          events.close();
          await fetch("/done", { method: "POST", body: out.join("\\n") });
        };
      };
      main();
      </script>
      """
    let transport = Self.stubs()
    await transport.add(
      .get("/").respond(with: .text(page, contentType: "text/html; charset=utf-8")),
      // The browser comes back for what followed the last it saw.
      .get("/events").header("Last-Event-ID", "7").respond(with: .events([ServerSentEvent("last", id: "8")])),
      .get("/events").respond(with: .events([ServerSentEvent("first", id: "7", retry: .milliseconds(1))])),
      .get("/favicon.ico").respond(status: 404).optional(), .post("/done").respond(status: 204))
    try await withLoopbackServer(answering: transport) { server in
      let browser = try ClientProgram.Running.chromium(at: "\(server.host)/")
      defer { browser.end() }
      let done = try await transport.nextRequest(matching: .post("/done"), timeout: .seconds(300))
      #expect(String(decoding: done.body, as: UTF8.self) == Self.expected + "\nEVENT first 7\nEVENT last 8")
    }
  }

  @Test("Chromium's pages of another origin read answers where they may", .chromium)
  func chromiumOrigins() async throws {
    let (shared, closed) = (Self.api(), Self.api())
    let pages = MockTransport(.get("/favicon.ico").respond(status: 404).optional(), .post("/done").respond(status: 204))
    try await withLoopbackServers(answering: shared, closed) { hosts in
      let page = """
        <!DOCTYPE html><title>page</title><script>
        const ask = async (...all) => {
          try { const r = await fetch(...all); return [r.status, await r.text(), r.headers.get("X-Total")].join(" "); }
          catch (error) { return error.name; }
        };
        const main = async () => {
          const lines = [];
          for (const url of \(hosts.map { "\($0)/items" })) {
            lines.push(await ask(url, { credentials: "include" }));
            lines.push(await ask(url, { method: "PUT", headers: { "X-Kind": "a" }, body: "x" }));
          }
          await fetch("/done", { method: "POST", body: lines.join("\\n") });
        };
        main();
        </script>
        """
      await pages.add(.get("/").respond(with: .text(page, contentType: "text/html; charset=utf-8")))
      try await withLoopbackServer(answering: pages) { site in
        let browser = try ClientProgram.Running.chromium(at: "\(site.host)/")
        defer { browser.end() }
        let done = try await pages.nextRequest(matching: .post("/done"), timeout: .seconds(300))
        let lines = ["200 [\"Tea\"] ", "200 {\"id\":1} 1", "TypeError", "TypeError"]
        #expect(String(decoding: done.body, as: UTF8.self) == lines.joined(separator: "\n"))
      }
    }
    // What the browser asks first is the server's to answer, or the transport's.
    #expect(await shared.requests.map(\.method) == [.get, .put])
    #expect(await closed.requests.map(\.method) == [.get, .options])
  }

  private static func api() -> MockTransport {
    MockTransport(
      .put("/items").header("X-Kind", "a").respond(json: ["id": 1], headers: ["X-Total": "1"]).optional(),
      .options("/items").respond(status: 204).optional(),
      .get("/items").respond(json: ["Tea"]))
  }

  /// A server that shares its answers with pages of all origins, and one that does not.
  private func withLoopbackServers(
    answering shared: MockTransport, _ closed: MockTransport, _ body: ([URLHost]) async throws -> Void
  ) async throws {
    try await withLoopbackServer(answering: shared, cors: true) { first in
      try await withLoopbackServer(answering: closed) { try await body([first.host, $0.host]) }
    }
  }

  @Test("URLSession downloads, and uploads a stream and a file") func downloadsAndUploads() async throws {
    try await withLoopbackServer(answering: CountingTransport()) { server in
      let session = URLSession(configuration: .ephemeral)
      defer { session.invalidateAndCancel() }
      let url = try #require(URL(string: "\(server.host)/"))
      var request = URLRequest(url: url)
      request.setValue("3000000", forHTTPHeaderField: "X-Size")
      let size = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int, any Error>) in
        let task = session.downloadTask(with: request) { file, _, error in
          let data = file.flatMap { try? Data(contentsOf: $0) }
          continuation.resume(with: error.map { .failure($0) } ?? .success(data?.count ?? -1))
        }
        task.resume()
      }
      #expect(size == 3_000_000)

      var upload = URLRequest(url: url)
      upload.httpMethod = "PUT"
      let body = Data(repeating: 0x61, count: 2_000_000)
      let (_, response) = try await session.upload(for: upload, from: body)
      #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-Count") == "2000000")

      upload.httpBodyStream = InputStream(data: body)
      let (_, streamed) = try await session.data(for: upload)
      #expect((streamed as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-Count") == "2000000")
    }
  }
}
