import NetworkEndpoints
import NetworkSimulation
import NetworkStubs
import TestSupport

// The Swift of "With your client" that needs no other package, and what its table says of each seam.

// WithYourClient.md, "A protocol of your own"
protocol HTTPSending: Sendable {
  func data(for request: URLRequest) async throws
    -> (Data, HTTPURLResponse)
}
// end of block

// WithYourClient.md, "A protocol of your own", block 2
struct StubbedSender: HTTPSending {
  let transport: any HTTPTransport

  func data(for request: URLRequest) async throws
    -> (Data, HTTPURLResponse)
  {
    let answer = try await transport.send(request)
    let url = try #require(answer.url ?? request.url)
    let fields = Dictionary(
      answer.headers.map { ($0.name, $0.value) }
    ) { "\($0), \($1)" }
    let head = try #require(
      HTTPURLResponse(
        url: url, statusCode: answer.status,
        httpVersion: nil, headerFields: fields))
    return (answer.body, head)
  }
}
// end of block

// WithYourClient.md, "A protocol that streams"
protocol ByteStreaming: Sendable {
  func pieces(for request: URLRequest) async throws
    -> AsyncThrowingStream<Data, any Error>
}
// end of block

// WithYourClient.md, "A protocol that streams", block 2
struct StubbedStreamer: ByteStreaming {
  let transport: any HTTPTransport

  func pieces(for request: URLRequest) async throws
    -> AsyncThrowingStream<Data, any Error>
  {
    let answer = try await transport.stream(request)
    return AsyncThrowingStream { continuation in
      let reading = Task {
        do {
          for try await piece in answer {
            continuation.yield(piece)
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in reading.cancel() }
    }
  }
}
// end of block

extension URLSession: HTTPSending {
  func data(for request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    let (data, response): (Data, URLResponse) = try await data(for: request, delegate: nil)
    return (data, try #require(response as? HTTPURLResponse))
  }
}

// WithYourClient.md, "A static session"
enum API {
  static let session = URLSession(configuration: .default)
}
// end of block

struct NewestQuoteTests {
  // Sessions.md, "Every session"
  @Test(
    .everySession(
      .get("/newest").respond(with: .text("Less is more."))))
  func newest() async throws {
    let quote = try await Quotes().newest()
    #expect(quote == "Less is more.")
  }
  // end of block
}

// WithYourClient.md, "A static session", block 2
struct Quotes {
  var session: URLSession = API.session
  // end of block

  func newest() async throws -> String {
    let url = try #require(URL(string: "https://quotes.example/newest"))
    return String(decoding: try await session.data(from: url).0, as: UTF8.self)
  }
}

/// A client that asks again after a pause, over whatever sends.
private struct Retrying {
  let sender: any HTTPSending
  var clock: any Clock<Duration> = ContinuousClock()

  func load(_ path: String) async throws -> String {
    let request = URLRequest(url: try #require(URL(string: "https://api.example.com\(path)")))
    let (data, head) = try await sender.data(for: request)
    if head.statusCode == 200 { return String(decoding: data, as: UTF8.self) }
    try await clock.sleep(for: .seconds(30))
    return String(decoding: try await sender.data(for: request).0, as: UTF8.self)
  }
}

/// The seams through which a request of a test can go, but for a socket.
private enum Seam: String, CaseIterable {
  case transport, session, configuration, shared

  func sender(_ transport: MockTransport) -> any HTTPSending {
    switch self {
    case .transport: StubbedSender(transport: transport)
    case .session: URLSession.mocked(by: transport)
    case .configuration: URLSession(configuration: .mocked(by: transport))
    case .shared: URLSession.shared
    }
  }
}

@Suite("With your client", .network())
struct ClientArticleTests {
  @Test("a session with a default is passed another one")
  func staticSession() async throws {
    let transport = MockTransport(.get("https://quotes.example/newest").respond(text: "So it goes."))
    let quote = try await Quotes(session: .mocked(by: transport)).newest()
    #expect(quote == "So it goes.")
  }

  @Test("a protocol that streams has each piece, and the error after them")
  func streamed() async throws {
    let transport = MockTransport(
      .get("/feed").respond(with: .stream("one", "two", .failure(.networkConnectionLost))))
    let request = URLRequest(url: try #require(URL(string: "https://api.example.com/feed")))
    var pieces: [String] = []
    await #expect(throws: URLError(.networkConnectionLost)) {
      for try await piece in try await StubbedStreamer(transport: transport).pieces(for: request) {
        pieces.append(String(decoding: piece, as: UTF8.self))
      }
    }
    #expect(pieces == ["one", "two"])
  }

  @Suite("each seam", .everySession())
  struct Each {
    @Test("each seam has virtual time", .virtualTime, arguments: Seam.allCases)
    fileprivate func time(_ seam: Seam) async throws {
      let (transport, clock) = (MockTransport.current, try #require(VirtualClock.current))
      await transport.replace(
        with: .get("/slow").respond(inOrder: .status(503).delayed(by: .seconds(10)), .text("late")))
      let client = Retrying(sender: seam.sender(transport), clock: clock)
      async let answer = client.load("/slow")
      try await clock.waitForSleepers(1)
      await clock.advance(by: .seconds(40))
      let text = try await answer
      #expect(text == "late")
    }

    @Test("each seam has a failure's text", .quiet, arguments: Seam.allCases)
    fileprivate func failure(_ seam: Seam) async throws {
      let transport = MockTransport.current
      await transport.replace(with: .get("/items").query("page", 2).respond(text: "Tea"))
      await withKnownIssue {
        _ = try? await Retrying(sender: seam.sender(transport)).load("/items?page=3")
      } matching: { issue in
        issue.comments.contains { $0.rawValue.contains(#"✗ query page  expected "2", got "3""#) }
      }
      await transport.removeAll()
    }

    @Test("each seam throws for each fault that is an error, and answers for the others", arguments: Seam.allCases)
    fileprivate func faults(_ seam: Seam) async throws {
      let request = URLRequest(url: try #require(URL(string: "https://test/")))
      for fault in NetworkFault.allCases {
        await MockTransport.current.replace(with: .any.respond(with: .fault(fault)).optional())
        let data = try? await seam.sender(.current).data(for: request).0
        #expect((data == nil) == (fault.code != nil), "\(fault)")
      }
    }
  }

  #if os(Linux)
    @Suite("each seam is simulated")
    struct Simulated {
      @Test(
        .simulated(runs: 30), .everySession(.get("/{id}").respond(inOrder: .status(503), .text("a"), .text("a"))),
        arguments: Seam.allCases)
      fileprivate func orders(_ seam: Seam) async throws {
        let client = Retrying(sender: seam.sender(.current), clock: .simulated)
        async let first = client.load("/1")
        async let second = client.load("/2")
        let both = try await [first, second]
        #expect(both == ["a", "a"])
      }
    }
  #endif

  @Test("a scripted socket is simulated", .simulated(runs: 30))
  func socket() async throws {
    let socket = ScriptedWebSocket { server in
      try await VirtualClock.simulated.sleep(for: .seconds(30))
      try await server.send("hi")
    }
    let message = try await socket.next()
    #expect(message == .text("hi"))
  }
}
