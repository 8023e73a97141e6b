extension Answer {
  /// The bytes of a second at which a server receives the request; nil for any number.
  package var uploadRate: Int? { if case .throttled(_, let rate, _) = storage { rate } else { nil } }

  /// An answer in the form its caller receives: whole, or in chunks.
  package enum Reply {
    case whole(HTTPResponse)
    case stream(HTTPStream)

    /// The answer in chunks.
    package var stream: HTTPStream {
      switch self {
      case .whole(let response): HTTPStream(response)
      case .stream(let stream): stream
      }
    }
  }

  /// Returns the answer to a request, as soon as its head is there.
  package func reply(to request: ReceivedRequest, on timeline: Timeline, after delay: Duration) async throws -> Reply {
    if let timeout = timeline.timeout, delay >= timeout {
      // Among the sleepers of the clock, like an answer that is in time.
      try await timeline.sleep(until: timeout)
      throw URLError(.timedOut)
    } else if delay > .zero {
      try await timeline.sleep(until: delay)
    }
    switch storage {
    case .response(let response): return .whole(response)
    case .error(let error): throw error
    case .file(let read):
      do { return .whole(try read()) } catch { throw UnusableAnswer(cause: error) }
    case .closure(let closure):
      let answer = try await timeline.limit(to: timeline.timeout) { try await closure(request) }
      if let problem = answer.problem { throw UnusableAnswer(cause: AnswerError(description: problem)) }
      return try await answer.reply(to: request, on: timeline, after: .zero)
    case .stream(let script):
      let head = script.head
      return .stream(
        HTTPStream(
          status: head.status, headers: head.headers, url: head.url, chunks: StreamPlayer(script, on: timeline)))
    case .live(let stream): return .stream(stream)
    case .throttled(let answer, let rate, let pace):
      // A server has received it at that rate.
      let uploaded = timeline.elapsed + (timeline.hasUploaded ? .zero : .seconds(request.body.count) / rate)
      let reply = try await answer.reply(to: request, on: timeline, after: uploaded)
      var stream = reply.stream
      // A client shows its progress by it.
      if case .whole(let whole) = reply { stream.headers["Content-Length"] = "\(whole.body.count)" }
      return .stream(pace(stream, timeline))
    case .silence:
      try await timeline.stall(after: delay, waits: timeline.faultsWait)
      throw URLError(.timedOut)
    case .changed(let answer, let change):
      let whole = try await answer.whole(to: request, on: timeline)
      let changed: Answer
      do { changed = try change(whole, timeline.isOnSocket) } catch let fault as SocketFault { throw fault } catch {
        throw UnusableAnswer(cause: error)
      }
      return try await changed.reply(to: request, on: timeline, after: .zero)
    }
  }

  /// Returns the whole answer, without its pauses, to be changed.
  private func whole(to request: ReceivedRequest, on timeline: Timeline) async throws -> HTTPResponse {
    guard case .stream(let script) = storage else {
      switch try await reply(to: request, on: timeline, after: .zero) {
      case .whole(let response): return response
      case .stream(let stream): return try await stream.response()
      }
    }
    var response = script.head
    response.body = script.body
    return response
  }
}

/// The error of an answer that cannot be read or encoded, which is a problem of the test.
package struct UnusableAnswer: Error { package let cause: any Error }

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
      (rest, due) = ([], last)
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
