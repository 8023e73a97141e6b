import NetworkTesting

extension HTTPHeaders {
  /// Those of a body that comes to a delegate from its first byte on.
  ///
  /// Apple's loader holds the first 512 bytes of a text back, and its head with them, to find out what it is. It does not do so
  /// with JSON.
  static let ofPieces: HTTPHeaders = ["Content-Type": "application/json"]
}

/// Hands the calls of a delegate over as text, each as it comes.
final class StreamDelegate: NSObject, URLSessionDataDelegate, Sendable {
  let events: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation

  override init() {
    (events, continuation) = AsyncStream.makeStream()
    super.init()
  }

  /// All that comes for a task, to its end.
  func all() async -> [String] {
    var all: [String] = []
    for await event in events { all.append(event) }
    return all
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    continuation.yield("head \((response as? HTTPURLResponse)?.statusCode ?? 0)")
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    continuation.yield("chunk \(String(decoding: data, as: UTF8.self))")
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    continuation.yield("end \((error as? URLError).map { "\($0.code.rawValue)" } ?? error.map { "\($0)" } ?? "nil")")
    continuation.finish()
  }
}
