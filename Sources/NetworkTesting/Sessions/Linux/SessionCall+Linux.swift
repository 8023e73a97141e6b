#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import NetworkEndpoints

  // What FoundationNetworking leaves to a protocol: additional headers, upload bodies, redirects and their delegate.
  extension SessionCall {
    /// The request as a server would see it, but for its cookies.
    func prepared(_ request: URLRequest, with settings: SessionSettings) throws -> URLRequest {
      let task = owner.value.task
      if task is URLSessionDownloadTask { throw MockedSessionError(.download, request) }
      if task is URLSessionWebSocketTask { throw MockedSessionError(.webSocket, request) }
      let upload = task as? URLSessionUploadTask
      guard upload != nil || !settings.additionalHeaders.isEmpty else { return request }
      var request = request
      for (name, value) in settings.additionalHeaders where request.value(forHTTPHeaderField: name) == nil {
        request.setValue(value, forHTTPHeaderField: name)
      }
      if let upload, request.httpBody == nil { try request.setBody(of: upload) }
      return request
    }

    /// Redirects are followed in here, so none led to the start.
    func redirects(before request: URLRequest) -> Int { 0 }

    /// Asks the delegate about a redirect, if there is one, and follows it.
    func propose(
      _ next: URLRequest, after response: HTTPResponse, to request: URLRequest, in lease: SessionLease, redirects: Int
    ) {
      loadingQueue.run {
        guard let task = owner.value.task, let (session, delegate) = TaskReflection.delegate(of: task) else {
          return add(.failure(MockedSessionError(.redirectDelegate, request)))
        }
        guard let delegate, let head = HTTPURLResponse(response, from: request.url) else {
          return send(next, in: lease, redirects: redirects)
        }
        session.delegateQueue.addOperation {
          delegate.urlSession(session, task: task, willPerformHTTPRedirection: head, newRequest: next) { accepted in
            if let accepted {
              send(accepted, in: lease, redirects: redirects)
            } else {
              add(.response(response, request.url))
            }
          }
        }
      }
    }

    /// Whether chunks reach somebody each by itself: of several, all but a delegate get only the last.
    var takesChunks: Bool {
      get async {
        guard let task = owner.value.task, task.delegate != nil else { return false }
        let bound = LoadingBound(task)
        return await withCheckedContinuation { answer in
          loadingQueue.run { answer.resume(returning: TaskReflection.callsDelegate(bound.value)) }
        }
      }
    }
  }

  extension URLRequest {
    fileprivate mutating func setBody(of task: URLSessionUploadTask) throws {
      guard let body = TaskReflection.body(of: task) else { throw MockedSessionError(.uploadBody, self) }
      switch body {
      case .data(let data):
        httpBody = data
      case .file(let file):
        do { httpBody = try Data(contentsOf: file) } catch {
          throw MockedSessionError(.uploadBody, self, detail: "\(file.path): \(error.localizedDescription)")
        }
      }
    }
  }
#endif
