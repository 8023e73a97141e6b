import Foundation
import NetworkEndpoints

/// The chunks of a streamed answer, which the transport's log shows as far as they were read.
struct NotedChunks: AsyncSequence, Sendable {
  typealias Element = Data

  let stream: HTTPStream
  let transport: MockTransport
  let call: MockCall

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(chunks: stream.makeAsyncIterator(), transport: transport, call: call)
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    var chunks: HTTPStream.AsyncIterator
    let transport: MockTransport
    let call: MockCall

    mutating func next() async throws -> Data? {
      do {
        let chunk = try await chunks.next()
        if let chunk { await transport.note(chunk, of: call) }
        return chunk
      } catch {
        await transport.settle(call, .failed(error))
        throw error
      }
    }
  }
}

extension MockTransport {
  fileprivate func note(_ chunk: Data, of call: MockCall) {
    state.withLock { state in
      state.change(call) { exchange in
        guard case .answered(var response) = exchange.outcome else { return }
        // The log lets go of the body first, or each chunk would copy it.
        exchange.outcome = .pending
        response.body.append(chunk)
        exchange.outcome = .answered(response)
        exchange.duration = call.timeline?.elapsed ?? .zero
      }
    }
  }
}
