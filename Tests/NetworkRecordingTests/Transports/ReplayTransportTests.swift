import NetworkEndpoints
import NetworkHAR
import NetworkRecording
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

@Suite("A replay transport")
struct ReplayTransportTests {
  @Test("a replay transport answers as it was recorded, with status, repeated fields, body and the request's URL")
  func answers() async throws {
    let response = HTTPResponse(
      status: 404, headers: ["Set-Cookie": "a=1", "Set-Cookie": "b=2"], body: Data([0, 255, 7]))
    let har = HAR([RecordedExchange(request: .get("/a"), response: response, started: Date())])
    let answer = try await ReplayTransport(har).send(.get("/a"))
    #expect(answer.status == 404)
    #expect(answer.headers.values(for: "set-cookie") == ["a=1", "b=2"])
    #expect(answer.body == Data([0, 255, 7]))
    #expect(answer.url == URL(string: "https://api.example.com/a"))
  }

  @Test("a replay transport answers the same request in the order of the recording")
  func order() async {
    let transport = ReplayTransport(Recordings.numbered(.get("/a"), .get("/b"), .get("/a"), .get("/a")))
    var numbers: [Int?] = []
    for path in ["/a", "/a", "/b", "/a"] { numbers.append(await transport.number(.get(path))) }
    #expect(numbers == [1, 3, 2, 4])
  }

  @Test("a replay transport gives each answer once, of a thousand equal requests at once")
  func concurrency() async {
    let transport = ReplayTransport(Recordings.numbered(Array(repeating: .get("/a"), count: 1_000)))
    let numbers = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<1_000 { group.addTask { await transport.number(.get("/a")) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(numbers.compactMap { $0 }.sorted() == Array(1...1_000))
  }

  @Test(
    "a replay transport throws an error of its own for what was not recorded, and fails the test where that is swallowed"
  )
  func unrecorded() async throws {
    let issues = await recordedIssues {
      let transport = ReplayTransport(Recordings.numbered(.get("/a")))
      let error = await #expect(throws: UnrecordedRequest.self) { try await transport.send(.get("/b")) }
      #expect(error?.isUsedUp == false)
      _ = try? await transport.send(.get("/b"))
    }
    // In a known issue, each request is one.
    #expect(issues.count == (areKnownIssuesTold ? 2 : 1))
    #expect(issues.first?.text.hasPrefix("No recorded exchange answers GET https://api.example.com/b") == true)
  }

  @Test("a replay transport says of what it answered already that it is used up")
  func usedUp() async throws {
    let issues = await recordedIssues {
      let transport = ReplayTransport(Recordings.numbered(.get("/a")))
      _ = try await transport.send(.get("/a"))
      let error = await #expect(throws: UnrecordedRequest.self) { try await transport.send(.get("/a")) }
      #expect(error?.isUsedUp == true)
    }
    #expect(issues.count == 1)
  }

  @Test("a replay transport throws a lost connection where no answer was recorded")
  func noAnswer() async {
    let har = HAR([RecordedExchange(request: .get("/a"), response: HTTPResponse(status: 0), started: Date())])
    let error = await #expect(throws: URLError.self) { try await ReplayTransport(har).send(.get("/a")) }
    #expect(error?.code == .networkConnectionLost)
  }

  @Test("a replay transport fails the test where a recorded answer cannot be read")
  func unusable() async {
    var har = Recordings.numbered(.get("/a"))
    har.log.entries[0].response.content.encoding = "base64"
    har.log.entries[0].response.content.text = "?"
    let issues = await recordedIssues { _ = try? await ReplayTransport(har).send(.get("/a")) }
    #expect(issues.first?.text.contains("not base64") == true)
  }

  @Test("a replay transport keeps quiet of what was not used, unless it is asked to speak")
  func unused() async {
    let har = Recordings.numbered(.get("/a"), .get("/b"))
    #expect(await recordedIssues { _ = await ReplayTransport(har).number(.get("/b")) }.isEmpty)
    let issues = await recordedIssues {
      let transport = ReplayTransport(har, unused: .areIssues)
      _ = await transport.number(.get("/b"))
      try await transport.verify()
      try await transport.verify()
    }
    #expect(issues.map(\.text).joined().contains("#1 GET https://api.example.com/a") == true)
    #expect(issues.count == 1)
  }

  @Test("a replay transport says what was not used when it is released, if it was not verified before")
  func unusedAtRelease() async {
    let issues = await recordedIssues { _ = ReplayTransport(Recordings.numbered(.get("/a")), unused: .areIssues) }
    #expect(issues.count == 1 && issues[0].text.contains("#1 GET https://api.example.com/a"), "\(issues)")
  }

  @Test("a replay transport throws what is wrong where no Swift Testing test runs")
  func verification() async {
    await Task.detached {
      let transport = ReplayTransport(HAR())
      _ = try? await transport.send(.get("/a"))
      let error = await #expect(throws: VerificationError.self) { try await transport.verify() }
      #expect(error?.problems.count == 1)
    }.value
  }

  @Test("a replay transport answers a mocked session")
  func session() async throws {
    let session = URLSession.mocked(by: ReplayTransport(Recordings.numbered(.get("/a"))))
    let (data, response) = try await session.data(for: .get("/a"))
    #expect(String(decoding: data, as: UTF8.self) == #"{"number":1}"#)
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
  }

  @Test(
    "a replay transport reads a browser's recording",
    arguments: ["charles", "chrome", "firefox", "mitmproxy", "proxyman", "safari"])
  func browsers(_ name: String) async throws {
    let har = try Fixture("recordings/\(name).har").har
    let transport = try ReplayTransport(name)
    // A browser records sockets too, which no session sends as a request.
    for entry in har.log.entries where entry.response.status != 0 && entry.request.url.hasPrefix("http") {
      #expect(try await transport.send(entry.request.urlRequest()).status == entry.response.status)
    }
    #expect(await transport.exchanges.count > 0)
  }

  @Test("a replay transport throws where there is no recording, with the near names")
  func missing() throws {
    let fixtures = try TemporaryFixtures()
    try fixtures.put(HAR().encoded(), at: "chrome")
    let folder = FixtureFolder(at: fixtures.url)
    let error = #expect(throws: FixtureError.self) { try ReplayTransport("chrom", in: folder) }
    #expect(error?.nearNames.first == "recordings/chrome.har")
    let text = error?.description ?? ""
    #expect(text.contains("NETWORK_TESTING_RECORD=missing swift test --filter 'NetworkRecordingTests"), "\(text)")
    #expect(text.contains(#"withRecording("chrom")"#), "\(text)")
  }

  @Test("a replay transport plays the events of a browser's archive, which has no pieces, one by one")
  func events() async throws {
    let response = HTTPResponse(
      headers: ["Content-Type": "text/event-stream"], body: Data("data: a\n\ndata: b\n\n".utf8))
    let started = Date(timeIntervalSince1970: 0)
    let har = HAR([RecordedExchange(request: .get("/chat"), response: response, started: started)])
    var pieces: [String] = []
    for try await piece in try await ReplayTransport(har).stream(.get("/chat")) {
      pieces.append(String(decoding: piece, as: UTF8.self))
    }
    #expect(pieces == ["data: a\n\n", "data: b\n\n"])
  }
}
