import Foundation

extension HTTPStream {
  /// The body byte by byte.
  public var bytes: Bytes { Bytes(stream: self) }

  /// The bytes of a body, as they come.
  public struct Bytes: AsyncSequence, Sendable {
    /// A byte.
    public typealias Element = UInt8

    let stream: HTTPStream

    /// Begins to read the body.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: stream.makeAsyncIterator()) }

    /// Reads a body byte by byte.
    public struct AsyncIterator: AsyncIteratorProtocol {
      var chunks: HTTPStream.AsyncIterator
      private var ready = Data()[...]

      init(chunks: HTTPStream.AsyncIterator) {
        self.chunks = chunks
      }

      /// Waits for the next byte; nil at the end of the body.
      ///
      /// - Throws: What broke the answer off.
      public mutating func next() async throws -> UInt8? {
        while ready.isEmpty {
          guard let chunk = try await chunks.next() else { return nil }
          ready = chunk[...]
        }
        return ready.popFirst()
      }
    }
  }
}
