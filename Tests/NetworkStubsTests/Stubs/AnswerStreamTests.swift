import Foundation
import NetworkEndpoints
import NetworkTesting
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A streamed answer")
struct AnswerStreamTests {
  private let clock = VirtualClock()
  private let request = URLRequest.make(.get, "https://api.example.com/log")

  private func transport(_ parts: StreamPart...) -> MockTransport {
    MockTransport(.get("/log").respond(with: .stream(parts, headers: ["X": "1"])), clock: clock)
  }

  @Test("a streamed answer has its head before its body, and each chunk at its time")
  func times() async throws {
    let transport = transport("first", .pause(.seconds(2)), "second", .pause(.seconds(3)), "third")
    let stream = try await transport.stream(request)
    #expect(stream.status == 200 && stream.headers["x"] == "1" && stream.url == request.url)
    var chunks = stream.makeAsyncIterator()
    #expect(try await chunks.next() == Data("first".utf8))
    // What does not change hands is passed along: the iterator goes with its reader.
    let (times, time) = AsyncStream.makeStream(of: Duration.self)
    let reader = Task { [clock] in
      for try await _ in stream { time.yield(clock.now.offset) }
    }
    #expect(try await collect(times, count: 1) == [.zero])
    #expect(try await clock.waitForSleepers(1).map(\.offset) == [.seconds(2)])
    clock.wakeSleepers()
    #expect(try await clock.waitForSleepers(1).map(\.offset) == [.seconds(5)])
    clock.wakeSleepers()
    try await reader.value
    #expect(try await collect(times, count: 2) == [.seconds(2), .seconds(5)])
  }

  @Test("a streamed answer is whole for a caller that waits for all of it")
  func whole() async throws {
    let transport = transport("first ", .pause(.seconds(2)), "second")
    async let answer = transport.send(request)
    try await clock.waitForSleepers(1)
    clock.wakeSleepers()
    #expect(String(decoding: try await answer.body, as: UTF8.self) == "first second")
    #expect(await transport.exchanges[0].duration == .seconds(2))
  }

  @Test("a streamed answer that breaks off gives out what came before")
  func broken() async throws {
    let transport = transport("some", .failure(.networkConnectionLost))
    var chunks = try await transport.stream(request).makeAsyncIterator()
    #expect(try await chunks.next() == Data("some".utf8))
    await #expect(throws: URLError(.networkConnectionLost)) { try await chunks.next() }
    #expect(try await chunks.next() == nil)
    await #expect(throws: URLError(.networkConnectionLost)) { try await transport.send(request) }
    for exchange in await transport.exchanges {
      guard case .failed = exchange.outcome else {
        Issue.record("\(exchange.outcome)")
        return
      }
    }
  }

  @Test("a streamed answer may take longer than the time-out, as long as no pause does")
  func pauses() async throws {
    let clock = VirtualClock()
    let answer = Answer.stream("a", .pause(.seconds(40)), "b", .pause(.seconds(40)), "c")
    let transport = MockTransport(.any.respond(with: answer), clock: clock)
    let call = Task { [request] in try await transport.send(request) }
    for _ in 1...2 {
      try await clock.waitForSleepers(1)
      clock.jump(by: .seconds(40))
    }
    #expect(try await call.value.body == Data("abc".utf8))
  }

  @Test("a streamed answer breaks off, or ends, when its time has come", arguments: [true, false])
  func pausesLast(breaks: Bool) async throws {
    let clock = VirtualClock()
    let answer: Answer =
      breaks
      ? .stream("a", .pause(.seconds(2)), .failure(.networkConnectionLost)) : .stream("a", .pause(.seconds(2)))
    let transport = MockTransport(.any.respond(with: answer), clock: clock)
    let call = Task { [request] in try await transport.send(request) }
    #expect(try await clock.waitForSleepers(1).map(\.offset) == [.seconds(2)])
    clock.jump(by: .seconds(2))
    if breaks {
      await #expect(throws: URLError(.networkConnectionLost)) { try await call.value }
    } else {
      #expect(try await call.value.body == Data("a".utf8))
    }
  }

  @Test("a streamed answer is in the log as far as it was read")
  func log() async throws {
    let transport = transport("one", "two")
    var chunks = try await transport.stream(request).makeAsyncIterator()
    for expected in ["one", "onetwo"] {
      _ = try await chunks.next()
      guard case .answered(let response) = await transport.exchanges[0].outcome else {
        Issue.record("There is no answer in the log")
        return
      }
      #expect(String(decoding: response.body, as: UTF8.self) == expected)
    }
  }

  @Test(
    "a streamed answer that stalls, or pauses too long, is `timedOut` and over",
    arguments: [StreamPart.stall, .pause(.seconds(60))])
  func stalls(_ part: StreamPart) async throws {
    let transport = transport("some", part, "more")
    let stream = try await transport.stream(request)
    let (seen, chunk) = AsyncStream.makeStream(of: Data.self)
    let reader = Task {
      var chunks = stream.makeAsyncIterator()
      if let data = try await chunks.next() { chunk.yield(data) }
      await #expect(throws: URLError(.timedOut)) { try await chunks.next() }
      return try await chunks.next()
    }
    #expect(try await collect(seen, count: 1) == [Data("some".utf8)])
    clock.jump(by: .seconds(60))
    #expect(try await reader.value == nil)
  }

  @Test("a streamed answer ends with `cancelled` when its reader is cancelled between two chunks")
  func cancelled() async throws {
    let transport = transport("some", .pause(.seconds(5)), "more")
    let stream = try await transport.stream(request)
    let reader = Task {
      for try await _ in stream {}
    }
    try await clock.waitForSleepers(1)
    reader.cancel()
    await #expect(throws: URLError(.cancelled)) { try await reader.value }
    clock.verifyNobodySleeps()
  }

  @Test("a streamed answer can be server-sent events")
  func events() async throws {
    let events: [ServerSentEvent] = ["10", ServerSentEvent("over\nand out", event: "end", id: "2")]
    let transport = MockTransport(.get("/log").respond(with: .events(events)))
    let stream = try await transport.stream(request)
    #expect(stream.headers["content-type"] == "text/event-stream")
    #expect(try await collect(stream.events) == events)
  }

  @Test("a streamed answer can be sent by the test while it is read")
  func live() async throws {
    let (body, source) = AsyncThrowingStream.makeStream(of: Data.self)
    let transport = MockTransport(.get("/log").respond(with: .stream(body)))
    var lines = try await transport.stream(request).lines.makeAsyncIterator()
    source.yield(Data("one\n".utf8))
    #expect(try await lines.next() == "one")
    source.finish(throwing: URLError(.networkConnectionLost))
    await #expect(throws: URLError(.networkConnectionLost)) { try await lines.next() }
  }

  @Test("a streamed answer of a transport that does not stream comes in one piece")
  func ordinary() async throws {
    let transport = MockTransport(.get("/log").respond(json: ["a": 1]))
    #expect(try await collect(transport.stream(request)) == [Data("{\"a\":1}".utf8)])
  }

  @Test("a streamed answer that no stub gives fails the test")
  func unanswered() async throws {
    let transport = transport("a")
    _ = try await transport.stream(request)
    let issues = await recordedIssues {
      await #expect(throws: UnansweredRequest.self) { try await transport.stream(.make(.get, "https://a/other")) }
    }
    #expect(issues.map { $0.text.prefix(20) } == ["No stub answers GET "])
  }
}
