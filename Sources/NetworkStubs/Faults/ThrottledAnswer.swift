extension Answer {
  /// Lets the bodies of the request and of the answer take as long as on a slow connection.
  ///
  /// ```swift
  /// .post("/photos").respond(with: .status(201).throttled(bytesPerSecond: 50_000))
  /// ```
  ///
  /// The answer begins when the request's body would have come, and its own body follows ten times a second.
  ///
  /// - Parameter rate: The bytes of a second, on the transport's clock; at least 1.
  public func throttled(bytesPerSecond rate: Int) -> Self {
    var answer = Self(ThrottledAnswer(original: self, rate: max(1, rate)))
    answer.delay = delay
    return answer
  }
}

/// An answer whose bodies come at a rate.
private struct ThrottledAnswer: AnswerKind {
  let original: Answer
  /// The bytes of a second.
  let rate: Int

  var problem: String? { original.problem }
  var uploadRate: Int? { rate }

  func reply(to request: ReceivedRequest, on timeline: Timeline, after delay: Duration) async throws -> Answer.Reply {
    // A server has received it at that rate.
    let uploaded = timeline.elapsed + (timeline.hasUploaded ? .zero : .seconds(request.body.count) / rate)
    let reply = try await original.reply(to: request, on: timeline, after: uploaded)
    var stream = reply.stream
    // A client shows its progress by it.
    if case .whole(let whole) = reply { stream.headers["Content-Length"] = "\(whole.body.count)" }
    return .stream(
      HTTPStream(
        status: stream.status, headers: stream.headers, url: stream.url,
        chunks: ThrottledChunks(stream: stream, rate: rate, timeline: timeline)))
  }
}

/// The bytes of a body, each tenth of a second as many as a rate allows.
private struct ThrottledChunks: AsyncSequence, Sendable {
  typealias Element = Data

  let stream: HTTPStream
  let rate: Int
  let timeline: Timeline

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(chunks: stream.makeAsyncIterator(), rate: rate, timeline: timeline, due: timeline.elapsed)
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    var chunks: HTTPStream.AsyncIterator
    let rate: Int
    let timeline: Timeline
    /// The time at which the last piece was there.
    var due: Duration
    var rest = Data()

    mutating func next() async throws -> Data? {
      while rest.isEmpty {
        guard let chunk = try await chunks.next() else { return nil }
        rest = chunk
        // One that comes late begins then.
        if timeline.elapsed - due > .milliseconds(200) { due = timeline.elapsed }
      }
      let piece = Data(rest.prefix(Swift.max(1, rate / 10)))
      rest = rest.dropFirst(piece.count)
      due += .seconds(piece.count) / rate
      if due > timeline.elapsed { try await timeline.sleep(until: due) }
      return piece
    }
  }
}
