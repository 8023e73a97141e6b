/// One exchange that is being recorded.
final class RecordingSlot: Sendable {
  private enum State: Sendable {
    case pending
    case streaming(HTTPResponse, [RecordedChunk])
    case done(HAR.Entry)
    case failed
  }

  private let request: URLRequest
  private let started: Date
  private let start = ContinuousClock.now
  private let state = Guarded(State.pending)

  init(_ request: URLRequest, started: Date) {
    self.request = request
    self.started = started
  }

  /// Records the whole answer.
  func finish(_ response: HTTPResponse) {
    let entry = entry(response, took: start.duration(to: .now))
    state.withLock { $0 = .done(entry) }
  }

  /// Records that there is no answer, or a broken one, which cannot be replayed.
  func fail() {
    state.withLock { $0 = .failed }
  }

  /// Records the head of an answer that comes in chunks.
  func begin(_ stream: HTTPStream) {
    let head = HTTPResponse(status: stream.status, headers: stream.headers, url: stream.url)
    state.withLock { $0 = .streaming(head, []) }
  }

  /// Records a chunk.
  func add(_ chunk: Data) {
    let time = start.duration(to: .now)
    state.withLock { state in
      guard case .streaming(let head, var chunks) = state else { return }
      // Nothing else holds the list now, so adding to it does not copy it.
      state = .pending
      chunks.append(RecordedChunk(chunk, at: time))
      state = .streaming(head, chunks)
    }
  }

  /// The entry to write, or nil so far. For an unfinished stream, the part received so far.
  var entry: HAR.Entry? {
    switch state.withLock({ $0 }) {
    case .pending, .failed: return nil
    case .done(let entry): return entry
    case .streaming(var response, let chunks):
      for chunk in chunks { response.body.append(chunk.data) }
      var entry = entry(response, took: chunks.last?.time ?? .zero)
      entry.extras["_chunks"] = RecordedChunk.field(chunks)
      return entry
    }
  }

  private func entry(_ response: HTTPResponse, took duration: Duration) -> HAR.Entry {
    HAR.Entry(RecordedExchange(request: request, response: response, started: started, duration: duration))
  }
}
