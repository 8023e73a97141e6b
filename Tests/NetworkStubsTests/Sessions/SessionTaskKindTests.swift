import NetworkTesting
import TestSupport

@Suite("Tasks of a mocked session")
struct SessionTaskKindTests {
  @Test("call the session's delegate in order")
  func delegate() async throws {
    let delegate = CollectingDelegate()
    let session = URLSession.mocked(
      by: MockTransport(.get("/a").respond(with: .text("tea"))), delegate: delegate)
    session.dataTask(with: .test("/a")).resume()
    #expect(await delegate.events.first { $0.hasPrefix("end") } == "end nil, status 200, body tea")
  }

  @Test("tell the delegate of an error")
  func delegateError() async throws {
    let delegate = CollectingDelegate()
    let session = URLSession.mocked(
      by: MockTransport(.get("/a").respond(with: .error(.timedOut))), delegate: delegate)
    session.dataTask(with: .test("/a")).resume()
    #expect(await delegate.events.first { $0.hasPrefix("end") } == "end -1001, status none, body ")
  }

  @Test("upload bytes")
  func uploadData() async throws {
    let transport = MockTransport(.post("/a").body(text: .exactly("tea")).respond(status: 201))
    let session = URLSession.mocked(by: transport)
    let (_, response) = try await session.upload(for: .test("/a", "POST"), from: Data("tea".utf8))
    #expect((response as? HTTPURLResponse)?.statusCode == 201)
  }

  @Test("upload a file")
  func uploadFile() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data("from a file".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let session = URLSession.mocked(
      by: MockTransport(.post("/a").body(text: .exactly("from a file")).respond(status: 201)))
    _ = try await session.upload(for: .test("/a", "POST"), fromFile: file)
  }

  @Test("wait while they are suspended, and go on with the same request")
  func suspend() async throws {
    let gate = Gate()
    let transport = MockTransport(
      .get("/a").respond { _ in
        await gate.wait()
        return HTTPResponse(body: Data("tea".utf8))
      }.once())
    let session = URLSession.mocked(by: transport)
    let data: Data? = await withCheckedContinuation { continuation in
      let task = session.dataTask(with: .test("/a")) { data, _, _ in continuation.resume(returning: data) }
      task.resume()
      Task {
        _ = try await transport.nextRequest()
        task.suspend()
        gate.open()
        task.resume()
      }
    }
    #expect(data == Data("tea".utf8))
  }
}

/// Hands a delegate's calls over as text.
final class CollectingDelegate: NSObject, URLSessionDataDelegate, Sendable {
  let events: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation
  private let body = Mutexed<Data>()

  override init() {
    (events, continuation) = AsyncStream.makeStream()
    super.init()
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    body.value = (body.value ?? Data()) + data
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let status = (task.response as? HTTPURLResponse).map { "\($0.statusCode)" } ?? "none"
    let code = (error as? URLError).map { "\($0.code.rawValue)" } ?? error.map { "\($0)" } ?? "nil"
    continuation.yield("end \(code), status \(status), body \(String(decoding: body.value ?? Data(), as: UTF8.self))")
  }

  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
    continuation.yield("invalid")
  }
}
