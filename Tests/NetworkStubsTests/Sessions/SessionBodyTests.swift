import NetworkTesting
import TestSupport

@testable import NetworkStubs

@Suite("A body that a mocked session reads from a stream")
struct SessionBodyTests {
  @Test("a body in a stream is waited for by its call alone, and not where the task is resumed")
  func waiting() async throws {
    let body = LateStream("tea")
    let session = URLSession.mocked(by: MockTransport(.post("/a").body(text: .exactly("tea")).respond(status: 201)))
    let status: Int? = await withCheckedContinuation { continuation in
      let task = session.dataTask(with: body.request("/a")) { _, response, _ in
        continuation.resume(returning: (response as? HTTPURLResponse)?.statusCode)
      }
      task.resume()
      body.arrive()
    }
    #expect(status == 201)
  }

  @Test(
    "a body in a stream is sent again where a redirect keeps the method, as on Apple platforms", arguments: [307, 308])
  func redirect(status: Int) async throws {
    let body = LateStream("tea")
    body.arrive()
    let transport = MockTransport(
      .post("/a").respond(status: status, headers: ["Location": "/b"]),
      .post("/b").body(text: .exactly("tea")).respond(status: 201))
    let session = URLSession.mocked(by: transport, as: .apple)
    #expect(try await session.answer(to: body.request("/a")).head.statusCode == 201)
  }

  #if canImport(FoundationNetworking)
    @Test("a body that the session provides as a stream alone, as on Apple platforms, reaches a stub")
    func provided() async throws {
      let session = URLSession.mocked(by: MockTransport(.post("/a").body(text: .exactly("tea")).respond(status: 201)))
      let request = URLRequest.test("/a", "POST", body: "tea")
      let answer = try await AppleDifference.$ofTest.withValue([.bodiesAsStreams]) {
        #expect(request.asProvided.httpBody == nil)
        return try await session.answer(to: request)
      }
      #expect(answer.head.statusCode == 201)
    }
  #endif

  @Test("belongs to the test whose call it is", .quiet)
  func problem() async throws {
    let body = LateStream("tea")
    body.arrive()
    await withKnownIssue {
      _ = try await URLSession.mocked(by: MockTransport()).answer(to: body.request("/a"))
    }
  }
}

/// A stream whose text comes when the test says so.
private final class LateStream: InputStream {
  // One reader at a time, which waits for the semaphore.
  private let arrived = DispatchSemaphore(value: 0)
  private var rest: ArraySlice<UInt8>

  init(_ text: String) {
    rest = ArraySlice(text.utf8)
    super.init(data: Data())
  }

  func arrive() { arrived.signal() }

  func request(_ path: String) -> URLRequest {
    var request = URLRequest.test(path, "POST")
    request.httpBodyStream = self
    return request
  }

  override func open() { arrived.wait() }
  override func close() {}
  override var hasBytesAvailable: Bool { !rest.isEmpty }

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
    let part = rest.prefix(maxLength)
    rest = rest.dropFirst(part.count)
    for (index, byte) in part.enumerated() { buffer[index] = byte }
    return part.count
  }
}
