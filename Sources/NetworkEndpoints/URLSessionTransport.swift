#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// The live transport: sends requests through a `URLSession`.
public struct URLSessionTransport: HTTPTransport {
  private let session: URLSession

  /// Creates a transport over a session that all such transports share.
  public init() {
    session = .live
  }

  /// Creates a transport over a session of one's own.
  ///
  /// - Parameter session: The session that does the work; its configuration and delegate stay in force.
  public init(session: URLSession) {
    self.session = session
  }

  /// Sends a request through the session; cancelling the task ends the call at once.
  ///
  /// The request on the wire is cancelled too, but for sessions with a `URLCache` on Linux, where that is not safe:
  /// it runs out there, and its answer is dropped.
  ///
  /// - Parameter request: The request.
  /// - Returns: The answer, with its fields in the order of their names, as the session does not keep the order.
  /// - Throws: The session's `URLError`, with the code `cancelled` after a cancellation;
  ///   `URLError.badServerResponse` for an answer that is not HTTP, such as a file's.
  public func send(_ request: URLRequest) async throws -> HTTPResponse {
    let (body, response) = try await session.answer(to: request)
    guard let response = response as? HTTPURLResponse else {
      throw URLError(.badServerResponse, userInfo: [NSURLErrorKey: request.url as Any])
    }
    return HTTPResponse(response, body: body)
  }

  /// Sends a request through the session and hands its answer over while it comes.
  ///
  /// Cancelling the task that waits or reads ends the call, and so does dropping the stream, as for ``send(_:)``.
  ///
  /// - Parameter request: The request.
  /// - Returns: The head, with the body in the chunks in which the session gives it out.
  /// - Throws: As ``send(_:)``.
  public func stream(_ request: URLRequest) async throws -> HTTPStream {
    try await StreamingCall().head(of: request, on: session)
  }
}

extension HTTPResponse {
  init(_ response: HTTPURLResponse, body: Data) {
    let fields = response.allHeaderFields.map { (String(describing: $0.key), String(describing: $0.value)) }
    self.init(
      status: response.statusCode,
      headers: HTTPHeaders(Dictionary(fields) { first, _ in first }),
      body: body,
      url: response.url
    )
  }
}
