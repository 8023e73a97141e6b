/// The answer of a recorded exchange to a live request.
package struct RecordedAnswer: Sendable {
  /// The time that it took.
  package let duration: Duration
  private let recorded: HTTPResponse
  private let chunks: [RecordedChunk]

  package init(_ entry: HAR.Entry, to request: ReceivedRequest, readFile: (String) throws -> Data) throws {
    let exchange = try entry.exchange(readingFile: readFile)
    var response = exchange.response
    // The recorded URL is the live one without its secrets, unless a redirect led elsewhere.
    if entry.extras["_responseURL"] == nil { response.url = request.url }
    // Tools write bodies in UTF-8, and people edit them: with the length that was sent, a client would get a part of it.
    let length = response.headers["Content-Length"]
    if !response.body.isEmpty, length != nil, length != "\(response.body.count)" {
      response.headers["Content-Length"] = nil
    }
    recorded = response
    duration = exchange.duration
    chunks = RecordedChunk.all(of: entry, body: response.body)
  }

  package var outcome: Exchange.Outcome {
    do { return .answered(try response()) } catch { return .failed(error) }
  }

  /// Returns the whole answer.
  ///
  /// - Throws: `URLError.networkConnectionLost` if there was none.
  package func response() throws -> HTTPResponse {
    guard (100...999).contains(recorded.status) else {
      throw URLError(
        .networkConnectionLost,
        userInfo: [
          NSLocalizedDescriptionKey:
            "The recording has no answer to this request, because no answer came when it was recorded."
        ])
    }
    return recorded
  }

  /// Returns the answer in its chunks.
  package func stream(at pace: ReplayPace) async throws -> HTTPStream {
    let response = try response()
    try await pace.wait(chunks.first?.time ?? duration)
    let chunks = chunks.isEmpty ? Self.pieces(of: response).map { RecordedChunk($0, at: duration) } : chunks
    return HTTPStream(
      status: response.status, headers: response.headers, url: response.url,
      chunks: ReplayedChunks(chunks: chunks, pace: pace))
  }

  /// Returns the pieces that a browser did not keep: events, each with its empty line, or all of the body.
  private static func pieces(of response: HTTPResponse) -> [Data] {
    let body = Array(response.body)
    guard response.headers["Content-Type"]?.hasPrefix("text/event-stream") == true else {
      return body.isEmpty ? [] : [response.body]
    }
    var pieces: [Data] = []
    var start = 0
    var line = 0
    for (index, byte) in body.enumerated() where byte == 0x0A {
      if line > start, body[line..<index].allSatisfy({ $0 == 0x0D }) {
        pieces.append(Data(body[start...index]))
        start = index + 1
      }
      line = index + 1
    }
    return start < body.count ? pieces + [Data(body[start...])] : pieces
  }
}

/// The chunks of a recorded answer, each after its time.
private struct ReplayedChunks: AsyncSequence, Sendable {
  typealias Element = Data
  let chunks: [RecordedChunk]
  let pace: ReplayPace

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(rest: chunks[...], pace: pace, time: chunks.first?.time ?? .zero)
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    var rest: ArraySlice<RecordedChunk>
    let pace: ReplayPace
    var time: Duration

    mutating func next() async throws -> Data? {
      guard let chunk = rest.popFirst() else { return nil }
      try await pace.wait(chunk.time - time)
      time = chunk.time
      return chunk.data
    }
  }
}

/// A piece of a body and its arrival time, in milliseconds after the start of the request.
///
/// HAR has no field for these; a custom one begins with an underscore: `"_chunks": [{ "size": 12, "time": 3.5 }]`.
package struct RecordedChunk: Hashable, Sendable {
  package let data: Data
  package let time: Duration

  package init(_ data: Data, at time: Duration) {
    self.data = data
    self.time = time
  }

  /// Returns the chunks of an entry's answer; empty if it was not recorded in chunks, or if the body has since changed.
  static func all(of entry: HAR.Entry, body: Data) -> [RecordedChunk] {
    guard let values = entry.extras["_chunks"]?.list else { return [] }
    var rest = body[...]
    var chunks: [RecordedChunk] = []
    for value in values {
      guard let size = value["size"]?.int, size >= 0, size <= rest.count else { return [] }
      chunks.append(RecordedChunk(Data(rest.prefix(size)), at: Duration(inMilliseconds: value["time"]?.double ?? 0)))
      rest = rest.dropFirst(size)
    }
    return rest.isEmpty ? chunks : []
  }

  /// Returns the field of chunks.
  package static func field(_ chunks: [RecordedChunk]) -> JSONValue {
    .array(
      chunks.map { chunk in
        ["size": .integer(chunk.data.count), "time": .number(chunk.time.inMilliseconds)]
      })
  }
}

/// The speed of a replayed recording.
public struct ReplayPace: Sendable {
  let clock: (any Clock<Duration>)?

  /// Immediately: each chunk comes as soon as it is requested.
  public static let immediate = Self(clock: nil)

  /// At the recorded speed: answers and chunks come after the time they took.
  ///
  /// - Parameter clock: The clock on which the time passes, such as a ``/NetworkStubs/VirtualClock``.
  public static func recorded(on clock: any Clock<Duration>) -> Self { Self(clock: clock) }

  package var takesTime: Bool { clock != nil }

  /// Waits, if time counts.
  package func wait(_ duration: Duration) async throws {
    if let clock, duration > .zero { try await clock.sleep(for: duration) }
  }
}
