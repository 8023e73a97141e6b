/// One request of a session whose answer is passed on as it arrives.
///
/// It is the delegate of its task only.
final class StreamingCall: NSObject, URLSessionDataDelegate, Sendable {
  private struct State {
    var head: CheckedContinuation<HTTPStream, any Error>?
    /// The body, until the head is there. From then on the reader alone has it, so that dropping it ends the call.
    var chunks: Chunks?
    var task: URLSessionTask?
    var isCancelled = false
  }

  private typealias Chunks = AsyncThrowingStream<Data, any Error>

  private let contents = Locked(State())
  private let body: Chunks.Continuation

  override init() {
    let (chunks, body) = AsyncThrowingStream.makeStream(of: Data.self)
    self.body = body
    contents.withLock { $0.chunks = chunks }
  }

  /// Sends a request and waits for the head of its answer.
  func head(of request: URLRequest, on session: URLSession) async throws -> HTTPStream {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let task = session.streamingTask(with: request, delegate: self)
        let isCancelled = contents.withLock { state in
          if !state.isCancelled {
            state.head = continuation
            state.task = task
          }
          return state.isCancelled
        }
        guard !isCancelled else { return continuation.resume(throwing: URLError(.cancelled)) }
        // A reader that stops wants no more of the body.
        body.onTermination = { [contents] reason in
          guard case .cancelled = reason else { return }
          if let task = contents.withLock({ $0.task }), session.mayCancel(task) { task.cancel() }
        }
        task.resume()
      }
    } onCancel: {
      cancel(on: session)
    }
  }

  private func cancel(on session: URLSession) {
    let (head, task) = contents.withLock { state in
      defer {
        state.head = nil
        state.isCancelled = true
      }
      return (state.head, state.task)
    }
    if let task, session.mayCancel(task) { task.cancel() }
    head?.resume(throwing: URLError(.cancelled))
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    receive(response)
    completionHandler(.allow)
  }

  private func receive(_ response: URLResponse) {
    let waiting = contents.withLock { state -> (CheckedContinuation<HTTPStream, any Error>, Chunks)? in
      guard let head = state.head.take(), let chunks = state.chunks.take() else { return nil }
      return (head, chunks)
    }
    guard let (head, chunks) = waiting else { return }
    guard let response = response as? HTTPURLResponse else {
      return head.resume(throwing: URLError(.badServerResponse))
    }
    let answer = HTTPResponse(response, body: Data())
    head.resume(returning: HTTPStream(status: answer.status, headers: answer.headers, url: answer.url, chunks: chunks))
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    // On Linux, a session may omit the head if the body is there at once.
    if let response = dataTask.response { receive(response) }
    body.yield(data)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let response = task.response, error == nil { receive(response) }
    contents.withLock { $0.head.take() }?.resume(throwing: error ?? URLError(.badServerResponse))
    body.finish(throwing: error)
  }
}

extension Optional {
  fileprivate mutating func take() -> Wrapped? {
    defer { self = nil }
    return self
  }
}

#if canImport(FoundationNetworking)
  extension URLSession {
    /// Creates a task with a delegate of its own.
    ///
    /// FoundationNetworking has no delegates of tasks for that. So the task has a session of its own, with this one's
    /// configuration; this one's delegate is still asked about redirects and challenges.
    func streamingTask(with request: URLRequest, delegate: StreamingCall) -> URLSessionDataTask {
      let forwarding = ForwardingDelegate(call: delegate, owner: self)
      let session = URLSession(configuration: configuration, delegate: forwarding, delegateQueue: nil)
      let task = session.dataTask(with: request)
      // It keeps its delegate until its task has ended.
      session.finishTasksAndInvalidate()
      return task
    }
  }

  private final class ForwardingDelegate: NSObject, URLSessionDataDelegate {
    private let call: StreamingCall
    private let owner: URLSession

    init(call: StreamingCall, owner: URLSession) {
      self.call = call
      self.owner = owner
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      call.urlSession(session, dataTask: dataTask, didReceive: response, completionHandler: completionHandler)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      call.urlSession(session, dataTask: dataTask, didReceive: data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      call.urlSession(session, task: task, didCompleteWithError: error)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      guard let delegate = owner.delegate as? any URLSessionTaskDelegate else { return completionHandler(request) }
      delegate.urlSession(
        owner, task: task, willPerformHTTPRedirection: response, newRequest: request,
        completionHandler: completionHandler)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      guard let delegate = owner.delegate as? any URLSessionTaskDelegate else {
        return completionHandler(.performDefaultHandling, nil)
      }
      delegate.urlSession(owner, task: task, didReceive: challenge, completionHandler: completionHandler)
    }
  }
#else
  extension URLSession {
    /// Creates a task with a delegate of its own; the session's delegate is asked for the rest.
    func streamingTask(with request: URLRequest, delegate: StreamingCall) -> URLSessionDataTask {
      let task = dataTask(with: request)
      task.delegate = delegate
      return task
    }
  }
#endif
