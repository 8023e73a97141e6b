#if canImport(FoundationNetworking)
  // Work that FoundationNetworking leaves to a protocol: additional headers, upload bodies, redirects and their delegate.
  extension SessionRequest {
    /// Returns the request as the session knows it, and as a server sees it.
    func prepared(_ request: URLRequest) throws(MockedSessionError) -> (request: URLRequest, sent: URLRequest) {
      let task = owner.value.task
      let settings = context.settings
      if task is URLSessionDownloadTask { throw MockedSessionError(.download, request) }
      if task is URLSessionWebSocketTask { throw MockedSessionError(.webSocket, request) }
      var sent = settings.completed(request)
      // The data of the upload, whatever body the request has.
      if let upload = task as? URLSessionUploadTask { try sent.setBody(of: upload) }
      sent = settings.withSentBody(sent)
      return (settings.platform == .apple ? sent : settings.withCookies(request), settings.onWire(sent))
    }

    /// Notes the size of the request's body, for the delegate and for what the task shows.
    func noteUpload(of sent: URLRequest) {
      guard let body = sent.httpBody, !body.isEmpty else { return }
      let isStream = owner.value.request.httpBodyStream != nil
      add(.upload(body.count, of: isStream ? 0 : body.count))
    }

    /// The number of redirects so far; they are followed in here, so none led to the start.
    var redirectsBefore: Int { 0 }

    /// Asks the delegate about a redirect, if there is one, and follows it.
    func propose(_ next: URLRequest, after response: HTTPResponse, of trip: SessionTrip) {
      let test = context.harness.ofCaller
      let asksOwn = context.settings.platform == .apple
      queue.run {
        guard let task = owner.value.task, let (session, delegate) = TaskReflection.delegate(of: task, own: asksOwn)
        else {
          return refuse(MockedSessionError(.redirectDelegate, trip.request))
        }
        let head = HTTPURLResponse(response, from: trip.request.url)
        // Each answer is expected to be the last.
        owner.value.record.show { $0.expectBytes(of: head) }
        guard let delegate, let head else { return test.enter { follow(next, after: trip, isOfDelegate: false) } }
        session.delegateQueue.addOperation {
          delegate.urlSession(session, task: task, willPerformHTTPRedirection: head, newRequest: next) { accepted in
            if let accepted {
              test.enter { follow(accepted, after: trip, isOfDelegate: true) }
            } else {
              add(.refusedRedirect(response, trip.request.url))
            }
          }
        }
      }
    }

    /// The request that an error names: libcurl doesn't know the one that a redirect has led to.
    func blamed(for error: URLError, of trip: SessionTrip) -> URLRequest {
      error.code == .httpTooManyRedirects || context.settings.platform == .apple ? trip.request : owner.value.request
    }

    /// Sends the request that a redirect leads to.
    ///
    /// FoundationNetworking drops its body. Where a delegate was asked, it leaves out the session's cookies too.
    private func follow(_ next: URLRequest, after trip: SessionTrip, isOfDelegate: Bool) {
      let settings = context.settings
      let request = settings.platform == .apple || isOfDelegate ? next : settings.withCookies(next)
      owner.value.record.show { $0.request = request }
      guard next.url?.isHTTP == true else {
        let error = URLError(.unsupportedURL)
        return add(.failure(error.naming(blamed(for: error, of: trip.next(next, sent: next)))))
      }
      var sent = settings.withAdditionalHeaders(request)
      if settings.platform == .linux {
        sent = settings.withTimeout(settings.authorized(sent))
        sent.httpBody = nil
        if let refusal = SessionRefusal(sent, on: .linux) { return add(.failure(refusal.error(for: sent))) }
        sent = sent.withoutDots
      } else {
        sent = settings.sent(sent)
      }
      send(trip.next(request, sent: sent, redirects: 1))
    }

    /// Whether chunks are received one by one: only a delegate gets all of several, other callers get the last.
    var takesChunks: Bool {
      get async {
        guard let task = owner.value.task, task.delegate != nil else { return false }
        let bound = LoadingBound(task)
        return await withCheckedContinuation { answer in
          queue.run { answer.resume(returning: TaskReflection.callsDelegate(bound.value)) }
        }
      }
    }
  }

  extension MockedSessionError {
    static let lossOfTransport =
      "Its protocolClasses come from another configuration: on Linux, the transport stays with the mocked configuration."
  }

  extension URLRequest {
    fileprivate mutating func setBody(of task: URLSessionUploadTask) throws(MockedSessionError) {
      guard let body = TaskReflection.body(of: task) else { throw MockedSessionError(.uploadBody, self) }
      switch body {
      case .data(let data): httpBody = data
      case .file(let file):
        do { httpBody = try Data(contentsOf: file) } catch {
          throw MockedSessionError(
            .uploadFile, self, detail: "\(file.path): \(error.localizedDescription)", underlyingError: error)
        }
      }
    }
  }
#endif
