import TestSupport

@testable import NetworkStubs
@testable import NetworkTesting

@Suite("What a mocked session cannot do")
struct MockedSessionErrorTests {
  @Test(
    "what a mocked session cannot do is said with the way around it",
    arguments: [
      (MockedSessionError.Code.released, Self.released), (.download, "download"), (.webSocket, "web-socket"),
      (.uploadBody, "upload-body"), (.redirectDelegate, "redirect-delegate"), (.background, "background"),
    ])
  func text(code: MockedSessionError.Code, name: String) throws {
    let error = MockedSessionError(code, .test("/a?token=12345"), detail: code == .uploadBody ? "no such file" : nil)
    try expectGolden(error.description, "Sessions/\(name).txt")
    #expect(error.localizedDescription == error.description)
  }

  // The transport is kept in another place there.
  #if canImport(FoundationNetworking)
    private static let released = "released-linux"
  #else
    private static let released = "released-apple"
  #endif

  // Have not been run.
  #if !canImport(FoundationNetworking)
    @Test("a mocked session cannot be a background session on Apple platforms, which sends past any protocol")
    func background() async {
      let transport = MockTransport(.any.respond(status: 200).optional())
      let issues = await recordedIssues {
        let session = URLSession.mocked(by: transport, configuration: .background(withIdentifier: "NetworkTesting"))
        let error = await #expect(throws: MockedSessionError.self) { try await session.data(from: .test("/a")) }
        #expect(error?.code == .background)
      }
      #expect(issues.count == 1)
      #expect(await transport.requests.isEmpty)
    }

    @Test("a mocked session whose protocols were taken away on Apple platforms ends at a closed port")
    func withoutProtocols() async {
      let transport = MockTransport(.any.respond(status: 200).optional())
      let configuration = URLSessionConfiguration.mocked(by: transport)
      configuration.protocolClasses = []
      await #expect(throws: URLError.self) {
        try await URLSession(configuration: configuration).data(from: .test("/a"))
      }
      #expect(await transport.requests.isEmpty)
    }
  #endif

  #if os(Linux)
    @Test("a mocked session cannot answer on Linux for a configuration into which its protocol classes were carried")
    func carried() async {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.protocolClasses = URLSessionConfiguration.mocked(by: MockTransport()).protocolClasses
      // With a cache, FoundationNetworking makes the protocol on a queue, where no test is known.
      configuration.urlCache = nil
      let issues = await recordedIssues {
        let error = await #expect(throws: MockedSessionError.self) {
          try await URLSession(configuration: configuration).data(from: .test("/a"))
        }
        #expect(error?.code == .released)
      }
      #expect(issues.count == 1 && issues.first?.text.contains("has lost its transport") == true, "\(issues)")
      #expect(issues.first?.line == Test.current?.sourceLocation.line)
    }

    @Test("a mocked session cannot run a download on Linux, by any call")
    func download() async {
      let transport = MockTransport(.any.respond(status: 200).optional())
      let (session, line) = (URLSession.mocked(by: transport), #line)
      let issues = await recordedIssues {
        let error = await #expect(throws: MockedSessionError.self) { try await session.download(from: .test("/a")) }
        #expect(error?.code == .download)
        let other: (any Error)? = await withCheckedContinuation { continuation in
          session.downloadTask(with: .test("/b")) { _, _, error in continuation.resume(returning: error) }.resume()
        }
        #expect((other as? MockedSessionError)?.code == .download)
      }
      #expect(issues.map(\.line) == [line, line])
      #expect(issues.last?.text.contains("cannot run a download task on Linux: https://api.example.com/b") == true)
      #expect(await transport.requests.isEmpty)
    }

    @Test("a mocked session cannot run a download with a delegate on Linux")
    func downloadDelegate() async {
      let delegate = CollectingDelegate()
      let session = URLSession.mocked(by: MockTransport(), delegate: delegate)
      let issues = await recordedIssues {
        session.downloadTask(with: .test("/a")).resume()
        #expect(await delegate.events.first { _ in true }?.contains("cannot run a download task") == true)
      }
      #expect(issues.count == 1)
    }

    // With the FoundationNetworking of Swift 6.2, as Debian builds it, such a task says nothing, and its session's queue stands.
    #if compiler(>=6.3)
      @Test("a mocked session cannot run a WebSocket on Linux")
      func webSocket() async throws {
        let url = try #require(URL(string: "wss://api.example.com/live"))
        let socket = URLSession.mocked(by: MockTransport()).webSocketTask(with: url)
        socket.resume()
        await #expect(throws: (any Error).self) { try await socket.receive() }
      }
    #endif

    @Test(
      "on Linux: a WebSocket, which is one issue that says what to hold instead", .everySession(),
      arguments: [true, false])
    func onlyIssue(isMocked: Bool) async throws {
      let url = try #require(URL(string: "wss://api.example.com/live"))
      let transport = isMocked ? MockTransport() : MockTransport.current
      await transport.add(.get("/live").respond(status: 101))
      let session: URLSession = isMocked ? .mocked(by: transport) : URLSession(configuration: .ephemeral)
      let issues = await recordedIssues {
        let socket = session.webSocketTask(with: url)
        socket.resume()
        await #expect(throws: (any Error).self) { try await socket.receive() }
        try await transport.verify()
      }
      #expect(issues.count == 1, "\(issues)")
      #expect(issues.first?.text == MockedSessionError(.webSocket, URLRequest(url: url)).description)
    }

    // As Apple's loading system asks. FoundationNetworking does not, and has the error above.
    @Test(
      "a WebSocket task is refused with an issue at the line of the session, or of the one it is made from",
      arguments: [false, true])
    func refusedTask(isOfConfiguration: Bool) async throws {
      let url = try #require(URL(string: "wss://api.example.com/live"))
      let (first, line) = (URLSession.mocked(by: MockTransport()), #line)
      let session = isOfConfiguration ? URLSession(configuration: first.configuration) : first
      let task = session.webSocketTask(with: url)
      let protocolClass = try #require(session.configuration.protocolClasses?.first as? URLProtocol.Type)
      let issues = await recordedIssues { #expect(!protocolClass.canInit(with: task)) }
      #expect(issues.map(\.line) == [line])
      #expect(issues.first?.text.contains("cannot run a WebSocket task: wss://api.example.com/live") == true)
      #expect(protocolClass.canInit(with: session.dataTask(with: .test("/a"))))
    }

    @Test("a mocked session cannot upload a file on Linux that is not there")
    func uploadFile() async {
      let file = URL(fileURLWithPath: "/nowhere/\(UUID())")
      let session = URLSession.mocked(by: MockTransport(.any.respond(status: 200).optional()))
      let issues = await recordedIssues {
        let error = await #expect(throws: MockedSessionError.self) {
          try await session.upload(for: .test("/a", "POST"), fromFile: file)
        }
        #expect(error?.code == .uploadFile && error?.description.contains(file.path) == true)
      }
      #expect(issues.count == 1, "\(issues)")
    }

    @Test("code that catches every error of a mocked session has an issue on Linux, and no second one at its end")
    func toldOnce() async throws {
      let test = try #require(Test.current)
      let trait = NetworkTrait(list: [], sourceLocation: #_sourceLocation, filePath: #filePath)
      let isThrown = Protected(true)
      let texts = await silencedIssues {
        try await trait.provideScope(for: test, testCase: nil) {
          _ = try await URLSession.mocked(by: MockTransport.current).download(from: .test("/a"))
        }
        isThrown.withLock { $0 = false }
      }
      #expect(texts.count == 1 && !isThrown.withLock { $0 }, "\(texts)")
    }
  #endif

  @Test("a mocked session never goes to a real network: a list of protocols that lost ours has it again")
  func protocolClasses() async throws {
    #if os(Linux)
      let configuration = URLSessionConfiguration.mocked(by: MockTransport(.any.respond(with: .text("tea"))))
      configuration.protocolClasses = []
      #expect(try await URLSession(configuration: configuration).answer(to: .test("/a")).text == "tea")
    #endif
  }
}
