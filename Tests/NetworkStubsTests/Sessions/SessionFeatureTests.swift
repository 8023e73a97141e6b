import NetworkTesting
import TestSupport

// The rows of the table in Sessions.md that no other suite holds to their word.
@Suite("What code asks of a mocked session")
struct SessionFeatureTests {
  @Test("never comes from a cache, also where the configuration has one")
  func caching() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = URLCache(memoryCapacity: 1_000_000, diskCapacity: 0, diskPath: nil)
    let transport = MockTransport(
      .get("/a").respond(with: .text("tea", headers: ["Cache-Control": "max-age=600", "ETag": "\"1\""])))
    let session = URLSession.mocked(by: transport, configuration: configuration)
    for _ in 0..<3 { #expect(try await session.answer(to: .test("/a")).text == "tea") }
    #expect(await transport.requests.count == 3)
  }

  @Test("is an answer where credentials are asked for: no delegate is challenged, no stored credential sent")
  func authentication() async throws {
    let delegate = CuriousDelegate()
    let transport = MockTransport(
      .get("/a").respond(with: .text("who?", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"tea\""])))
    let session = URLSession.mocked(by: transport, delegate: delegate)
    let answer = try await session.answer(to: .test("/a"))
    #expect(answer.head.statusCode == 401 && answer.text == "who?")
    #expect(await transport.requests.count == 1 && delegate.calls == [])
  }

  @Test("with a stream for a body has its bytes")
  func stream() async throws {
    var request = URLRequest.test("/a", "POST")
    request.httpBodyStream = InputStream(data: Data("tea".utf8))
    let session = URLSession.mocked(by: MockTransport(.post("/a").body(text: .exactly("tea")).respond(status: 201)))
    #expect(try await session.answer(to: request).head.statusCode == 201)
  }

  #if canImport(FoundationNetworking)
    @Test("on Linux: an upload tells no progress, and a task no metrics")
    func progress() async throws {
      let delegate = CuriousDelegate()
      let session = URLSession.mocked(by: MockTransport(.post("/a").respond(status: 201)), delegate: delegate)
      session.uploadTask(with: .test("/a", "POST"), from: Data("tea".utf8)).resume()
      await delegate.ended.wait()
      #expect(delegate.calls == ["end nil"])
    }

    @Test("on Linux: an upload from a stream that the delegate gives ends in an error")
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
