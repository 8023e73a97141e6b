import Foundation
import NetworkEndpoints
import NetworkFixtures

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The answer of a recorded exchange, as it is given to a live request.
struct RecordedAnswer: Sendable {
  /// How long it took.
  let duration: Duration
  private let recorded: HTTPResponse
  private let chunks: [RecordedChunk]

  init(_ entry: HAR.Entry, to request: ReceivedRequest, readFile: (String) throws -> Data) throws {
    let exchange = try entry.exchange(readingFile: readFile)
    var response = exchange.response
    // The recorded URL is the live one with its secrets taken out, unless a redirect led elsewhere.
    if entry.extras["_responseURL"] == nil { response.url = request.url }
    recorded = response
    duration = exchange.duration
    chunks = RecordedChunk.all(of: entry, body: response.body)
  }

  var outcome: Exchange.Outcome {
    do { return .answered(try response()) } catch { return .failed(error) }
  }

  /// The whole answer.
  ///
  /// - Throws: `URLError.networkConnectionLost` where none came.
  func response() throws -> HTTPResponse {
    // Browsers record a status of 0 where no answer came.
    guard recorded.status != 0 else { throw URLError(.networkConnectionLost) }
    return recorded
  }

  /// The answer in its chunks.
  func stream(at pace: ReplayPace) async throws -> HTTPStream {
    let response = try response()
    try await pace.wait(chunks.first?.time ?? duration)
    let chunks = chunks.isEmpty ? (response.body.isEmpty ? [] : [RecordedChunk(response.body, at: duration)]) : chunks
    return HTTPStream(
      status: response.status, headers: response.headers, url: response.url,
      chunks: ReplayedChunks(chunks: chunks, pace: pace))
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
