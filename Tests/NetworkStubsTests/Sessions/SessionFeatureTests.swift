import NetworkTesting
import TestSupport

// The rows of the table in SessionReference.md that no other suite holds to their word.
@Suite("What code asks of a mocked session")
struct SessionFeatureTests {
  @Test("an answer of a mocked session never comes from a cache, also where the configuration has one")
  func caching() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = URLCache(memoryCapacity: 1_000_000, diskCapacity: 0, diskPath: nil)
    let transport = MockTransport(
      .get("/a").respond(with: .text("tea", headers: ["Cache-Control": "max-age=600", "ETag": "\"1\""])))
    let session = URLSession.mocked(by: transport, configuration: configuration)
    for _ in 0..<3 { #expect(try await session.answer(to: .test("/a")).text == "tea") }
    #expect(await transport.requests.count == 3)
  }

  @Test("a 401 of a mocked session is an answer if it asks in another way than Basic: no delegate is challenged")
  func authentication() async throws {
    let delegate = CuriousDelegate()
    let transport = MockTransport(
      .get("/a").respond(with: .text("who?", status: 401, headers: ["WWW-Authenticate": "Bearer realm=\"tea\""])))
    let session = URLSession.mocked(by: transport, delegate: delegate)
    let answer = try await session.answer(to: .test("/a"))
    #expect(answer.head.statusCode == 401 && answer.text == "who?")
    #expect(await transport.requests.count == 1 && delegate.calls == [])
  }

  #if canImport(FoundationNetworking)
    @Test("a 401 of a mocked session without a credential is that of Apple platforms where a test asks for them")
    func unanswered() async throws {
      let delegate = CuriousDelegate()
      let transport = MockTransport(
        .get("/a").respond(with: .text("who?", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"tea\""])))
      let session = URLSession.mocked(by: transport, as: .apple, delegate: delegate)
      let answer = try await session.answer(to: .test("/a"))
      #expect(answer.head.statusCode == 401 && answer.text == "who?")
      #expect(await transport.requests.count == 1 && delegate.calls == ["challenge"])
    }
  #endif

  @Test(
    "a request of a mocked session waits for a free connection, where the configuration has one", arguments: [1, 2])
  func connections(limit: Int) async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = limit
    let transport = CrowdedTransport(limit: limit)
    let session = URLSession.mocked(by: transport, configuration: configuration)
    await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 { group.addTask { _ = try await session.data(from: .test("/\(number)")) } }
    }
    #expect(transport.most.withLock { $0 } == limit)
    #expect(transport.count.withLock { $0.total } == 8)
  }

  @Test("a request of a mocked session with a stream for a body has its bytes")
  func stream() async throws {
    var request = URLRequest.test("/a", "POST")
    request.httpBodyStream = InputStream(data: Data("tea".utf8))
    let session = URLSession.mocked(by: MockTransport(.post("/a").body(text: .exactly("tea")).respond(status: 201)))
    #expect(try await session.answer(to: request).head.statusCode == 201)
  }

  #if canImport(FoundationNetworking)
    @Test("an upload of a mocked session tells its progress on Linux, and a task no metrics")
    func progress() async throws {
      let delegate = CuriousDelegate()
      let session = URLSession.mocked(by: MockTransport(.post("/a").respond(status: 201)), delegate: delegate)
      session.uploadTask(with: .test("/a", "POST"), from: Data("tea".utf8)).resume()
      await delegate.ended.wait()
      #expect(delegate.calls == ["sent 3", "end nil"])
    }

    @Test("an upload from a stream that the delegate gives ends in an error on Linux")
    func streamedUpload() async throws {
      let delegate = CuriousDelegate()
      let session = URLSession.mocked(by: MockTransport(), delegate: delegate)
      let issues = await recordedIssues {
        session.uploadTask(withStreamedRequest: .test("/a", "POST")).resume()
        await delegate.ended.wait()
      }
      #expect(delegate.calls == ["end uploadBody"])
      #expect(issues.count == 1 && issues.first?.text.contains("cannot read the body of an upload task") == true)
    }
  #endif
}

/// A transport that counts how many requests it has at a time.
private struct CrowdedTransport: HTTPTransport {
  let limit: Int
  let count = Protected((now: 0, total: 0))
  let most = Protected(0)
  private let full = Gate()

  init(limit: Int) { self.limit = limit }

  func send(_ request: URLRequest) async throws -> HTTPResponse {
    let now = count.withLock { count in
      count.now += 1
      count.total += 1
      return count.now
    }
    most.withLock { $0 = max($0, now) }
    // The first ones stay until as many have come as may; then others may come meanwhile.
    if now == limit { full.open() }
    await full.wait()
    for _ in 0..<100 { await Task.yield() }
    count.withLock { $0.now -= 1 }
    return HTTPResponse()
  }
}

/// A delegate that has an answer to all that a session may ask of it, and says what it was asked.
private final class CuriousDelegate: NSObject, URLSessionDataDelegate, Sendable {
  let ended = Gate()
  private let seen = Mutexed<[String]>()

  var calls: [String] { seen.value ?? [] }

  private func note(_ call: String) { seen.change { $0 = ($0 ?? []) + [call] } }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData sent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) { note("sent \(sent)") }

  func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
    note("metrics")
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    note("challenge")
    completionHandler(.performDefaultHandling, nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, needNewBodyStream completionHandler: @escaping (InputStream?) -> Void
  ) {
    note("stream")
    completionHandler(InputStream(data: Data("tea".utf8)))
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    note("end \((error as? MockedSessionError).map { "\($0.code)" } ?? error.map { "\($0)" } ?? "nil")")
    ended.open()
  }
}

#if os(Linux)
  /// A kind of task that the article says no mocked session runs on Linux.
  private enum RefusedKind: String, CaseIterable {
    case download = "download tasks"
    case streamedUpload = "uploads of a stream that the delegate gives"
    case webSocket = "WebSocket tasks"

    /// Runs such a task, and returns whether it ends in an error.
    func fails(over make: @Sendable (any URLSessionDelegate) -> URLSession) async throws -> Bool {
      let delegate = CuriousDelegate()
      let session = make(delegate)
      switch self {
      case .download: session.downloadTask(with: .test("/a")).resume()
      case .streamedUpload: session.uploadTask(withStreamedRequest: .test("/a", "POST")).resume()
      case .webSocket:
        let socket = session.webSocketTask(with: try #require(URL(string: "wss://api.example.com/a")))
        socket.resume()
        return (try? await socket.receive()) == nil
      }
      await delegate.ended.wait()
      return delegate.calls != ["end nil"]
    }
  }

  extension SessionFeatureTests {
    // What they do run, the probes compare.
    @Test(
      "is an error and an issue where the article says so, mocked and under .everySession alike", .everySession(),
      arguments: RefusedKind.allCases)
    private func refused(kind: RefusedKind) async throws {
      let mocked = await recordedIssues {
        let fails = try await kind.fails { .mocked(by: MockTransport(), delegate: $0) }
        #expect(fails)
      }
      let every = await recordedIssues {
        let fails = try await kind.fails { URLSession(configuration: .ephemeral, delegate: $0, delegateQueue: nil) }
        #expect(fails)
      }
      #expect(mocked.count == 1 && mocked.map(\.text) == every.map(\.text), "\(mocked) \(every)")
    }
  }
#endif
