import Foundation
import NetworkEndpoints

/// The chunks of a script, each at its time.
struct StreamPlayer: AsyncSequence, AsyncIteratorProtocol, Sendable {
  typealias Element = Data

  private var rest: ArraySlice<StreamPart>
  private let timeline: Timeline
  private let timeout: Duration?
  private let waits: Bool
  /// When the last chunk came.
  private var last: Duration
  /// When the next part is due.
  private var due: Duration

  /// - Parameters:
  ///   - script: The script.
  ///   - timeline: Its time, which has come as far as the head.
  ///   - timeout: How long the request waits for the next chunk.
  ///   - waits: Whether pauses take time.
  init(_ script: StreamScript, on timeline: Timeline, timeout: Duration?, waits: Bool) {
    rest = script.parts[...]
    self.timeline = timeline
    self.timeout = timeout
    self.waits = waits
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
        try await timeline.stall(after: last, timeout: timeout, waits: waits)
      }
    }
    try await wait()
    return nil
  }

  private mutating func wait() async throws {
    if let timeout, due - last >= timeout {
      rest = []
      try await timeline.stall(after: last, timeout: timeout, waits: true)
    }
    // A time that has come needs no clock: a reader that is slow finds the chunk there.
    if due > timeline.elapsed {
      try await timeline.sleep(until: due)
    } else if Task.isCancelled {
      throw URLError(.cancelled)
    }
  }
}

extension Timeline {
  /// Waits for what does not come: until the request times out, or for ever if it does not.
  ///
  /// - Parameters:
  ///   - moment: Since when nothing has come.
  ///   - timeout: How long the request waits.
  ///   - waits: Whether time passes.
  func stall(after moment: Duration, timeout: Duration?, waits: Bool) async throws {
    if waits, let timeout {
      try await sleepTimeLimit(until: moment + timeout)
    } else if waits {
      // Nobody yields, so only a cancellation ends it.
      let (silence, source) = AsyncStream.makeStream(of: Never.self)
      for await _ in silence {}
      source.finish()
      throw URLError(.cancelled)
    }
    throw URLError(.timedOut)
  }
}
