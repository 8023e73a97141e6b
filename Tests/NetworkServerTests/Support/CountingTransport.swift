import NetworkLoopback

/// A transport that counts the bytes of a body as they come, and answers with as many as it is asked for, made as they are
/// read.
struct CountingTransport: HTTPTransport {
  func send(_ request: URLRequest) async throws -> HTTPResponse { try await stream(request).response() }

  func stream(_ request: URLRequest) async throws -> HTTPStream {
    let count = request.httpBody?.count ?? request.httpBodyStream.map(count) ?? 0
    let size = Int(request.value(forHTTPHeaderField: "X-Size") ?? "") ?? 0
    return HTTPStream(headers: ["X-Count": "\(count)"], chunks: Chunks(left: size))
  }

  private func count(_ stream: InputStream) -> Int {
    stream.open()
    defer { stream.close() }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var count = 0
    while case let read = stream.read(&buffer, maxLength: buffer.count), read > 0 { count += read }
    return count
  }

  private struct Chunks: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private static let chunk = Data(repeating: 0x61, count: 65_536)
    var left: Int

    func makeAsyncIterator() -> Self { self }

    mutating func next() async -> Data? {
      guard left > 0 else { return nil }
      defer { left -= Self.chunk.count }
      return left < Self.chunk.count ? Self.chunk.prefix(left) : Self.chunk
    }
  }
}
