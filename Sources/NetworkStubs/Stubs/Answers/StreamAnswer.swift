extension Answer {
  /// A body in chunks, each at its time.
  ///
  /// ```swift
  /// .get("/log").respond(with: .stream("first\n", .pause(.seconds(2)), "second\n"))
  /// ```
  ///
  /// `HTTPTransport.stream(_:)` and delegates of sessions receive the chunks as they come; callers that wait for the whole answer
  /// get it after the last chunk.
  ///
  /// - Parameters:
  ///   - parts: The chunks, and the events between them.
  ///   - status: The status code.
  ///   - headers: Header fields.
  public static func stream(_ parts: StreamPart..., status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
    stream(parts, status: status, headers: headers)
  }

  /// A body in chunks, each at its time.
  ///
  /// - Parameters:
  ///   - parts: The chunks and the pauses between them.
  ///   - status: The status code.
  ///   - headers: The header fields.
  public static func stream(_ parts: [StreamPart], status: Int = 200, headers: HTTPHeaders = [:]) -> Self {
    Self(StreamScript(head: HTTPResponse(status: status, headers: headers), parts: parts))
  }

  /// A body in chunks whose pauses take no time in real time.
  package static func faultyStream(_ head: HTTPResponse, _ parts: [StreamPart]) -> Self {
    Self(StreamScript(head: head, parts: parts, isFault: true))
  }

  /// A body that the test sends while it is read, for one request only, since it can be read only once.
  ///
  /// ```swift
  /// let (body, source) = AsyncThrowingStream.makeStream(of: Data.self)
  /// call.answer(with: .stream(body))
  /// source.yield(Data("first\n".utf8))
  /// ```
  ///
  /// - Parameters:
  ///   - chunks: The body.
  ///   - status: The status code.
  ///   - headers: Header fields.
  @_disfavoredOverload public static func stream<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, status: Int = 200, headers: HTTPHeaders = [:]
  ) -> Self where Chunks.Element == Data {
    Self(LiveAnswer(head: HTTPResponse(status: status, headers: headers), chunks: chunks))
  }

  /// Server-sent events, one chunk each.
  ///
  /// ```swift
  /// .get("/prices").respond(with: .events(["10", "11", ServerSentEvent("closed", event: "end")], every: .seconds(1)))
  /// ```
  ///
  /// - Parameters:
  ///   - events: The events.
  ///   - interval: The time before each.
  ///   - headers: More header fields.
  public static func events(
    _ events: [ServerSentEvent], every interval: Duration = .zero, headers: HTTPHeaders = [:]
  ) -> Self {
    let parts = events.flatMap { [StreamPart.pause(interval), .chunk($0.description)] }
    return stream(parts, headers: headers.adding("Content-Type", "text/event-stream"))
  }

  /// Server-sent events with texts that are made at run time, one chunk each.
  ///
  /// - Parameters:
  ///   - texts: The data of each event.
  ///   - interval: The time before each event after the first.
  ///   - headers: The header fields.
  @_disfavoredOverload
  public static func events(_ texts: [String], every interval: Duration = .zero, headers: HTTPHeaders = [:]) -> Self {
    events(texts.map { ServerSentEvent($0) }, every: interval, headers: headers)
  }
}

extension RequestMatcher {
  /// Returns a stub that answers with server-sent events, one chunk each.
  ///
  /// - Parameters:
  ///   - events: The events.
  ///   - interval: The time before each.
  ///   - fileID: The file in which problems with the stub are recorded.
  ///   - filePath: The path of that file.
  ///   - line: The line at which problems with the stub are recorded.
  ///   - column: The column of the call.
  public func respond(
    events: [ServerSentEvent], every interval: Duration = .zero, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) -> Stub {
    respond(with: .events(events, every: interval), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// A streamed answer as it was written.
private struct StreamScript: AnswerKind {
  /// The answer without its body.
  let head: HTTPResponse
  let parts: [StreamPart]
  /// Whether it is a fault, whose pauses take no time in real time.
  var isFault = false

  var shown: String? { ".stream(…)" }

  func reply(to request: ReceivedRequest, on timeline: Timeline, after delay: Duration) async throws -> Answer.Reply {
    .stream(
      HTTPStream(status: head.status, headers: head.headers, url: head.url, chunks: StreamPlayer(self, on: timeline)))
  }

  func whole(to request: ReceivedRequest, on timeline: Timeline) async throws -> HTTPResponse {
    var response = head
    for case .chunk(let data) in parts.map(\.storage) { response.body.append(data) }
    return response
  }
}

/// A body that the test sends.
private struct LiveAnswer<Chunks: AsyncSequence & Sendable>: AnswerKind where Chunks.Element == Data {
  /// The answer without its body.
  let head: HTTPResponse
  let chunks: Chunks
  var isOfCode: Bool { true }

  func reply(to request: ReceivedRequest, on timeline: Timeline, after delay: Duration) async throws -> Answer.Reply {
    .stream(
      HTTPStream(status: head.status, headers: head.headers, chunks: LiveChunks(chunks: chunks, timeline: timeline)))
  }
}

/// The chunks that the test sends, each awaited for ten seconds of real time at most.
private struct LiveChunks<Chunks: AsyncSequence & Sendable>: AsyncSequence, Sendable where Chunks.Element == Data {
  let chunks: Chunks
  let timeline: Timeline

  func makeAsyncIterator() -> Iterator { Iterator(iterator: chunks.makeAsyncIterator(), timeline: timeline) }

  struct Iterator: AsyncIteratorProtocol {
    var iterator: Chunks.AsyncIterator
    let timeline: Timeline

    mutating func next() async throws -> Data? {
      // Unchecked: one read after the other, each awaited here unless it is abandoned, after which there is no other.
      nonisolated(unsafe) var reader = iterator
      let chunk = try await timeline.answer(
        orSay: { [timeline] in "The test has neither sent nor ended the body of the answer to \(timeline.title)" },
        "End the body, as in `source.finish()`.", at: nil, within: nil
      ) { try await reader.next() }
      iterator = reader
      return chunk
    }
  }
}

/// The chunks of a script, each at its time.
private struct StreamPlayer: AsyncSequence, AsyncIteratorProtocol, Sendable {
  typealias Element = Data

  private var rest: ArraySlice<StreamPart>
  private let timeline: Timeline
  private let waits: Bool
  /// The arrival time of the last chunk.
  private var last: Duration
  /// The due time of the next part.
  private var due: Duration

  /// Creates the player of a script, on a timeline that has reached the head.
  init(_ script: StreamScript, on timeline: Timeline) {
    rest = script.parts[...]
    self.timeline = timeline
    waits = !script.isFault || timeline.faultsWait
    last = timeline.elapsed
    due = last
  }

  func makeAsyncIterator() -> Self { self }

  mutating func next() async throws -> Data? {
    while let part = rest.popFirst() {
      switch part.storage {
      case .chunk(let data):
        try await wait()
        last = due
        return data
      case .pause(let duration):
        if waits { due += duration > .zero ? duration : .zero }
      case .failure(let error):
        rest = []
        try await wait()
        throw error
      case .stall:
        rest = []
        try await timeline.stall(after: last, waits: waits)
      }
    }
    try await wait()
    return nil
  }

  private mutating func wait() async throws {
    if let timeout = timeline.timeout, due - last >= timeout {
      rest = []
      due = last
      try await timeline.stall(after: last, waits: true)
    }
    // A time that has passed needs no clock: a slow reader finds the chunk ready.
    if due > timeline.elapsed {
      try await timeline.sleep(until: due)
    } else if Task.isCancelled {
      throw URLError(.cancelled)
    }
  }
}
