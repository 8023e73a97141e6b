/// An answer whose body is still arriving: the head, then the body in chunks.
///
/// ```swift
/// let stream = try await transport.stream(request)
/// for try await chunk in stream { received += chunk.count }
/// ```
///
/// Read it once. `lines` and `events` read it as text; ``response()`` waits for all of it.
public struct HTTPStream: AsyncSequence, Sendable {
  /// The status code, such as 200.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The URL of the answer, after redirects; nil if it is not known.
  public var url: URL?
  /// The whole answer, if it was complete from the start.
  package private(set) var whole: HTTPResponse?

  private let begin: @Sendable () -> StreamIterator<Data>

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
    self.init(status: status, headers: headers, url: url) {
      var iterator = chunks.makeAsyncIterator()
      return StreamIterator { try await iterator.next() }
    }
  }

  package init(
    status: Int, headers: HTTPHeaders, url: URL?, _ begin: @escaping @Sendable () -> StreamIterator<Data>
  ) {
    self.status = status
    self.headers = headers
    self.url = url
    self.begin = begin
  }

  /// Creates the stream of a complete answer.
  ///
  /// - Parameter response: The answer; its body is one chunk, or none if it is empty.
  public init(_ response: HTTPResponse) {
    self.init(status: response.status, headers: response.headers, url: response.url) {
      var body = response.body.isEmpty ? nil : response.body
      return StreamIterator {
        defer { body = nil }
        return body
      }
    }
    whole = response
  }

  /// Begins to read the body.
  public func makeAsyncIterator() -> StreamIterator<Data> { begin() }

  /// Waits for the whole answer.
  ///
  /// - Returns: The answer with its body.
  /// - Throws: The error that broke it off.
  public func response() async throws -> HTTPResponse {
    var response = HTTPResponse(status: status, headers: headers, url: url)
    for try await chunk in self { response.append(chunk) }
    return response
  }
}

extension HTTPResponse {
  /// Adds a chunk to the body; the first is kept as it is, so that a large one is not copied.
  package mutating func append(_ chunk: Data) { if body.isEmpty { body = chunk } else { body.append(chunk) } }
}

/// An iterator over the body of an answer.
public struct StreamIterator<Element>: AsyncIteratorProtocol {
  private let advance: () async throws -> Element?

  package init(_ advance: @escaping () async throws -> Element?) { self.advance = advance }

  /// Waits for the next piece; nil at the end of the body.
  ///
  /// - Throws: The error that broke the answer off, such as `URLError.networkConnectionLost`.
  public mutating func next() async throws -> Element? { try await advance() }
}
