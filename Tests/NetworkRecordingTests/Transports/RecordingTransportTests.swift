import NetworkEndpoints
import NetworkRecording
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkHAR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

@Suite("A recording transport")
struct RecordingTransportTests {
  private let fixtures: TemporaryFixtures
  private let file: RecordingFile

  init() throws {
    fixtures = try TemporaryFixtures()
    file = RecordingFile("a", in: FixtureFolder(at: fixtures.url))
  }

  private var urls: [String] { get throws { try file.read()?.log.entries.map(\.request.url) ?? [] } }
  private var text: String {
    get throws { String(decoding: try Data(contentsOf: fixtures.place(of: "a")), as: UTF8.self) }
  }

  @Test("a recording transport passes everything through untouched, and writes it redacted")
  func untouched() async throws {
    let fields: HTTPHeaders = [
      "X-Api-Key": "kx83hqpl2sW4", "Content-Length": "24", "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
    ]
    let answer = HTTPResponse(
      status: 201, headers: fields, body: Data(#"{"token":"tk83hqpl2sW4"}"#.utf8),
      url: URL(string: "https://b.example.com/moved"))
    let live = MockTransport(.post("/login").respond(with: .response(answer)))
    let transport = try RecordingTransport(live, to: file)
    let request = URLRequest.post("/login?sig=sg83hqpl2", headers: ["Authorization": "Bearer br83hqpl2sW4"], body: "x")
    #expect(try await transport.send(request) == answer)
    let sent = try #require(await live.requests.first)
    #expect(sent.urlRequest.url == request.url && sent.headers == HTTPHeaders(request.allHTTPHeaderFields ?? [:]))
    #expect(sent.body == request.httpBody)
    try await transport.save()
    for secret in ["kx83hqpl2sW4", "tk83hqpl2sW4", "sg83hqpl2", "br83hqpl2sW4"] { #expect(try !text.contains(secret)) }
  }

  @Test("what it recorded replays")
  func replays() async throws {
    let live = MockTransport(.get("/a").respond(inOrder: .json(["n": 1]), .status(503), .json(["n": 2])))
    let transport = try RecordingTransport(live, to: file)
    var answers: [HTTPResponse] = []
    for _ in 0..<3 { answers.append(try await transport.send(.get("/a"))) }
    try await transport.save()
    let replay = ReplayTransport(try #require(try file.read()))
    for answer in answers { #expect(try await replay.send(.get("/a")) == answer) }
  }

  @Test("a body that comes as a stream is sent and recorded")
  func bodyStream() async throws {
    var request = URLRequest.post("/a")
    request.httpBodyStream = InputStream(data: Data("hello".utf8))
    let live = MockTransport(.post("/a").body(text: "hello").respond(status: 200))
    let transport = try RecordingTransport(live, to: file)
    _ = try await transport.send(request)
    try await transport.save()
    #expect(try file.read()?.log.entries.first?.request.postData?.text == "hello")
  }

  @Test("an error passes through, and is not recorded")
  func errors() async throws {
    let live = MockTransport(.get("/a").respond(inOrder: .error(.timedOut), .status(200)))
    let transport = try RecordingTransport(live, to: file)
    let error = await #expect(throws: URLError.self) { try await transport.send(.get("/a")) }
    #expect(error?.code == .timedOut)
    try await transport.save()
    #expect(fixtures.everything.isEmpty)
    _ = try await transport.send(.get("/a"))
    try await transport.save()
    #expect(try urls.count == 1)
  }

  @Test("a recording transport keeps the order of the requests, whatever the order of the answers")
  func order() async throws {
    let gate = Gate()
    let live = MockTransport(
      .get("/slow").respond { _ in
        await gate.wait()
        return HTTPResponse()
      }, .get("/quick").respond(status: 200))
    let transport = try RecordingTransport(live, to: file)
    async let slow = transport.send(.get("/slow"))
    _ = try await live.nextRequest(matching: .get("/slow"))
    _ = try await transport.send(.get("/quick"))
    #expect(try urls == ["https://api.example.com/quick"])
    gate.open()
    _ = try await slow
    try await transport.save()
    #expect(try urls == ["https://api.example.com/slow", "https://api.example.com/quick"])
  }

  @Test("a recording transport writes when the number of exchanges has doubled, and not in between")
  func checkpoints() async throws {
    let live = MockTransport(.get("/{n}").respond(status: 200))
    let transport = try RecordingTransport(live, to: file)
    var counts: [Int] = []
    for number in 1...9 {
      _ = try await transport.send(.get("/\(number)"))
      counts.append(try urls.count)
    }
    #expect(counts == [1, 2, 2, 4, 4, 4, 4, 8, 8])
    try await transport.save()
    #expect(try urls.count == 9)
  }

  @Test("a secret that becomes known late vanishes from what was written before")
  func lateSecret() async throws {
    let live = MockTransport(.any.respond(status: 200))
    let transport = try RecordingTransport(live, to: file)
    _ = try await transport.send(.get("/accounts/kx83hqpl2"))
    _ = try await transport.send(.post("/login", json: ["password": "kx83hqpl2"]))
    #expect(try !text.contains("kx83hqpl2"))
  }

  @Test("a recording transport holds back methods that may not go out, and fails the test where that is swallowed")
  func heldBack() async throws {
    let live = MockTransport(.get("/a").respond(status: 200))
    let issues = await recordedIssues {
      let transport = try RecordingTransport(live, to: file, sending: .safe)
      _ = try await transport.send(.get("/a"))
      let error = await #expect(throws: RecordingError.self) { try await transport.send(.post("/a")) }
      #expect(error?.code == .methodHeldBack)
      _ = try? await transport.send(.make(.delete, "https://api.example.com/a"))
    }
    #expect(await live.requests.count == 1)
    #expect(
      issues.map { $0.text.prefix(40) } == [
        "POST https://api.example.com/a was not s", "DELETE https://api.example.com/a was not",
      ])
  }

  @Test("a recording transport writes at the latest when it is released")
  func release() async throws {
    var transport: RecordingTransport? = try RecordingTransport(
      MockTransport(.any.respond(status: 200)), to: file)
    for number in 1...3 { _ = try await transport?.send(.get("/\(number)")) }
    #expect(try urls.count == 2)
    transport = nil
    #expect(try urls.count == 3)
  }

  @Test("a recording transport replaces a recording once there is something to write, and leaves it alone before")
  func replaces() async throws {
    try file.update { _ in Recordings.numbered(.get("/old")) }
    let transport = try RecordingTransport(MockTransport(.any.respond(status: 200)), to: file)
    try await transport.save()
    #expect(try urls == ["https://api.example.com/old"])
    _ = try await transport.send(.get("/new"))
    #expect(try urls == ["https://api.example.com/new"])
  }

  @Test("a file that cannot be written fails the test once, and the app does not notice")
  func unwritable() async throws {
    let issues = await recordedIssues {
      let transport = try RecordingTransport(MockTransport(.any.respond(status: 200)), to: file)
      try fixtures.put(Data("{".utf8), at: "a")
      for number in 1...4 { #expect(try await transport.send(.get("/\(number)")).status == 200) }
    }
    #expect(Set(issues.map(\.text)).count == 1)
    #expect(try text == "{")
  }

  @Test("a chunk is handed on as it comes, and its place and time are recorded")
  func stream() async throws {
    let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
    let transport = try RecordingTransport(StreamingTransport(chunks: chunks), to: file)
    let stream = try await transport.stream(.get("/events"))
    var iterator = stream.makeAsyncIterator()
    for text in ["one", "", "two2"] {
      continuation.yield(Data(text.utf8))
      #expect(try await iterator.next() == Data(text.utf8))
    }
    continuation.finish()
    #expect(try await iterator.next() == nil)
    try await transport.save()
    let entry = try #require(try file.read()?.log.entries.first)
    #expect(entry.response.content.text == "onetwo2")
    #expect(RecordedChunk.all(of: entry, body: Data("onetwo2".utf8)).map(\.data.count) == [3, 0, 4])
    let replayed = try await ReplayTransport(try #require(try file.read())).stream(.get("/events"))
    var texts: [String] = []
    for try await chunk in replayed { texts.append(String(decoding: chunk, as: UTF8.self)) }
    #expect(texts == ["one", "", "two2"])
  }

  @Test("a recording transport records what was read of a stream that is not read to its end")
  func openStream() async throws {
    let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
    let transport = try RecordingTransport(StreamingTransport(chunks: chunks), to: file)
    continuation.yield(Data("one".utf8))
    for try await _ in try await transport.stream(.get("/events")) { break }
    try await transport.save()
    #expect(try file.read()?.log.entries.first?.response.content.text == "one")
  }

  @Test("a stream that breaks off is an error for its reader, and is not recorded")
  func brokenStream() async throws {
    let broken = AsyncThrowingStream<Data, any Error> { continuation in
      continuation.yield(Data("one".utf8))
      continuation.finish(throwing: URLError(.networkConnectionLost))
    }
    let transport = try RecordingTransport(StreamingTransport(chunks: broken), to: file)
    await #expect(throws: URLError.self) { try await transport.stream(.get("/events")).response() }
    _ = try await transport.send(.get("/whole"))
    try await transport.save()
    #expect(try urls == ["https://api.example.com/whole"])
  }
}

/// A transport whose streams have the same chunks.
private struct StreamingTransport<Chunks: AsyncSequence & Sendable>: HTTPTransport where Chunks.Element == Data {
  let chunks: Chunks

  func send(_ request: URLRequest) async throws -> HTTPResponse { HTTPResponse(url: request.url) }

  func stream(_ request: URLRequest) async throws -> HTTPStream { HTTPStream(url: request.url, chunks: chunks) }
}
