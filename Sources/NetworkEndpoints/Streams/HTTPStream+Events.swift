extension HTTPStream {
  /// The body as server-sent events; one that the end of the body cuts off is dropped, as the standard says.
  ///
  /// ```swift
  /// for try await event in try await loader.stream(endpoint: .prices).events { show(event.data) }
  /// ```
  public var events: Events { Events(stream: self) }

  /// The server-sent events of a body, as they come.
  public struct Events: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = ServerSentEvent

    let stream: HTTPStream

    /// Begins to read the body.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(lines: stream.lines.makeAsyncIterator()) }

    /// Reads a body event by event.
    public struct AsyncIterator: AsyncIteratorProtocol {
      var lines: Lines.AsyncIterator
      private var parser = EventParser()

      init(lines: Lines.AsyncIterator) {
        self.lines = lines
      }

      /// Waits for the next event; nil at the end of the body.
      ///
      /// - Throws: What broke the answer off.
      public mutating func next() async throws -> ServerSentEvent? {
        while let line = try await lines.next() {
          if let event = parser.event(completedBy: line) { return event }
        }
        return nil
      }
    }
  }
}
