#if canImport(FoundationNetworking)
  /// A cancellation of a mocked session's task that cannot deadlock.
  ///
  /// FoundationNetworking's `cancel()` waits for the session's queue, and the session resumes the caller of `data(for:)` on that
  /// queue. A Swift task that is cancelled holds a lock while its handlers run, one of which is that `cancel()`, and resuming the
  /// task needs the lock: each waits for the other, for ever. So the task of such a call must not wait: it drops its answer at
  /// once, and the session learns of the cancellation a moment later.
  ///
  /// The bug is [#5412](https://github.com/swiftlang/swift-corelibs-foundation/issues/5412), fixed by
  /// [#5417](https://github.com/swiftlang/swift-corelibs-foundation/pull/5417) of February 2026, which Swift 6.3.1 does not have.
  /// So the detour is compiled only for compilers before 6.4. `BareSessionTests` shows the deadlock on a session without it, and
  /// reports when the deadlock is gone; if that is earlier, lower the number.
  struct TaskCancellation {
    let task: URLSessionTask
    let origin: SessionOrigin?

    /// Runs what cancels the task.
    func perform(_ cancel: @escaping @Sendable () -> Void) {
      if let order = origin?.order {
        return order.handOver { [task] in
          let end = (task.followDelegate() as? FollowedQueue)?.begin(nil, order)
          cancel()
          task.waitForCancellation { end?() }
        }
      }
      let work = origin?.beginWork("a cancellation")
      let end = work.flatMap(follow)
      let finish: @Sendable () -> Void = { [task] in
        if let work { task.keepForCancellation(work) { end?() } }
      }
      #if compiler(<6.4)
        let isDone = DispatchSemaphore(value: 0)
        // A queue of its own has a thread, while those of a pool could all be waiting for the session.
        DispatchQueue(label: "NetworkTesting.cancellation").async {
          cancel()
          isDone.signal()
          finish()
        }
        // Other tasks are cancelled when this returns, as in any session; invalidating one relies on it. They may be cancelled
        // under a lock too, by code that waits for two calls at once, and so do not wait for ever either.
        if TaskReflection.resumesCaller(task) == false { _ = isDone.wait(timeout: .now() + 1) }
      #else
        // Not yet run with such a compiler.
        cancel()
        finish()
      #endif
    }
  }

  extension TaskCancellation {
    /// Gives what the delegate queue is told from now on to the step of the cancellation; what is returned ends that.
    private func follow(_ work: ClockStep.Work) -> (@Sendable () -> Void)? {
      if let queue = TaskReflection.session(of: task)?.delegateQueue as? SessionQueue { return queue.begin(work) }
      return (task.followDelegate() as? FollowedQueue)?.begin(work.step, nil)
    }
  }

  /// A session's client that ends a task once, and lets a cancellation win until the caller is told.
  ///
  /// A session ends a cancelled task even while its answer is being delivered, and a second end is a fatal error.
  // Used where a session calls its protocols, one call at a time.
  final class EndingClient: NSObject, URLProtocolClient, @unchecked Sendable {
    private let base: any URLProtocolClient
    private let record: TaskRecord

    init(_ base: any URLProtocolClient, _ record: TaskRecord) {
      self.base = base
      self.record = record
    }

    func urlProtocolDidFinishLoading(_ urlProtocol: URLProtocol) {
      handOver(urlProtocol) { [base] in base.urlProtocolDidFinishLoading(urlProtocol) }
    }

    func urlProtocol(_ urlProtocol: URLProtocol, didFailWithError error: any Error) {
      let error = (error as? URLError)?.named(of: urlProtocol.request) ?? error
      if record.tellsCancellation(error) { return base.urlProtocol(urlProtocol, didFailWithError: error) }
      handOver(urlProtocol) { [base, record] in
        record.show { $0.error = error }
        base.urlProtocol(urlProtocol, didFailWithError: error)
      }
    }

    /// Hands an end over to the session, and notes who tells it to the caller.
    private func handOver(_ urlProtocol: URLProtocol, _ end: () -> Void) {
      guard let task = urlProtocol.task else { return end() }
      if TaskReflection.resumesCaller(task) == true {
        // Its session's delegate is not told of it.
        let cancel = cancellation(of: task, in: nil, urlProtocol)
        if record.handOver(to: .currentThread, isAwaited: true, cancelsLater: false, orCancel: cancel) { end() }
        return
      }
      let session = TaskReflection.session(of: task)
      let cancel = cancellation(of: task, in: session, urlProtocol)
      let queue = session?.delegateQueue
      let isSerial = queue?.maxConcurrentOperationCount == 1
      let isOwn = queue is SessionQueue
      let teller: TaskRecord.Teller? = isSerial || isOwn ? nil : queue.map { .queue($0) }
      guard record.handOver(to: teller, cancelsLater: teller != nil, orCancel: cancel) else { return }
      if isOwn {
        TaskRecord.$handedOver.withValue(record, operation: end)
      } else {
        // The session's own operation comes right after this one.
        if isSerial { queue?.addOperation { [record] in if let queue { record.expect(.queue(queue)) } } }
        end()
        // And its own comes right before this one.
        if isSerial { queue?.addOperation { [record] in record.noteTold() } }
      }
      // A session without a delegate tells nobody, and has already forgotten the task.
      if task.state == .completed { record.expectNobody() }
    }

    /// Returns what tells the session of a cancellation: it has forgotten the protocol together with the end.
    ///
    /// An invalidated session drops its delegate on a thread of its queue. If that happens before the cancellation arrives, the
    /// session tells nobody. So the delegate is kept, and is told here instead.
    private func cancellation(
      of task: URLSessionTask, in session: URLSession?, _ urlProtocol: URLProtocol
    ) -> @Sendable () -> Void {
      let delegate = session?.delegate as? any URLSessionTaskDelegate
      let bound = LoadingBound((client: self, task: task, urlProtocol: urlProtocol, delegate: delegate))
      return {
        TaskReflection.workQueue(of: bound.value.task)?.async {
          let (client, task, urlProtocol, delegate) = bound.value
          guard task.state != .completed else { return }
          let error = URLError(.cancelled, of: urlProtocol.request)
          let isTold = client.record.reachesSomebody { client.base.urlProtocol(urlProtocol, didFailWithError: error) }
          guard !isTold, let session, let delegate else { return }
          session.delegateQueue.addOperation {
            delegate.urlSession(session, task: task, didCompleteWithError: error)
          }
        }
      }
    }

    func urlProtocol(_ urlProtocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse) {
      base.urlProtocol(urlProtocol, wasRedirectedTo: request, redirectResponse: redirectResponse)
    }

    func urlProtocol(_ urlProtocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse) {
      base.urlProtocol(urlProtocol, cachedResponseIsValid: cachedResponse)
    }

    func urlProtocol(
      _ urlProtocol: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy
    ) {
      record.show { $0.expectBytes(of: response) }
      base.urlProtocol(urlProtocol, didReceive: response, cacheStoragePolicy: policy)
    }

    func urlProtocol(_ urlProtocol: URLProtocol, didLoad data: Data) { base.urlProtocol(urlProtocol, didLoad: data) }

    func urlProtocol(_ urlProtocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {
      base.urlProtocol(urlProtocol, didReceive: challenge)
    }

    func urlProtocol(_ urlProtocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {
      base.urlProtocol(urlProtocol, didCancel: challenge)
    }
  }

  /// An answer that asks for credentials, but hides that from FoundationNetworking while it looks for a challenge.
  ///
  /// It looks when a task ends with the status 401. With a challenge, it would wait for credentials for ever, or repeat the
  /// request over a real network. Without an address there is no challenge; the caller sees both.
  // It adds nothing to the class, which never changes after its creation.
  final class UnchallengedResponse: HTTPURLResponse, @unchecked Sendable {
    @TaskLocal private static var isHidden = false

    /// Runs code that looks for a challenge.
    static func withoutChallenge(_ body: () -> Void) { $isHidden.withValue(true) { body() } }

    override var url: URL? { Self.isHidden ? nil : super.url }
  }

  extension URLError {
    /// Returns the error with its name and a request as its description, where FoundationNetworking has `"(null)"`.
    fileprivate func named(of request: URLRequest) -> URLError {
      if isDescribed { return self }
      return described { [name = ErrorText.of(self)] in
        "\(name) of \(request.httpMethod ?? "GET") \(Secrets.masked(request.url?.absoluteString ?? ""))"
      }
    }
  }
#endif
