#if os(macOS) || os(Linux)
  import Foundation
  import NetworkTesting
  import TestSupport
  import Testing

  @testable import NetworkStubs

  @Suite("The curl line")
  struct CurlCommandTests {
    /// What a shell hands to `curl` when the line is pasted.
    private func words(_ request: URLRequest) throws -> [String] {
      let script = "curl() { printf '%s\\0' \"$@\"; }\n" + CurlCommand(ReceivedRequest(request)).text
      let (text, status) = try ChildProcess(URL(fileURLWithPath: "/bin/bash"), ["-c", script]).result()
      #expect(status == 0)
      return text.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    @Test(
      "the curl line reaches curl as it was meant, whatever is in the body",
      arguments: [
        "plain", "it's", "\"$HOME\" `date` $(date) \\ !", "a\nb\tc", "# no comment", "é 🍵", "--option", "'", "''",
        "@file",
      ])
    func body(text: String) throws {
      let words = try words(.make(.post, "https://api.example.com/a?b=1&c=$d", headers: ["X-Note": "it's"], body: text))
      #expect(words == ["-X", "POST", "https://api.example.com/a?b=1&c=$d", "-H", "X-Note: it's", "--data-raw", text])
    }

    @Test(
      "the curl line is left out where no server can have the name",
      arguments: [
        ("https://test/a", false), ("https://api.test/a", false), ("https://a.b.example/a", false),
        ("https://x.invalid/a", false), ("https://api.example.com/a", false), ("https://example.org/a", false),
        ("http://localhost:8080/a", true), ("http://127.0.0.1:8080/a", true), ("https://api.shop.com/a", true),
        ("https://counterexample.com/a", true),
      ])
    func names(url: String, canBeRun: Bool) {
      #expect(CurlCommand(ReceivedRequest(.make(.get, url))).canBeRun == canBeRun)
    }

    @Test("the curl line ends the text about a request that no stub answers, where it can be run as it is")
    func unanswered() async {
      func text(_ url: String, headers: [String: String] = [:]) async -> String {
        let issues = await recordedIssues {
          let transport = MockTransport(.get("/a").respond(status: 204).optional())
          _ = try? await transport.send(.make(.get, url, headers: headers))
        }
        return issues.first?.text ?? ""
      }
      #expect(await text("https://api.shop.com/b").contains("To send it by hand:\n  curl https://api.shop.com/b"))
      #expect(await !text("https://api.example.com/b").contains("curl"))
      #expect(await !text("https://api.shop.com/b", headers: ["Authorization": "Bearer 12345"]).contains("curl"))
    }

    @Test(
      "the curl line of a whole request has all fields and the whole body, sorted, an argument a line where it is long")
    func whole() {
      let short = URLRequest.make(.post, "https://api.example.com/a", headers: ["B": "2", "A": "1"], body: "it's")
      #expect(
        ReceivedRequest(short).curl
          == #"curl -X POST https://api.example.com/a -H 'A: 1' -H 'B: 2' --data-raw 'it'\''s'"#)
      let fields = Dictionary(
        uniqueKeysWithValues: (10..<20).map { ("X-\($0)", String(repeating: "\($0)", count: 60)) })
      let body = String(repeating: "a", count: 1_000)
      let long = ReceivedRequest(.make(.post, "https://api.example.com/a", headers: fields, body: body)).curl
      let lines = (10..<20).map { "-H 'X-\($0): \(String(repeating: "\($0)", count: 60))'" }
      #expect(
        long
          == (["curl -X POST", "https://api.example.com/a"] + lines + ["--data-raw \(body)"]).joined(
            separator: " \\\n  "))
    }

    @Test("the curl line of a whole request masks secrets, unless they are the test's own")
    func ownSecrets() {
      let request = ReceivedRequest(
        .make(.get, "https://api.example.com/a", headers: ["Authorization": "Bearer live-1"]))
      #expect(request.curl == "curl https://api.example.com/a -H 'Authorization: Bearer •••'")
      #expect(request.curl(maskingSecrets: false) == "curl https://api.example.com/a -H 'Authorization: Bearer live-1'")
    }

    @Test("the curl line has no method for a GET, and no secret")
    func get() throws {
      let request = URLRequest.make(
        .get, "https://u:pw@api.example.com/a?key=live", headers: ["Authorization": "Bearer live"])
      let words = try words(request)
      #expect(words == ["https://•••@api.example.com/a?key=•••", "-H", "Authorization: Bearer •••"])
    }

    @Test(
      "the curl line masks a secret in a body that is not JSON",
      arguments: ["user=ada&password=live", #"{"password": "live", "#])
    func damaged(body: String) throws {
      #expect(!(try words(.make(.post, "https://api.example.com/a", body: body)).last ?? "live").contains("live"))
    }

    @Test("the curl line sends what was sent: an empty field, and a path with dots")
    func asItIs() throws {
      let request = URLRequest.make(.get, "https://api.example.com/a/../b", headers: ["X-Empty": "", "X-Full": "1"])
      #expect(
        try words(request) == ["--path-as-is", "https://api.example.com/a/../b", "-H", "X-Empty;", "-H", "X-Full: 1"])
      for path in ["/./a", "/a/..", "/a/%2E%2e/b"] {
        #expect(try words(.make(.get, "https://api.example.com" + path)).first == "--path-as-is")
      }
      for path in ["/a..b", "/...", "/a?b=/../c"] {
        #expect(try words(.make(.get, "https://api.example.com" + path)).count == 1)
      }
    }

    @Test(
      "the curl line has the keys of JSON in their order, and all else as it was written",
      arguments: [
        (#"{"b":1.0,"a":[{"d":"é\u00e9","c":{}},null]}"#, #"{"a":[{"c":{},"d":"é\u00e9"},null],"b":1.0}"#),
        (#"{ "b" : 1, "a" : "x y" }"#, #"{"a":"x y","b":1}"#), (#"{ "a" : 1 }"#, #"{ "a" : 1 }"#), ("[1, 2]", "[1, 2]"),
        (#"{"b":1,"a":"#, #"{"b":1,"a":"#), ("b=1&a=2", "b=1&a=2"),
      ])
    func keys(_ body: String, _ text: String) throws {
      #expect(try words(.make(.post, "https://api.example.com/", body: body)).last == text)
    }

    @Test("the curl line says what is too long to paste")
    func leftOut() {
      let fields = Dictionary(uniqueKeysWithValues: (10..<20).map { ("X-\($0)", "\($0)") })
      let body = String(repeating: "a", count: 1_000)
      let text = CurlCommand(ReceivedRequest(.make(.post, "https://api.example.com/", headers: fields, body: body)))
        .text
      #expect(text.hasSuffix("-H 'X-17: 17' # and 2 more fields and a body of 1000 bytes"), "\(text)")
    }

    @Test("the curl line waits for no body after HEAD")
    func head() throws {
      #expect(try words(.make(.head, "https://api.example.com/users")) == ["--head", "https://api.example.com/users"])
    }

    @Test("the curl line is a comment where the request does not fit a line")
    func long() throws {
      #expect(try words(.make(.get, "https://api.example.com/" + String(repeating: "a", count: 700))) == [])
      let words = try words(.make(.put, "https://api.example.com/", body: String(repeating: "a", count: 700)))
      #expect(words == ["-X", "PUT", "https://api.example.com/"])
    }
  }
#endif
