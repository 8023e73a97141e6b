#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  @testable import network_fixtures

  @Suite(.enabled(if: Sandbox.program != nil, "network-fixtures was not built beside the tests"))
  struct ServeCommandTests {
    @Test("the traffic is printed as it comes, without secrets and control characters")
    func printsTraffic() async throws {
      let serving = try await ServingProcess("shop.har", Self.shop)
      #expect(try await serving.get("/items?page=2") == "200 [1]")
      let missing = try await serving.get("/items?page=3", ["Authorization": "Bearer \(Self.secret)"])
      #expect(missing.hasPrefix("404 No recorded exchange answers GET"))
      #expect(missing.contains(#"✗ query page  expected "2", got "3""#))
      #expect(try await serving.get("/%1B%5B31m?token=\(Self.secret)").hasPrefix("404"))
      let text = try await serving.end()
      #expect(!text.contains(Self.secret) && !missing.contains(Self.secret))
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
      try expectGolden(serving.portless(text), "Command/serve.txt")
    }

    @Test("answers come in their order, then the last again, whatever host they are of") func inOrder() async throws {
      let serving = try await ServingProcess("shop.har", Self.shop)
      var answers: [String] = []
      for _ in 0..<4 { answers.append(try await serving.get("/cart")) }
      #expect(answers == ["200 empty", "200 tea", "200 tea", "200 tea"])
      // Of another host, and without the field that says it is compressed, which it is not.
      #expect(try await serving.get("/old") == "200 [1]")
      await #expect(throws: URLError.self) { try await serving.get("/lost") }
      #expect(try await serving.end().contains("/lost → 0 no answer, as in exchange #5"))
    }

    @Test("the whole of the traffic is printed on request, and pages of others may read it")
    func printsAll() async throws {
      let serving = try await ServingProcess("shop.har", Self.shop, "--full", "--cors=http://example.com")
      #expect(try await serving.get("/items?page=2", ["Cookie": "session=\(Self.secret)"]) == "200 [1]")
      let answer = try await serving.send("/items?page=2", ["Origin": "http://example.com"]).1
      #expect(answer.value(forHTTPHeaderField: "Access-Control-Allow-Origin") == "http://example.com")
      let other = try await serving.send("/items?page=2", ["Origin": "http://evil.example"]).1
      #expect(other.value(forHTTPHeaderField: "Access-Control-Allow-Origin") == nil)
      let text = try await serving.end(by: SIGTERM)
      #expect(text.contains("  [1]\n") && text.contains("  Cookie: session=REDACTED"))
      #expect(!text.contains(Self.secret))
    }

    @Test(
      "what cannot be served is an error that says what to do",
      arguments: [
        (["shop.har", "--port", "http"], "--port takes a number from 0 to 65535, not \"http\"."),
        (["shop.har", "--delay", "1s"], "--delay takes a number of milliseconds, not \"1s\"."),
        (["shop.har", "--pace", "fast"], "--pace takes recorded or immediate, not \"fast\"."),
        (["shop.har", "--cors=*"], "--cors takes an origin such as http://localhost:3000, not \"*\"."),
        (["shop.har", "--cors=http://a/b"], "--cors takes an origin such as http://localhost:3000, not"),
        (["shop.har", "--host", "a b"], "--host takes a name such as mac.local, not \"a b\"."),
        (["request.http"], "it is a request, not a response."),
        (["shop.har", "--port", "65536"], "--port takes a number from 0 to 65535, not \"65536\"."),
        ([], "Name the recording to serve."),
        (["shops.har"], "\"shops.har\" cannot be read: "),
        (["text.har"], "cannot be read: it is not JSON"),
      ])
    func refused(_ arguments: [String], _ text: String) throws {
      let sandbox = try Sandbox([
        "shop.har": Self.shop, "text.har": "not a recording", "request.http": "GET / HTTP/1.1\nHost: a\n\n",
      ])
      #expect(sandbox.run(["serve"] + arguments) == .failure)
      #expect(sandbox.errors.contains(text), "\(sandbox.errors)")
      #expect(sandbox.output.isEmpty)
    }

    private static func links(_ type: String = "application/json") -> String {
      #"""
      {"log": {"entries": [
        {"request": {"method": "GET", "url": "https://api.example.com/repos", "headers": []},
         "response": {"status": 200, "headers": [
           {"name": "Link", "value": "<https://api.example.com/repos?page=2>; rel=\"next\", <https://other.example/>; rel=\"help\""},
           {"name": "Content-Location", "value": "https://api.example.com/repos/all"},
           {"name": "Refresh", "value": "5; url=https://api.example.com/new"}],
          "content": {"mimeType": "\#(type)", "text": "{\"next\": \"https://api.example.com/repos?page=2\", \"a\": \"https:\\/\\/API.example.com\\/b\", \"c\": \"https://api.example.com.evil.example/\"}"}}},
        {"request": {"method": "GET", "url": "https://api.example.com/search?q=tea&t=17"},
         "response": {"status": 200, "headers": [], "content": {"mimeType": "text/plain", "text": "found"}}}
      ]}}
      """#
    }

    @Test("fields that lead to the recorded service lead here, and the traffic names links in bodies")
    func links() async throws {
      let serving = try await ServingProcess("links.har", Self.links())
      let (body, response) = try await serving.send("/repos", [:])
      let here = "http://127.0.0.1:\(serving.port)"
      #expect(
        response.value(forHTTPHeaderField: "Link")
          == "<\(here)/repos?page=2>; rel=\"next\", <https://other.example/>; rel=\"help\"")
      #expect(response.value(forHTTPHeaderField: "Content-Location") == here + "/repos/all")
      #expect(response.value(forHTTPHeaderField: "Refresh") == "5; url=" + here + "/new")
      // The recording has the type, and not the field.
      #expect(response.value(forHTTPHeaderField: "Content-Type") == "application/json")
      #expect(body.contains("https://api.example.com/repos"))
      #expect(try await serving.end().contains("exchange #1, with 2 links to api.example.com"))
    }

    @Test("links in bodies lead here on request, and items of a query may differ each time")
    func localLinks() async throws {
      let serving = try await ServingProcess("links.har", Self.links(), "--local-links", "--except", "t")
      let here = "http://127.0.0.1:\(serving.port)"
      let escaped = here.replacingOccurrences(of: "/", with: #"\/"#)
      #expect(
        try await serving.get("/repos")
          == #"200 {"next": "\#(here)/repos?page=2", "a": "\#(escaped)\/b", "c": "https://api.example.com.evil.example/"}"#
      )
      #expect(try await serving.get("/search?q=tea&t=99") == "200 found")
      #expect(try await serving.get("/search?t=100&q=tea") == "200 found")
      #expect(try await serving.get("/search?q=coffee&t=17").hasPrefix("404"))
      _ = try await serving.end()
    }

    @Test("pieces come when they were recorded, on request")
    func pace() async throws {
      let events = #"""
        {"log": {"entries": [{"time": 120, "_chunks": [{"size": 9, "time": 1}, {"size": 9, "time": 120}],
          "request": {"method": "GET", "url": "https://api.example.com/events"},
          "response": {"status": 200, "headers": [{"name": "Content-Type", "value": "text/event-stream"}],
            "content": {"mimeType": "text/event-stream", "text": "data: 1\n\ndata: 2\n\n"}}}]}}
        """#
      let serving = try await ServingProcess("events.har", events, "--pace", "recorded")
      let start = ContinuousClock.now
      #expect(try await serving.get("/events") == "200 data: 1\n\ndata: 2\n\n")
      #expect(start.duration(to: .now) >= .milliseconds(119))
      _ = try await serving.end()
    }

    @Test("a port in use is an error that says what to do") func portInUse() async throws {
      let serving = try await ServingProcess("shop.har", Self.shop)
      let sandbox = try Sandbox(["shop.har": Self.shop])
      #expect(sandbox.run("serve", "shop.har", "--port", "\(serving.port)") == .failure)
      #expect(
        sandbox.errors.contains(
          "The port \(serving.port) is in use. Stop the program that uses it, or give another port: without --port, the system chooses one."
        ))
      #expect(try await serving.end(by: nil).hasSuffix("Served 0 requests.\n"))
    }

    private static let secret = "sk_live_4eC39HqLyjWDarjtT1zdp7dc"

    private static let shop = """
      {"log": {"version": "1.2", "creator": {"name": "t", "version": "1"}, "entries": [
        \(entry("https://api.example.com/items?page=2", body: "[1]")),
        \(entry("https://api.example.com/cart", body: "empty")),
        \(entry("https://api.example.com/cart", body: "tea")),
        \(entry("https://shop.example.com/old", status: 302, field: ("Location", "https://api.example.com/items?page=2"))),
        \(entry("https://api.example.com/lost", status: 0))
      ]}}
      """

    private static func entry(
      _ url: String, status: Int = 200, field: (String, String) = ("Content-Encoding", "gzip"), body: String = ""
    ) -> String {
      """
      {"startedDateTime": "2026-01-02T03:04:05.000Z", "time": 12, "cache": {}, "timings": {"send": 0, "wait": 12, "receive": 0},
        "request": {"method": "GET", "url": "\(url)", "httpVersion": "HTTP/1.1", "cookies": [], "queryString": [],
          "headers": [], "headersSize": -1, "bodySize": 0},
        "response": {"status": \(status), "statusText": "", "httpVersion": "HTTP/1.1", "cookies": [],
          "headers": [{"name": "\(field.0)", "value": "\(field.1)"}], "redirectURL": "", "headersSize": -1, "bodySize": -1,
          "content": {"size": \(body.utf8.count), "mimeType": "text/plain", "text": "\(body)"}}}
      """
    }
  }
#endif
