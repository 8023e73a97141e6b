import Foundation
import NetworkEndpoints

/// The chunks of an answer on their way through, each noted as it passes.
struct RecordedChunks: AsyncSequence, Sendable {
  typealias Element = Data

  let stream: HTTPStream
  let slot: RecordingSlot
  let onChange: @Sendable () async -> Void

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: stream.makeAsyncIterator(), slot: slot, onChange: onChange)
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    var base: HTTPStream.AsyncIterator
    let slot: RecordingSlot
    let onChange: @Sendable () async -> Void

    mutating func next() async throws -> Data? {
      do {
        guard let chunk = try await base.next() else { return nil }
        slot.add(chunk)
        await onChange()
        return chunk
      } catch {
        // Who stops reading has what there is; an answer that broke off is none.
        let isCancelled = error is CancellationError || (error as? URLError)?.code == .cancelled
        if !isCancelled { slot.fail() }
        throw error
      }
    }
  }
}
