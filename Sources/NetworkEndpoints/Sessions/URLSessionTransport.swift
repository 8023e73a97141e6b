/// The live transport, which sends requests through a `URLSession`.
public struct URLSessionTransport: HTTPTransport {
  private let session: URLSession

  /// Creates a transport over a session that all such transports share.
  public init() { session = .live }

  /// Creates a transport over a given session.
  ///
  /// - Parameter session: The session; its configuration and delegate stay in effect.
  public init(session: URLSession) { self.session = session }

  /// Sends a request through the session; cancelling the task ends the call at once.
  ///
  /// The request on the wire is cancelled too, except in sessions with a `URLCache` on Linux, where that is not safe: there it
  /// continues, and its answer is dropped.
  ///
  /// - Parameter request: The request.
  /// - Returns: The answer, with its fields in the order of their names, as the session does not keep the order.
  /// - Throws: The session's `URLError`, with the code `cancelled` after a cancellation; `URLError.badServerResponse` for an
  ///   answer that is not HTTP, such as a file's; ``LiveNetworkError`` in an offline test.
  public func send(_ request: URLRequest) async throws -> HTTPResponse {
    try LiveNetworkGuard.checkOffline(request, on: session)
    let (body, response) = try await LiveNetworkGuard.meaningIt { try await session.answer(to: request) }
    guard let response = response as? HTTPURLResponse else {
      throw URLError(.badServerResponse, userInfo: [NSURLErrorKey: request.url as Any])
    }
    return HTTPResponse(response, body: body)
  }

  /// Sends a request through the session and returns its answer as it arrives.
  ///
  /// Cancelling the task that waits or reads ends the call, and so does dropping the stream, as for ``send(_:)``.
  ///
  /// - Parameter request: The request.
  /// - Returns: The head, with the body in the chunks of the session.
  /// - Throws: As ``send(_:)``.
  public func stream(_ request: URLRequest) async throws -> HTTPStream {
    try LiveNetworkGuard.checkOffline(request, on: session)
    return try await LiveNetworkGuard.meaningIt { try await StreamingCall().head(of: request, on: session) }
  }
}

extension URLSessionTransport: PausingTransport {
  package func pause(for duration: Duration, before request: URLRequest?) async throws {
    try await LiveNetworkGuard.pause(for: duration, before: request, on: session)
  }
}

extension HTTPResponse {
  init(_ response: HTTPURLResponse, body: Data) {
    self.init(status: response.statusCode, headers: HTTPHeaders(of: response), body: body, url: response.url)
  }
}

#if canImport(FoundationNetworking)
  /// A task whose response its session looks for in no cache, even if the session has one.
  package protocol UncachedTask: URLSessionTask {}

  extension URLSession {
    /// The session of transports that were not given one.
    ///
    /// Not the shared one: with a cache, cancelling a task that is just starting or ending crashes the process.
    static let live: URLSession = {
      let configuration = URLSessionConfiguration.default
      configuration.urlCache = nil
      return URLSession(configuration: configuration)
    }()

    /// Whether a task may be cancelled at any moment.
    ///
    /// With a cache, the session searches it on a separate queue, and a cancellation meanwhile is a fatal error.
    func mayCancel(_ task: URLSessionTask) -> Bool { configuration.urlCache == nil || task is any UncachedTask }

    func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
      let call = SessionCall()
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { call.start(request, on: self, continuation: $0) }
      } onCancel: {
        call.cancel()
      }
    }
  }
#else

  extension URLSession {
    /// The session of transports that were not given one.
    static var live: URLSession { .shared }

    /// Whether a task may be cancelled at any moment.
    func mayCancel(_ task: URLSessionTask) -> Bool { true }

    func answer(to request: URLRequest) async throws -> (Data, URLResponse) { try await data(for: request) }
  }
#endif

#if canImport(FoundationNetworking)

  /// One request of a session, which ends by its answer or by cancellation, whichever comes first.
  ///
  /// FoundationNetworking's own `data(for:)` waits forever if a task is cancelled while it starts.
  final class SessionCall: Sendable {
    typealias Continuation = CheckedContinuation<(Data, URLResponse), any Error>

    private enum State {
      case new
      case running(Continuation, URLSessionTask, of: URLSession)
      case ended
    }

    private let state = Locked(State.new)

    func start(_ request: URLRequest, on session: URLSession, continuation: Continuation) {
      let task = state.withLock { state -> URLSessionTask? in
        guard case .new = state else { return nil }
        let task = session.dataTask(with: request) { [self] data, response, error in
          guard let response else { return end(with: .failure(error ?? URLError(.unknown))) }
          end(with: error.map(Result.failure) ?? .success((data ?? Data(), response)))
        }
        state = .running(continuation, task, of: session)
        return task
      }
      guard let task else { return continuation.resume(throwing: URLError(.cancelled)) }
      task.resume()
    }

    func cancel() {
      if case .running(let continuation, let task, let session) = takeState() {
        if session.mayCancel(task) { task.cancel() }
        continuation.resume(throwing: URLError(.cancelled))
      }
    }

    private func end(with result: Result<(Data, URLResponse), any Error>) {
      if case .running(let continuation, _, _) = takeState() { continuation.resume(with: result) }
    }

    private func takeState() -> State {
      state.withLock { state in
        defer { state = .ended }
        return state
      }
    }
  }
#endif
