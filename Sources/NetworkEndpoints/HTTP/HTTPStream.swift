/// An answer whose body is still arriving: the head, then the body in chunks.
///
/// ```swift
/// let stream = try await transport.stream(request)
/// for try await chunk in stream { received += chunk.count }
/// ```
///
/// Read it once. ``lines`` and ``events`` read it as text; ``response()`` waits for all of it.
public struct HTTPStream: AsyncSequence, Sendable {
  /// The status code, such as 200.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The URL of the answer, after redirects; nil if it is not known.
  public var url: URL?

  /// The whole answer, if it was complete from the start.
  package private(set) var whole: HTTPResponse?

  private let makeIterator: @Sendable () -> AsyncIterator

  /// Creates an answer from its head and its body.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - headers: The header fields.
  ///   - url: The URL of the answer.
  ///   - chunks: The body. Its errors, such as a lost connection, are thrown to the reader.
  public init<Chunks: AsyncSequence & Sendable>(
    status: Int = 200, headers: HTTPHeaders = [:], url: URL? = nil, chunks: Chunks
  ) where Chunks.Element == Data {
    self.status = status
    self.headers = headers
    self.url = url
    makeIterator = {
      var iterator = chunks.makeAsyncIterator()
      return AsyncIterator { try await iterator.next() }
    }
  }

  /// Creates the stream of a complete answer.
  ///
  /// - Parameter response: The answer; its body is one chunk, or none if it is empty.
  public init(_ response: HTTPResponse) {
    self.init(
      status: response.status, headers: response.headers, url: response.url,
      chunks: ReadyChunks(chunks: response.body.isEmpty ? [] : [response.body]))
    whole = response
  }

  /// Begins to read the body.
  public func makeAsyncIterator() -> AsyncIterator { makeIterator() }

  /// An iterator over the body, chunk by chunk.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let advance: () async throws -> Data?

    /// Waits for the next chunk; nil at the end of the body.
    ///
    /// - Throws: The error that broke the answer off, such as `URLError.networkConnectionLost`.
    public mutating func next() async throws -> Data? { try await advance() }
  }
}

extension HTTPStream {
  /// Waits for the whole answer.
  ///
  /// - Returns: The answer with its body.
  /// - Throws: The error that broke it off.
  public func response() async throws -> HTTPResponse {
    var response = HTTPResponse(status: status, headers: headers, url: url)
    for try await chunk in self { response.body.append(chunk) }
    return response
  }
}

/// Chunks that are all there.
private struct ReadyChunks: AsyncSequence {
  typealias Element = Data
  let chunks: [Data]

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: chunks[...]) }

  struct AsyncIterator: AsyncIteratorProtocol {
    var rest: ArraySlice<Data>

    mutating func next() async -> Data? { rest.popFirst() }
  }
}

extension HTTPStream {
  /// The body byte by byte.
  public var bytes: Bytes { Bytes(stream: self) }

  /// The bytes of a body, as they arrive.
  public struct Bytes: AsyncSequence, Sendable {
    let stream: HTTPStream

    /// Begins to read the body.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: stream.makeAsyncIterator()) }

    /// An iterator over a body, byte by byte.
    public struct AsyncIterator: AsyncIteratorProtocol {
      var chunks: HTTPStream.AsyncIterator
      private var ready = Data()[...]

      init(chunks: HTTPStream.AsyncIterator) {
        self.chunks = chunks
      }

      /// Waits for the next byte; nil at the end of the body.
      ///
      /// - Throws: The error that broke the answer off.
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
