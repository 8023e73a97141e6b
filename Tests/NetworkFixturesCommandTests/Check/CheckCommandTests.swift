import Foundation
import NetworkEndpoints
import NetworkRecording
import NetworkStubs
import TestSupport
import Testing

@testable import network_fixtures

@Suite("check")
struct CheckCommandTests {
  private static let files = [
    "Fixtures/used.json": "{\"a\": 1}",
    "Fixtures/items/page-1.json": "[]",
    "Fixtures/unused.txt": "nobody",
    "Fixtures/broken.json": "{\"a\": 1,\n  \"b\": }",
    "Fixtures/broken.har": "{\"log\": 1}",
    "Fixtures/broken.http": "HTTP/1.1 20 OK\n\n",
    "Fixtures/login.json": "{\n  \"user\": \"ada\",\n  \"access_token\": \"k3jh45kjh34kj5h3kj45h\"\n}",
    "Fixtures/request.http": "GET /items HTTP/1.1\nHost: a\nAuthorization: Bearer k3jh45kjh34kj5h3kj45h\n\n",
    "Fixtures/recordings/login.har": recording(cookie: "session=k3jh45kjh34kj5h3kj45h"),
    "Fixtures/recordings/clean.har": recording(),
    "Tests/ATests.swift": """
    // Fixture("commented.json")
    /* .fixture("commented.json") /* nested */ */
    let a = Fixture("used.json"), b = "items/page-\\(number).json"
    let c = MockTransport(.get("/").respond(with: .fixture( "used.jsn" )))
    let d = "broken.json broken.har", e = ["broken.json", "broken.har", "broken.http", "login.json"]
    let f = #"request.http"#, g = \"\"\"
      Fixture("in a text.json")
      \"\"\"
    @Test(.recording("login"), .recording("clean")) func h() {}
    """,
    ".build/checkouts/x/Fixtures/secret.json": "{\"password\": \"k3jh45kjh34kj5h3kj45h\"}",
  ]

  @Test(
    "check says that a body and its size disagree",
    arguments: [
      (11, #"Ã¤Ã¶Ã¼abcde"#, "has 17 bytes, but its size is 11: its text has as many letters"),
      (900, "cut", "has 3 bytes, but its size is 900: it may be cut"),
      (3, "abc", nil), (0, "abc", nil), (-1, "abc", nil), (9, "REDACTED-a-1", nil),
    ])
  func sizes(_ size: Int, _ body: String, _ text: String?) throws {
    let har =
      #"{"log": {"entries": [{"request": {"method": "GET", "url": "https://a.example/"}, "response": {"status": 200, "content": {"size": \#(size), "text": "\#(body)"}}}]}}"#
    let sandbox = try Sandbox(["Fixtures/recordings/a.har": har, "Tests/A.swift": #"let a = .recording("a")"#])
    #expect(sandbox.run("check") == .success)
    #expect(sandbox.output.contains("[body-size]") == (text != nil), "\(sandbox.output)")
    if let text { #expect(sandbox.output.contains(text), "\(sandbox.output)") }
  }

  @Test("check finds what is missing, unused, invalid and secret, and nothing else")
  func findings() throws {
    let sandbox = try Sandbox(Self.files)
    #expect(sandbox.run("check") == .findings)
    #expect(sandbox.errors.isEmpty)
    try expectGolden(sandbox.output, "Command/check.txt")
    #expect(!sandbox.output.contains("k3jh45"))
  }

  @Test("check warns of what is sent twice in a recording, where it is asked to", arguments: [true, false])
  func traffic(_ isAsked: Bool) throws {
    func exchange(_ path: String, _ start: Double) throws -> RecordedExchange {
      RecordedExchange(
        request: URLRequest(url: try #require(URL(string: "https://a\(path)"))),
        response: HTTPResponse(headers: ["Content-Type": "application/json"], body: Data("[]".utf8)),
        started: Date(timeIntervalSince1970: start), duration: .seconds(2))
    }
    // In the order of their starts, whatever that in the file.
    let har = HAR([try exchange("/b", 5), try exchange("/a", 1), try exchange("/b", 9), try exchange("/a", 0)])
    let sandbox = try Sandbox([
      "Fixtures/recordings/a.har": String(decoding: har.encoded(), as: UTF8.self),
      "Tests/ATests.swift": "@Test(.recording(\"a\")) func a() {}",
    ])
    #expect(sandbox.run(["check"] + (isAsked ? ["--traffic", "--strict"] : [])) == (isAsked ? .findings : .success))
    let warning = "warning: .noRepeats failed: GET https://a/a was sent again while it was in flight."
    #expect(sandbox.output.contains(warning) == isAsked, "\(sandbox.output)")
    #expect(!sandbox.output.contains("https://a/b"))
  }

  @Test(
    "check leaves out what a browser loads by itself",
    arguments: [
      (type: "application/json", kind: nil, isTold: true), ("text/plain", nil, true),
      ("application/x-shockwave-flash", nil, false), ("image/svg+xml", nil, false), ("", nil, false),
      ("application/json", "\"_resourceType\": \"script\",", false), ("text/html", "\"_resourceType\": \"xhr\",", true),
    ] as [(type: String, kind: String?, isTold: Bool)])
  func pages(type: String, kind: String?, isTold: Bool) throws {
    let entry = """
      {"startedDateTime": "2026-01-01T00:00:00Z", "time": 2000, \(kind ?? "") "pageref": "p",
       "request": {"method": "GET", "url": "https://a/b", "httpVersion": "HTTP/1.1", "headers": [], "queryString": [],
         "cookies": [], "headersSize": -1, "bodySize": 0},
       "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "headers": [], "cookies": [],
         "content": {"size": 0, "mimeType": "\(type)"}, "redirectURL": "", "headersSize": -1, "bodySize": 0},
       "cache": {}, "timings": {"send": 0, "wait": 2000, "receive": 0}}
      """
    let page = #"{"startedDateTime": "2026-01-01T00:00:00Z", "id": "p", "title": "p", "pageTimings": {}}"#
    let sandbox = try Sandbox([
      "Fixtures/recordings/a.har": """
      {"log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "pages": [\(page)],
       "entries": [\(entry), \(entry)]}}
      """,
      "Tests/ATests.swift": "@Test(.recording(\"a\")) func a() {}",
    ])
    #expect(sandbox.run("check", "--traffic") == .success)
    #expect(sandbox.output.contains(".noRepeats failed") == isTold, "\(sandbox.output)")
  }

  @Test("check writes for programs and for pull requests", arguments: ["json", "github"])
  func formats(_ format: String) throws {
    let sandbox = try Sandbox(Self.files)
    #expect(sandbox.run("check", "--format", format) == .findings)
    try expectGolden(sandbox.output, "Command/check-\(format).txt")
    if format == "json" {
      let report = try JSONValue(parsing: Data(sandbox.output.utf8))
      #expect(report["files"] == 10)
      #expect(report["findings"]?[0]?["rule"] == "invalid-file")
    }
  }

  private static func source(_ redaction: String) -> String { "@Test(.recording(\"a\"" + redaction + ")) func a() {}" }

  @Test("check fails on what looks like a key until a redaction says whether it is one")
  func suspects() throws {
    let har =
      #"{"log":{"version":"1.2","creator":{"name":"a","version":"1"},"entries":[{"startedDateTime":"2026-11-01T00:00:00Z","time":0,"request":{"method":"GET","url":"https://a.example.com/","httpVersion":"HTTP/1.1","cookies":[],"headers":[],"queryString":[],"headersSize":-1,"bodySize":0},"response":{"status":200,"statusText":"","httpVersion":"HTTP/1.1","cookies":[],"headers":[],"content":{"size":-1,"mimeType":"application/json","text":"{\"device\":\"kX83hQpL2sW4vB7nM1zC9dF5gJ0tY6rE\",\"id\":\"1Bq7kz9XcVbNm2LpQ3wErT5yUi8OaSdF\"}"},"redirectURL":"","headersSize":-1,"bodySize":60},"cache":{},"timings":{"send":0,"wait":0,"receive":0}}]}}"#
    let files = ["Fixtures/recordings/a.har": har, "Tests/A.swift": Self.source("")]
    let sandbox = try Sandbox(files)
    #expect(sandbox.run("check") == .findings)
    try expectGolden(sandbox.output, "Command/check-suspects.txt")
    let kept = try Sandbox(
      files.merging(["Tests/A.swift": Self.source(", redaction: .standard.keeping(\"device\")")]) { $1 })
    #expect(kept.run("check") == .success, "\(kept.output)")
    let hidden = try Sandbox(
      files.merging(["Tests/A.swift": Self.source(", redaction: .standard.hiding(.name(\"device\"))")]) { $1 })
    #expect(hidden.run("check") == .findings)
    #expect(hidden.output.contains("(device)") && hidden.output.contains("run redact"))
  }

  @Test("check colours a terminal, and no pipe")
  func colours() throws {
    let sandbox = try Sandbox(Self.files)
    _ = sandbox.run("check", hasColours: true)
    let coloured = sandbox.output
    #expect(coloured.contains("\u{1B}[31merror\u{1B}[0m"))
    _ = sandbox.run("check")
    #expect(coloured.replacing(#/\x{1B}\[[0-9]+m/#, with: "") == sandbox.output)
  }

  @Test("check is content with a folder in which all is well")
  func success() throws {
    let sandbox = try Sandbox(["Fixtures/a.json": "1", "ATests.swift": "Fixture(\"a.json\")"])
    #expect(sandbox.run("check") == .success)
    #expect(sandbox.output == "Checked 1 file: no problems found.\n")
    #expect(sandbox.run("check", "--format", "github") == .success)
    #expect(sandbox.output.isEmpty)
  }

  @Test("check fails for warnings only where it is to be strict")
  func strict() throws {
    let sandbox = try Sandbox(["Fixtures/a.json": "1"])
    #expect(sandbox.run("check") == .success)
    #expect(sandbox.output.hasSuffix("Checked 1 file: 0 errors, 1 warning.\n"))
    #expect(sandbox.run("check", "--strict") == .findings)
    #expect(sandbox.run("check", "--strict", "--ignore", "*.json") == .success)
  }

  @Test("check knows how old a recording may be", arguments: [(29, true), (31, false)])
  func age(days: Int, isOld: Bool) throws {
    let sandbox = try Sandbox(["Fixtures/recordings/a.har": recording(), "T.swift": ".recording(\"a\")"])
    let now = try Date("2026-02-01T03:04:05Z", strategy: .iso8601)
    #expect(sandbox.run("check", "--max-age", "\(days)", "--strict", now: now) == (isOld ? .findings : .success))
    #expect(sandbox.output.contains("its latest exchange is from 2026-01-02") == isOld)
  }

  @Test("check looks for the fixtures of a source in the nearest folder, and checks the folders it is told to")
  func nearest() throws {
    let sandbox = try Sandbox([
      "A/Fixtures/a.json": "1", "B/Fixtures/b.json": "1", "A/Tests/T.swift": "Fixture(\"a.json\"), Fixture(\"b.json\")",
      "B/T.swift": "Fixture(\"b.json\")",
    ])
    #expect(sandbox.run("check") == .findings)
    #expect(sandbox.output.contains("A/Tests/T.swift:1: error: there is no fixture \"b.json\" in A/Fixtures."))
    #expect(sandbox.run("check", "B/Fixtures") == .success)
  }

  @Test("check counts the bodies beside a recording as used, and misses one that is gone")
  func bodies() throws {
    let har = recording().replacingOccurrences(of: "\"text\": \"{}\"", with: "\"_file\": \"a.bodies/1.json\"")
    let sandbox = try Sandbox([
      "Fixtures/recordings/a.har": har, "Fixtures/recordings/a.bodies/1.json": "{}", "T.swift": ".recording(\"a\")",
    ])
    #expect(sandbox.run("check", "--strict") == .success)
    try FileManager.default.removeItem(at: sandbox.folder.appendingPathComponent("Fixtures/recordings/a.bodies/1.json"))
    #expect(sandbox.run("check") == .findings)
    #expect(sandbox.output.contains("a.bodies/1.json"))
  }

  @Test(
    "check knows the recordings that tests without a name for them have made",
    arguments: [
      ("AppTests/ATests/loads", true), ("AppTests/ATests/loads-id/7-0a1b2c3d4e", true), ("AppTests/gone", false),
      ("AppTests/ATests/a-sentence-0a1b2c3d4e", true), ("AppTests/ATests/gone-id/7-0a1b2c3d4e", false),
      ("suite/anything", true), ("suites/anything", false), ("loads", false),
    ])
  func derived(name: String, isUsed: Bool) throws {
    let sandbox = try Sandbox([
      "Fixtures/recordings/\(name).har": recording(),
      "ATests.swift": "@Suite(.recording(\"suite\")) struct ATests {}\n@Test(.recording()) func loads() {}",
    ])
    #expect(sandbox.run("check", "--strict") == (isUsed ? .success : .findings))
  }

  @Test(
    "check takes a literal with interpolations for some names",
    arguments: [
      (["a/", ".json"], "a/1.json", true), (["a/", ".json"], "b/1.json", false),
      (["", "-", ".json"], "x-y.json", true),
      (["", "-", ".json"], "xy.json", false), (["ab", "b"], "ab", false), (["", ""], "anything", true),
    ])
  func canBe(pieces: [String], name: String, expected: Bool) {
    #expect(SwiftSource.Literal(pieces: pieces, line: 1, before: "").canBe(name) == expected)
  }
}
