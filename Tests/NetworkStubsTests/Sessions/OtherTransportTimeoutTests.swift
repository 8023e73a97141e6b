import NetworkTesting
import TestSupport

@Suite("A mocked session's time-outs over other transports")
struct OtherTransportTimeoutTests {
  @Test(
    "a mocked session's time-outs are kept by any transport, and in a session made of another's configuration",
    .virtualTime, arguments: [false, true])
  func otherTransport(isOfConfiguration: Bool) async throws {
    let clock = try #require(VirtualClock.current)
    let (chunks, _) = AsyncStream.makeStream(of: Data.self)
    let asked = Gate()
    let first = URLSession.mocked(by: LateTransport(asked: asked, answered: Gate(), chunks: chunks))
    let session = isOfConfiguration ? URLSession(configuration: first.configuration) : first
    let call = Task { try await session.data(from: .test("/a")) }
    await asked.wait()
    clock.jump(by: .seconds(60))
    let error = await #expect(throws: URLError.self) { try await call.value }
    #expect(error?.code == .timedOut)
  }

  @Test("restart with the head", .virtualTime)
  func silenceAfterHead() async throws {
    let clock = try #require(VirtualClock.current)
    let (chunks, source) = AsyncStream.makeStream(of: Data.self)
    let delegate = StreamDelegate()
    let (asked, answered) = (Gate(), Gate())
    let session = URLSession.mocked(
      by: LateTransport(asked: asked, answered: answered, chunks: chunks),
      configuration: .limited(request: 5),
      delegate: delegate)
    session.dataTask(with: .test("/a")).resume()
    await asked.wait()
    clock.jump(by: .seconds(4))
    answered.open()
    var events = delegate.events.makeAsyncIterator()
    #expect(await events.next() == "head 200")
    clock.jump(by: .seconds(4))
    source.yield(Data("a".utf8))
    #expect(await events.next() == "chunk a")
    source.finish()
    #expect(await events.next() == "end nil")
  }

  @Test("restart with each chunk", .virtualTime)
  func silence() async throws {
    let clock = try #require(VirtualClock.current)
    let (chunks, source) = AsyncStream.makeStream(of: Data.self)
    let delegate = StreamDelegate()
    let session = URLSession.mocked(
      by: LateTransport(asked: Gate(), chunks: chunks), configuration: .limited(request: 5),
      delegate: delegate)
    session.dataTask(with: .test("/a")).resume()
    var events = delegate.events.makeAsyncIterator()
    #expect(await events.next() == "head 200")
    clock.jump(by: .seconds(4))
    source.yield(Data("a".utf8))
    #expect(await events.next() == "chunk a")
    clock.jump(by: .seconds(4))
    source.yield(Data("b".utf8))
    #expect(await events.next() == "chunk b")
    clock.jump(by: .seconds(5))
    #expect(await events.next() == "end -1001")
  }

  @Test("restart with each chunk, also where the caller gets all of them at once", .virtualTime)
  func silenceOfWhole() async throws {
    let clock = try #require(VirtualClock.current)
    let (chunks, source) = AsyncStream.makeStream(of: Data.self)
    let (asked, asking) = AsyncStream.makeStream(of: Void.self)
    let session = URLSession.mocked(
      by: AskedTransport(chunks: AskedChunks(chunks: chunks, asking: asking)),
      configuration: .limited(request: 5))
    let call = Task { try await session.answer(to: .test("/a")).text }
    // Who asks for the next chunk has noted the last.
    var asks = asked.makeAsyncIterator()
    await asks.next()
    for chunk in ["a", "b", "c"] {
      clock.jump(by: .seconds(4))
      source.yield(Data(chunk.utf8))
      await asks.next()
    }
    source.finish()
    #expect(try await call.value == "abc")
  }

  @Test("restart with a redirect, after which each chunk counts", .virtualTime)
  func silenceAfterRedirect() async throws {
    let clock = try #require(VirtualClock.current)
    let (chunks, source) = AsyncStream.makeStream(of: Data.self)
    let (asked, asking) = AsyncStream.makeStream(of: Void.self)
    let target = AskedTransport(chunks: AskedChunks(chunks: chunks, asking: asking))
    let session = URLSession.mocked(
      by: RedirectingTransport(target: target), configuration: .limited(request: 5))
    let call = Task { try await session.answer(to: .test("/a")).text }
    var asks = asked.makeAsyncIterator()
    await asks.next()
    for chunk in ["a", "b"] {
      await clock.advance(by: .seconds(4))
      source.yield(Data(chunk.utf8))
      await asks.next()
      // The step after it waits for the time-outs that have woken.
      await clock.advance(by: .zero)
    }
    source.finish()
    #expect(try await call.value == "ab")
  }

  @Test("limit all of a call also where the transport knows of none", .virtualTime)
  func resourceOfOther() async throws {
    let clock = try #require(VirtualClock.current)
    let (chunks, source) = AsyncStream.makeStream(of: Data.self)
    let (asked, asking) = AsyncStream.makeStream(of: Void.self)
    let session = URLSession.mocked(
      by: AskedTransport(chunks: AskedChunks(chunks: chunks, asking: asking)),
      configuration: .limited(request: 5, resource: 7))
    let call = Task { try await session.data(from: .test("/a")) }
    var asks = asked.makeAsyncIterator()
    await asks.next()
    clock.jump(by: .seconds(4))
    source.yield(Data("a".utf8))
    await asks.next()
    clock.jump(by: .seconds(4))
    let error = await #expect(throws: URLError.self) { try await call.value }
    #expect(error?.code == .timedOut)
  }
}

/// A transport without a clock.
private struct LateTransport: HTTPTransport {
  let asked: Gate
  /// Opened when the head may come; nil where it comes at once.
  var answered: Gate?
  let chunks: AsyncStream<Data>

  func send(_ request: URLRequest) async throws -> HTTPResponse { try await stream(request).response() }

  func stream(_ request: URLRequest) async throws -> HTTPStream {
    asked.open()
    await answered?.wait()
    return HTTPStream(headers: .ofPieces, chunks: chunks)
  }
}

/// A transport that streams chunks.
private struct AskedTransport: HTTPTransport {
  let chunks: AskedChunks

  func send(_ request: URLRequest) async throws -> HTTPResponse { try await stream(request).response() }

  func stream(_ request: URLRequest) async throws -> HTTPStream { HTTPStream(chunks: chunks) }
}

/// A transport that leads from `/a` to another.
private struct RedirectingTransport: HTTPTransport {
  let target: AskedTransport

  func send(_ request: URLRequest) async throws -> HTTPResponse { try await stream(request).response() }

  func stream(_ request: URLRequest) async throws -> HTTPStream {
    request.url?.path == "/a"
      ? HTTPStream(HTTPResponse(status: 302, headers: ["Location": "/b"])) : try await target.stream(request)
  }
}

/// Chunks whose reader is seen to ask for each.
private struct AskedChunks: AsyncSequence, Sendable {
  let chunks: AsyncStream<Data>
  let asking: AsyncStream<Void>.Continuation

  struct AsyncIterator: AsyncIteratorProtocol {
    var chunks: AsyncStream<Data>.AsyncIterator
    let asking: AsyncStream<Void>.Continuation

    mutating func next() async -> Data? {
      asking.yield()
      return await chunks.next()
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: chunks.makeAsyncIterator(), asking: asking) }
}
