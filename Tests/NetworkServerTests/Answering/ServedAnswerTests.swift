import NetworkLoopback
import NetworkStubs
import TestSupport

/// What a server does by itself, at three depths: a bare session with a real server is the judge.
@Suite("An answer as a client receives it")
struct ServedAnswerTests {
  /// An answer of the table, as a stub has it.
  struct Given: Sendable, CustomTestStringConvertible {
    let name: String
    let answer: Answer
    var testDescription: String { name }
  }

  private static let text = "hello hello hello"
  private static let gzip = Data(Compression.gzip.compressed(Array(text.utf8)))
  private static let zlib = Data(Compression.zlib.compressed(Array(text.utf8)))

  static let answers: [Given] = [
    Given(name: "text", answer: .text(text)),
    Given(name: "empty", answer: .status(200)),
    Given(name: "JSON", answer: .json(["id": 1])),
    Given(name: "no content", answer: .status(204)),
    Given(name: "not modified", answer: .response(HTTPResponse(status: 304, headers: ["ETag": "\"1\""]))),
    Given(name: "missing", answer: .text("no", status: 404)),
    Given(name: "a body where none may be", answer: .response(HTTPResponse(status: 204, body: Data("x".utf8)))),
    Given(name: "a fixture", answer: .fixture("notes.txt")),
    Given(name: "a slow fixture", answer: .fixture("notes.txt").delayed(by: .milliseconds(1))),
    Given(
      name: "ranges", answer: .text(text, headers: ["Accept-Ranges": "bytes", "ETag": "\"1\""])),
    Given(name: "a stream", answer: .stream("one ", "two")),
    Given(name: "gzip", answer: .data(gzip, headers: ["Content-Encoding": "gzip"])),
    Given(name: "GZIP", answer: .data(gzip, headers: ["content-encoding": "GZIP"])),
    Given(name: "deflate", answer: .data(zlib, headers: ["Content-Encoding": "deflate"])),
    Given(name: "two codings", answer: .data(twice, headers: ["Content-Encoding": "deflate, gzip"])),
    Given(name: "deflate without its header", answer: .data(raw, headers: ["Content-Encoding": "deflate"])),
    Given(name: "gzip that breaks off", answer: .data(gzip.dropLast(12), headers: ["Content-Encoding": "gzip"])),
    Given(name: "identity", answer: .text(text, headers: ["Content-Encoding": "identity"])),
    Given(name: "gzip that is said only", answer: .text(text, headers: ["Content-Encoding": "gzip"])),
    Given(name: "gzip that is not said", answer: .data(gzip, headers: ["Content-Type": "application/gzip"])),
    Given(
      name: "a stream in gzip",
      answer: .stream(
        .chunk(gzip.prefix(9)), .chunk(gzip.dropFirst(9)), headers: ["Content-Encoding": "gzip"])),
    Given(name: "its own length", answer: .text(text, headers: ["Content-Length": "17"])),
    Given(
      name: "its own date", answer: .text(text, headers: ["Date": "Sun, 06 Nov 1994 08:49:37 GMT"])),
  ]
  private static let raw = Data(zlib.dropFirst(2).dropLast(4))
  private static let twice = Data(Compression.gzip.compressed(Array(zlib)))

  static let fields: [[String: String]] = [
    [:], ["Range": "bytes=0-3"], ["Range": "bytes=-2"], ["Range": "bytes=900-"], ["Range": "bytes=0-1,3-4"],
    ["Range": "bytes=0-3", "If-Range": "\"1\""], ["Range": "bytes=0-3", "If-Range": "\"2\""],
  ]

  /// What a client sees of an answer.
  private struct Seen: Equatable, CustomStringConvertible {
    let status: Int
    let fields: [String]
    let body: Data
    var description: String { "\(status) \(fields) \(String(decoding: body.prefix(60), as: UTF8.self))" }

    init(_ response: HTTPResponse) {
      status = response.status
      // Every date is one of now, but for that of a stub; a live body has a framing of its own over a socket.
      fields = response.headers.filter { !["Connection", "Transfer-Encoding"].contains($0.name) }
        .map { field in
          let isNow = field.name == "Date" && !field.value.contains("1994")
          return "\(field.name.lowercased()): \(isNow ? "now" : field.value)"
        }.sorted()
      body = response.body
    }
  }

  @Test(
    "an answer as a client receives it is the same over an injected transport, a mocked session and a socket",
    arguments: answers)
  func depths(_ given: Given) async throws {
    let stub = { RequestMatcher.any.respond(with: given.answer) }
    let injected = MockTransport(stub())
    let mocked = MockTransport(stub())
    let served = MockTransport(stub())
    let session = URLSessionTransport(session: .mocked(by: mocked))
    try await withLoopbackServer(answering: served) { server in
      let bare = URLSession(configuration: .ephemeral)
      for method in ["GET", "HEAD"] {
        for fields in Self.fields {
          var request = URLRequest(url: try #require(URL(string: "\(server.host)/a")))
          request.httpMethod = method
          for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
          let judge = Seen(try await URLSessionTransport(session: bare).send(request))
          let comment = Comment(rawValue: "\(method) \(fields)")
          #expect(Seen(try await session.send(request)) == judge, comment)
          #expect(Seen(try await injected.send(request)) == judge, comment)
          #expect(Seen(try await injected.stream(request).response()) == judge, comment)
        }
      }
      bare.invalidateAndCancel()
    }
  }

  @Test("an answer as a client receives it has a length that is known before its body, but for a stream")
  func expectedLength() async throws {
    let transport = MockTransport(
      .get("/known").respond(with: .text(Self.text)), .get("/live").respond(with: .stream("one")))
    let session = URLSession.mocked(by: transport)
    let (_, known) = try await session.data(from: .test("/known"))
    #expect(known.expectedContentLength == 17)
    let (_, live) = try await session.data(from: .test("/live"))
    #expect(live.expectedContentLength == -1)
  }

  @Test("an answer as a client receives it is in the log as the server sent it") func log() async throws {
    let transport = MockTransport(.any.respond(with: .data(Self.gzip, headers: ["Content-Encoding": "gzip"])))
    let response = try await transport.send(.make(.get, "https://test/a"))
    #expect(String(decoding: response.body, as: UTF8.self) == Self.text)
    guard case .answered(let answer) = try #require(await transport.exchanges.first).outcome else {
      Issue.record("there is no answer")
      return
    }
    #expect(answer.body == Self.gzip)
    #expect(answer.headers["Date"] == nil)
    #expect(transport.source(of: response, to: .make(.get, "https://test/a")) != nil)
  }

  @Test("an answer as a client receives it of a suspended transport is completed as well") func suspended() async throws
  {
    let transport = SuspendedTransport()
    async let sent = transport.send(.make(.head, "https://test/a"))
    try await transport.nextCall().answer(with: .text(Self.text))
    let response = try await sent
    #expect(response.body.isEmpty)
    #expect(response.headers["Content-Length"] == "17")
  }
}
