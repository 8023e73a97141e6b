import NetworkEndpoints
import NetworkStubs
import NetworkTesting
import TestSupport

@Suite("A streamed answer in a mocked session")
struct SessionStreamTests {
  @Test("arrives whole in an async call")
  func whole() async throws {
    let session = URLSession.mocked(by: MockTransport(.get("/a").respond(with: .stream("first ", "second ", "third"))))
    let (text, head) = try await session.answer(to: .test("/a"))
    #expect(text == "first second third")
    #expect(head.statusCode == 200)
    #expect(head.url == .test("/a"))
  }

  @Test("arrives whole in an async call whose session has a delegate")
  func wholeBesideDelegate() async throws {
    let session = URLSession.mocked(
      by: MockTransport(.get("/a").respond(with: .stream("first ", "second"))), delegate: StreamDelegate())
    #expect(try await session.answer(to: .test("/a")).text == "first second")
  }

  @Test("arrives whole in a completion handler", arguments: [true, false])
  func handler(hasDelegate: Bool) async {
    let session = URLSession.mocked(
      by: MockTransport(.get("/a").respond(with: .stream("first ", "second"))),
      delegate: hasDelegate ? StreamDelegate() : nil)
    let data: Data? = await withCheckedContinuation { continuation in
      session.dataTask(with: .test("/a")) { data, _, _ in continuation.resume(returning: data) }.resume()
    }
    #expect(data == Data("first second".utf8))
  }

  @Test("a streamed answer in a mocked session comes to a delegate as it comes: the head, then each chunk at its time")
  func delegate() async throws {
    let clock = VirtualClock()
    let delegate = StreamDelegate()
    let transport = MockTransport(
      .get("/a").respond(
        with: .stream(.pause(.seconds(1)), "first", .pause(.seconds(1)), "second", status: 206, headers: .ofPieces)),
      clock: clock)
    let session = URLSession.mocked(by: transport, delegate: delegate)
    session.dataTask(with: .test("/a")).resume()
    var events = delegate.events.makeAsyncIterator()
    #expect(await events.next() == "head 206")
    try await clock.waitForSleepers(1)
    clock.jump(by: .seconds(1))
    #expect(await events.next() == "chunk first")
    try await clock.waitForSleepers(1)
    clock.jump(by: .seconds(1))
    #expect(await events.next() == "chunk second")
    #expect(await events.next() == "end nil")
  }

  @Test("a streamed answer that breaks off tells a delegate what came before, and others only of the error")
  func brokenOff() async throws {
    let answer = Answer.stream("first", .failure(.networkConnectionLost), "never", headers: .ofPieces)
    let delegate = StreamDelegate()
    URLSession.mocked(by: MockTransport(.get("/a").respond(with: answer)), delegate: delegate)
      .dataTask(with: .test("/a")).resume()
    #expect(await delegate.all() == ["head 200", "chunk first", "end -1005"])
    let session = URLSession.mocked(by: MockTransport(.get("/a").respond(with: answer)))
    let error = await #expect(throws: URLError.self) { try await session.data(from: .test("/a")) }
    #expect(error?.code == .networkConnectionLost)
    #expect(error?.failingURL == .test("/a"))
  }

  @Test(
    "a streamed answer in a mocked session has no body where HTTP gives it none",
    arguments: [("HEAD", 200), ("GET", 204), ("GET", 304)])
  func bodyless(method: String, status: Int) async throws {
    let transport = MockTransport(.any.respond(with: .stream("never", .stall, status: status)))
    let (text, head) = try await URLSession.mocked(by: transport).answer(to: .test("/a", method))
    #expect(text.isEmpty)
    #expect(head.statusCode == status)
    let delegate = StreamDelegate()
    URLSession.mocked(by: transport, delegate: delegate).dataTask(with: .test("/a", method)).resume()
    #expect(await delegate.all() == ["head \(status)", "end nil"])
  }

  @Test("a streamed answer that redirects is followed at its head")
  func redirect() async throws {
    let transport = MockTransport(
      .get("/a").respond(with: .stream("never", .stall, status: 302, headers: ["Location": "/b"])),
      .get("/b").respond(with: .stream("first ", "second")))
    #expect(try await URLSession.mocked(by: transport).answer(to: .test("/a")).text == "first second")
  }

  @Test("a streamed answer of events is read by the live transport while it comes")
  func liveTransport() async throws {
    let clock = VirtualClock()
    // Apple's loader may hold the first 512 bytes of a text back.
    let prices = [String(repeating: "1", count: 512), "11"]
    let events = prices.map { ServerSentEvent($0) }
    let mock = MockTransport(.get("/prices").respond(with: .events(events, every: .seconds(1))), clock: clock)
    let transport = URLSessionTransport(session: .mocked(by: mock))
    let stream = try await transport.stream(.test("/prices"))
    #expect(stream.headers["Content-Type"] == "text/event-stream")
    var received = stream.events.makeAsyncIterator()
    for price in prices {
      try await clock.waitForSleepers(1)
      clock.jump(by: .seconds(1))
      #expect(try await received.next()?.data == price)
    }
    #expect(try await received.next() == nil)
  }

  @Test("a streamed answer that a test sends itself comes chunk by chunk")
  func live() async throws {
    let (chunks, source) = AsyncThrowingStream.makeStream(of: Data.self)
    let delegate = StreamDelegate()
    let session = URLSession.mocked(
      by: MockTransport(.get("/a").respond(with: .stream(chunks, headers: .ofPieces))), delegate: delegate)
    session.dataTask(with: .test("/a")).resume()
    var events = delegate.events.makeAsyncIterator()
    #expect(await events.next() == "head 200")
    source.yield(Data("tea".utf8))
    #expect(await events.next() == "chunk tea")
    source.finish(throwing: URLError(.networkConnectionLost))
    #expect(await events.next() == "end -1005")
  }

  @Test("a streamed answer that is suspended waits, and continues where it was")
  func suspended() async throws {
    let (chunks, source) = AsyncThrowingStream.makeStream(of: Data.self)
    let delegate = StreamDelegate()
    let session = URLSession.mocked(
      by: MockTransport(.get("/a").respond(with: .stream(chunks, headers: .ofPieces))), delegate: delegate)
    let task = session.dataTask(with: .test("/a"))
    task.resume()
    var events = delegate.events.makeAsyncIterator()
    #expect(await events.next() == "head 200")
    task.suspend()
    source.yield(Data("tea".utf8))
    source.finish()
    task.resume()
    #expect(await events.next() == "chunk tea")
    #expect(await events.next() == "end nil")
  }
}

@Suite("A network fault in a mocked session")
struct SessionFaultTests {
  @Test("a network fault in a mocked session gives its error to an async call", arguments: NetworkFault.allCases)
  func call(fault: NetworkFault) async throws {
    let session = URLSession.mocked(by: MockTransport(.any.respond(with: .fault(fault))))
    let result = await Task { try await session.data(from: .test("/a")) }.result
    switch result {
    case .success: #expect(fault.code == nil)
    case .failure(let error): #expect(fault.code != nil && (error as? URLError)?.code == fault.code)
    }
  }

  @Test("a network fault in a mocked session gives its error to a delegate", arguments: NetworkFault.allCases)
  func delegate(fault: NetworkFault) async throws {
    let delegate = StreamDelegate()
    URLSession.mocked(by: MockTransport(.any.respond(with: .fault(fault))), delegate: delegate)
      .dataTask(with: .test("/a")).resume()
    #expect(await delegate.all().last == "end \(fault.code.map { "\($0.rawValue)" } ?? "nil")")
  }
}
