#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension URLSession {
    /// A task that tells a delegate of its own what comes.
    ///
    /// FoundationNetworking does not ask the delegates of tasks for that. So the task has a session of its own, with this
    /// one's configuration; this one's delegate is still asked about redirects and challenges.
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
  import Foundation

  extension URLSession {
    /// A task that tells a delegate of its own what comes; the session's is asked for the rest.
    func streamingTask(with request: URLRequest, delegate: StreamingCall) -> URLSessionDataTask {
      let task = dataTask(with: request)
      task.delegate = delegate
      return task
    }
  }
#endif
