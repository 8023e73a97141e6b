import NetworkEndpoints
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

@Suite("Requests as a text in the test")
struct ExpectRequestCurlTests {
  private let fixtures: TemporaryFixtures
  private let edits = SourceEdits()

  init() throws { fixtures = try TemporaryFixtures() }

  private static let create = URLRequest.post("/items?draft=1", headers: ["X-Trace": "7"], json: ["title": "Tea"])
  private static let text = #"""
    curl -X POST \
      'https://api.example.com/items?draft=1' \
      -H 'Content-Type: application/json' \
      -H 'X-Trace: 7' \
      --data-raw '{"title":"Tea"}'
    """#

  private var file: URL { fixtures.url.appendingPathComponent("SomeTests.swift") }

  /// Writes a file with a call in each line, and returns nothing.
  private func put(_ lines: [String]) throws { try Data(lines.joined(separator: "\n").utf8).write(to: file) }

  private var lines: [String] {
    get throws { try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n") }
  }

  private func problem(
    of request: URLRequest? = create, expected: String, line: Int = 1, mode: RecordMode? = nil,
    environment: [String: String] = [:]
  ) throws -> String? {
    let received = request.map { ReceivedRequest($0) }
    let place = CodePlace(fileID: "T/SomeTests.swift", filePath: file.path, line: line, column: 20)
    return try CurlSnapshot(expected: expected, place: place).problem(
      of: received, command: received?.curl, mode: mode, in: RecordModeTests.environment(environment), writingTo: edits)
  }

  @Test("a request is what its text says, however the lines of the text are broken")
  func equal() throws {
    #expect(try problem(expected: Self.text) == nil)
    #expect(try problem(expected: Self.text.replacingOccurrences(of: " \\\n  ", with: " ")) == nil)
    #expect(try problem(expected: Self.text.replacingOccurrences(of: "Tea", with: "Tee")) != nil)
  }

  @Test("the order of keys makes no difference, in the text or in the request")
  func keys() throws {
    var request = URLRequest.post("/items")
    for body in [#"{"a":"it's","b":[{"c":1,"d":2}]}"#, #"{"b":[{"d":2,"c":1}],"a":"it's"}"#] {
      request.httpBody = Data(body.utf8)
      for text in [#"{"a":"it'\''s","b":[{"c":1,"d":2}]}"#, #"{"b": [{"d": 2, "c": 1}], "a": "it'\''s"}"#] {
        #expect(
          try problem(of: request, expected: "curl -X POST https://api.example.com/items --data-raw '\(text)'") == nil)
      }
      let other = #"{"a":"it'\''s","b":[{"c":1,"d":3}]}"#
      #expect(
        try problem(of: request, expected: "curl -X POST https://api.example.com/items --data-raw '\(other)'") != nil)
    }
  }

  @Test("a difference is shown argument by argument, with the way to write it")
  func difference() throws {
    var request = URLRequest.post("/items", headers: ["X-Trace": "7", "X-More": "it's"], json: ["title": "Tea"])
    request.httpMethod = "PUT"
    try expectGolden(try #require(try problem(of: request, expected: Self.text)), "Recording/curl-difference.txt")
  }

  @Test("an empty text says how to have it written, and what to paste")
  func missing() throws {
    try expectGolden(try #require(try problem(expected: "")), "Recording/curl-missing.txt")
  }

  @Test("no request is a problem of its own")
  func none() throws {
    #expect(
      try problem(of: nil, expected: Self.text)?.hasPrefix("There is no request to compare: none was sent.") == true)
  }

  @Test("an empty text is written where that is asked for, and those below it are found where they have moved to")
  func writes() throws {
    try put([#"  try expectRequest(a, curl: "")"#, #"  try expectRequest(b, curl: "")"#, "}"])
    #expect(try problem(expected: "", mode: .missing) == nil)
    #expect(try problem(of: .post("/b"), expected: "", line: 2, mode: .missing) == nil)
    #expect(
      try lines == [
        ##"  try expectRequest(a, curl: #""""##, #"    curl -X POST \"#,
        #"      'https://api.example.com/items?draft=1' \"#,
        "      -H 'Content-Type: application/json' \\", "      -H 'X-Trace: 7' \\",
        #"      --data-raw '{"title":"Tea"}'"#,
        ##"    """#)"##, #"  try expectRequest(b, curl: """"#, "    curl -X POST https://api.example.com/b",
        #"    """)"#, "}",
      ])
  }

  @Test("a text that is there is replaced only where all is, and never on a server")
  func rewrites() throws {
    let call = [#"  try expectRequest(a, curl: """"#, "      curl https://old", #"      """)"#]
    try put(call)
    for mode in [RecordMode.missing, .new, .never] {
      #expect(try problem(expected: "curl https://old", mode: mode) != nil)
    }
    #expect(throws: RecordingError.self) {
      try problem(expected: "curl https://old", mode: .all, environment: ["CI": "1"])
    }
    #expect(try lines == call)
    let environment = ["NETWORK_TESTING_RECORD": "all"]
    #expect(try problem(of: .post("/b"), expected: "curl https://old", environment: environment) == nil)
    #expect(try lines == [call[0], "      curl -X POST https://api.example.com/b", call[2]])
  }

  @Test(
    "nothing is written where another text stands, one with an interpolation, or no file; the text is there to paste",
    arguments: [#"  try expectRequest(a, curl: "x")"#, #"  try expectRequest(a, curl: "\(x)")"#, "", nil])
  func refuses(_ line: String?) throws {
    if let line { try put([line]) }
    let problem = try #require(try problem(expected: "", mode: .missing))
    #expect(problem.hasPrefix("The text was not written: "))
    #expect(problem.hasSuffix("Paste it:\n\n\(Self.text)"))
    if let line { #expect(try lines == [line]) }
  }

  @Test("two cases of one test that send different requests cannot share a text")
  func cases() throws {
    try put([#"  try expectRequest(a, curl: "")"#])
    #expect(try problem(expected: "", mode: .missing) == nil)
    #expect(try problem(expected: "", mode: .missing) == nil)
    let problem = try #require(try problem(of: .post("/b"), expected: "", mode: .missing))
    #expect(problem.contains("Give each case a test of its own:"))
  }

  @Test("the words of a command are kept as they are quoted")
  func words() {
    let command = ShellCommand(#"curl --head -X PUT 'a b' -H 'it'\''s: 1' --data-raw $'x\' y\n' \"# + "\n  c")
    #expect(
      command.arguments == ["curl", "--head", "-X PUT", "'a b'", #"-H 'it'\''s: 1'"#, #"--data-raw $'x\' y\n'"#, "c"])
  }

  @Test("the function records the problem, and nothing where there is none")
  func records() async throws {
    let request = ReceivedRequest(Self.create)
    try expectRequest(Self.create, curl: Self.text)
    let issues = await recordedIssues { try expectRequest(request, curl: "curl https://x.test", mode: .never) }
    #expect(issues.count == 1 && issues[0].text.contains("- https://x.test\n"), "\(issues)")
  }
}
