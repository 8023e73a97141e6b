import NetworkTesting
import TestSupport

@testable import NetworkStubs

#if canImport(FoundationNetworking)
  /// What sessions of Apple platforms do is made to happen here: they ask where a request goes on a queue, where no test is known.
  @Suite("A session that asks on a queue", .timeLimit(.minutes(15)))
  struct AskedSessionsTests {
    static let differences: [AppleDifference] = [.asksOnQueue, .asksTwice, .oneLoadingThread]

    /// Records what some code has recorded while sessions ask on a queue.
    private func issues(
      _ difference: AppleDifference = .asksOnQueue, in body: @escaping @Sendable () async throws -> Void
    ) async -> [RecordedIssue] {
      await AppleDifference.$ofTest.withValue([difference]) { await recordedIssues { try await body() } }
    }

    @Test(
      "a session that asks on a queue is refused in a test with a network, and fails it once, however it is sent",
      .network(), arguments: SendingWay.all, differences)
    func refused(way: SendingWay, difference: AppleDifference) async {
      let thrown = Protected<(any Error)?>(nil)
      let issues = await issues(difference) {
        do { try await way.send(UntouchedSessions.usual, .test("/live")) } catch { thrown.withLock { $0 = error } }
      }
      #expect((thrown.withLock { $0 } as? URLError)?.code == .notConnectedToInternet)
      #expect(issues.count == 1, "\(issues)")
      #expect(issues.first?.text.contains("https://api.example.com/live would have gone to the live network") == true)
    }

    @Test("a session that asks on a queue names what sent its request", .network())
    func text() async throws {
      let issues = await issues { _ = try? await UntouchedSessions.usual.data(from: .test("/live")) }
      let text = try #require(issues.first?.text)
      #expect(text.contains("\nSent by AskedSessionsTests.text()"), "\(text)")
    }

    @Test("a session that asks on a queue is refused in a test that is offline", .offline, arguments: SendingWay.all)
    func offline(way: SendingWay) async {
      let issues = await issues { try await way.send(UntouchedSessions.ephemeral, .test("/live")) }
      #expect(issues.filter { $0.text.contains("this test is offline") }.count == 1, "\(issues)")
    }

    @Test(
      "a session that asks on a queue is answered by the stubs of the test that sends, beside other tests",
      .everySession(.get("/{number}").respond { HTTPResponse(body: Data($0.path.utf8)) }),
      arguments: Array(differences.indices), 0..<20)
    func answered(difference: Int, number: Int) async throws {
      let texts = try await AppleDifference.$ofTest.withValue([Self.differences[difference]]) {
        let first = try await UntouchedSessions.usual.text("/\(number)")
        let second = try await URLSession.shared.text("/\(number)")
        return [first, second]
      }
      #expect(texts == ["/\(number)", "/\(number)"])
      #expect(await MockTransport.current.requests.map(\.path) == texts)
    }

    @Test(
      "a step of a clock waits for what a session that asks on a queue sends", .virtualTime,
      .everySession(.get("/poll").respond(status: 204)), arguments: differences)
    func step(difference: AppleDifference) async throws {
      let clock = try #require(VirtualClock.current)
      let task = AppleDifference.$ofTest.withValue([difference]) {
        Task {
          while true {
            try await clock.sleep(for: .seconds(30))
            _ = try await UntouchedSessions.usual.text("/poll")
          }
        }
      }
      await clock.advance(by: .seconds(299))
      await #expect(MockTransport.current.requests.count == 9)
      task.cancel()
      _ = try? await task.value
    }

    @Test("a step of a clock does not wait for a session that never asks, though its task is kept", .virtualTime)
    func silent() async throws {
      let clock = try #require(VirtualClock.current)
      let task = UntouchedSessions.usual.dataTask(with: .test("/a"))
      let sending = Task {
        try await clock.sleep(for: .seconds(1))
        AskedTask.noteSender(of: task, as: SessionRoute.Sender())
        WaitWatch.$interval.withValue(.milliseconds(1)) { AskedTask.beginWork(of: task) }
      }
      // A step that does not settle is an issue of this test.
      await clock.advance(by: .seconds(1))
      #expect(clock.now.offset == .seconds(1))
      try await sending.value
      withExtendedLifetime(task) {}
    }

    @Test("a session that asks on a queue fails the test that sends what no stub answers", .everySession())
    func strict() async {
      let issues = await issues { _ = try? await UntouchedSessions.usual.text("/unknown") }
      #expect(issues.count == 1, "\(issues)")
      #expect(issues.first?.text.hasPrefix("No stub answers GET https://api.example.com/unknown") == true)
      #expect(issues.first?.text.contains("\nSent by AskedSessionsTests.strict()") == true, "\(issues)")
    }

    @Test("a session that asks on a queue passes in a test that uses the live network", .network(), .liveNetwork)
    func live() async throws {
      let url = try #require(URL(string: "http://127.0.0.1:9/"))
      let issues = await issues {
        let error = await #expect(throws: URLError.self) { try await UntouchedSessions.usual.data(from: url) }
        #expect(error?.code == .cannotConnectToHost)
      }
      #expect(issues.isEmpty, "\(issues)")
    }

    @Test("a session that asks on a queue is refused as a WebSocket, which no protocol can load", .network())
    func webSocket() async throws {
      let url = try #require(URL(string: "wss://socket.example.com/"))
      let issues = await issues {
        let socket = UntouchedSessions.usual.webSocketTask(with: url)
        #expect(!AskedSessions.protocolClasses.contains { $0.canInit(with: socket) })
        socket.resume()
        await #expect(throws: (any Error).self) { try await socket.receive() }
      }
      #expect(issues.count == 1, "\(issues)")
    }

    // As a static property of an app's, which the tests of a suite use one after the other.
    private static let client = URLSession.mocked(by: MockTransport())

    @Test("a mocked session that asks on a queue fails the test that sends, and names the sender", arguments: 0..<2)
    func mocked(number: Int) async {
      // A double in a static property is warned of.
      _ = await recordedIssues { _ = Self.client }
      let issues = await issues { _ = try? await Self.client.text("/\(number)") }
      #expect(issues.count == 1, "\(issues)")
      #expect(issues.first?.text.contains("\nSent by AskedSessionsTests.mocked(number:)") == true, "\(issues)")
    }

    @Test("a mocked session that is asked twice about a WebSocket reports it once")
    func mockedWebSocket() async throws {
      let session = URLSession.mocked(by: MockTransport())
      let url = try #require(URL(string: "wss://socket.example.com/"))
      let protocolClass = try #require(session.configuration.protocolClasses?.first as? URLProtocol.Type)
      let issues = await recordedIssues {
        let socket = session.webSocketTask(with: url)
        for _ in 0..<2 { #expect(!protocolClass.canInit(with: socket)) }
      }
      #expect(issues.count == 1, "\(issues)")
    }

    @Test(
      "a mocked session that asks on a queue notes that the task of its sender was cancelled", arguments: [true, false])
    func cancelledSender(isCancelled: Bool) async throws {
      let transport = MockTransport()
      let session = URLSession.mocked(by: transport)
      let protocolClass = try #require(session.configuration.protocolClasses?.first as? URLProtocol.Type)
      let task = session.dataTask(with: .test("/a"))
      await Task {
        if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
        AskedTask.noteSender(of: task, as: SessionRoute.Sender())
      }.value
      #expect(protocolClass.canInit(with: task))
      #expect((transport.log.silence.unsent != nil) == isCancelled)
      session.invalidateAndCancel()
    }

    @Test("a session that asks on a queue has one note of a task, whoever asks for it first")
    func oneNote() {
      for _ in 0..<20 {
        let task = UntouchedSessions.usual.dataTask(with: .test("/a"))
        let reports = Protected(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
          if AskedTask.takeReport(of: task) { reports.withLock { $0 += 1 } }
        }
        // A session may have asked before the task is resumed.
        AskedTask.noteSender(of: task, as: SessionRoute.Sender())
        #expect(AskedTask.sender(of: task) != nil)
        if AskedTask.takeReport(of: task) { reports.withLock { $0 += 1 } }
        #expect(reports.withLock { $0 } == 1)
      }
    }

    @Test(
      "a session that asks on a queue, and whose sender nobody saw, is not refused, and the test says so", .network())
    func unseen() async throws {
      let task = UntouchedSessions.usual.dataTask(with: .test("/live"))
      #expect(!OfflineProtocol.canInit(with: task))
      AppleDifference.$ofTest.withValue([.unseenSenders]) { #expect(AskedSessions.problem != nil) }
      #expect(AskedSessions.problem == nil)
    }
  }
#endif
