extension HTTPStream {
  /// The body as lines of UTF-8 text, without their ends (LF, CRLF or CR); empty lines are kept.
  ///
  /// For newline-delimited JSON and logs:
  ///
  /// ```swift
  /// for try await line in try await loader.stream(endpoint: .activity).lines { … }
  /// ```
  public var lines: Lines { Lines(stream: self) }

  /// The lines of a body, as they come.
  public struct Lines: AsyncSequence, Sendable {
    /// A line.
    public typealias Element = String

    let stream: HTTPStream

    /// Begins to read the body.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: stream.makeAsyncIterator()) }

    /// Reads a body line by line.
    public struct AsyncIterator: AsyncIteratorProtocol {
      var chunks: HTTPStream.AsyncIterator
      private var splitter = LineSplitter()
      private var ready: ArraySlice<String> = []
      private var isAtEnd = false

      init(chunks: HTTPStream.AsyncIterator) {
        self.chunks = chunks
      }

      /// Waits for the next line; nil at the end of the body.
      ///
      /// - Throws: What broke the answer off.
      public mutating func next() async throws -> String? {
        while ready.isEmpty, !isAtEnd {
          if let chunk = try await chunks.next() {
            ready = splitter.lines(in: chunk)[...]
          } else {
            isAtEnd = true
            ready = splitter.lastLine.map { [$0] } ?? []
          }
        }
        return ready.popFirst()
      }
    }
  }
}
