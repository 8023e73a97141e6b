#if canImport(FoundationNetworking) && compiler(<6.4)
  /// A cancellation of mocked sessions' tasks that cannot deadlock.
  ///
  /// FoundationNetworking's `cancel()` waits for the session's queue, and the session resumes the caller of `data(for:)` on that
  /// queue. A Swift task that is cancelled holds a lock while its handlers run, one of which is that `cancel()`, and resuming the
  /// task needs the lock: each waits for the other, for ever. So the task of such a call must not wait: it drops its answer at
  /// once, and the session learns of the cancellation a moment later.
  ///
  /// The bug is [#5412](https://github.com/swiftlang/swift-corelibs-foundation/issues/5412), fixed by
  /// [#5417](https://github.com/swiftlang/swift-corelibs-foundation/pull/5417) of February 2026, which Swift 6.3.1 does not have.
  /// So this is compiled only for compilers before 6.4. `BareSessionTests` shows the deadlock on a session without it, and
  /// reports when the deadlock is gone; if that is earlier, lower the number.
  ///
  /// A session creates its tasks itself, and cannot be given a class for them. But the class of a Swift object is its first word,
  /// and the classes below add nothing but `cancel()`, so a task can change to one of them.
  enum CancellableTask {
    private static let loads = Guarded<[ObjectIdentifier: Guarded<SessionLoad>]>([:])

    /// Adopts a task with the progress of its request, as long as no other code can use it.
    static func adopt(_ task: URLSessionTask, _ load: Guarded<SessionLoad>) {
      let taskClass: AnyClass
      switch ObjectIdentifier(type(of: task)) {
      case ObjectIdentifier(URLSessionDataTask.self): taskClass = CancellableDataTask.self
      case ObjectIdentifier(URLSessionUploadTask.self): taskClass = CancellableUploadTask.self
      case ObjectIdentifier(URLSessionDownloadTask.self): taskClass = CancellableDownloadTask.self
      default: return
      }
      loads.withLock { $0[ObjectIdentifier(task)] = load }
      Unmanaged.passUnretained(task).toOpaque()
        .storeBytes(of: unsafeBitCast(taskClass, to: UnsafeRawPointer.self), as: UnsafeRawPointer.self)
    }

    static func forget(_ task: URLSessionTask) { _ = loads.withLock { $0.removeValue(forKey: ObjectIdentifier(task)) } }

    fileprivate static func cancel(_ task: URLSessionTask, _ cancel: @escaping @Sendable () -> Void) {
      let load = loads.withLock { $0[ObjectIdentifier(task)] }
      load?.withLock { $0.close() }
      // Before the caller is told, after which a test may ask at once.
      load?.withLock { $0.leave }?()
      let origin = load?.withLock { $0.origin }
      if let order = origin?.order {
        return order.handOver {
          cancel()
          task.waitForCancellation()
        }
      }
      let work = origin?.beginWork("a cancellation")
      let queue = work.flatMap { _ in TaskReflection.session(of: task)?.delegateQueue as? SessionQueue }
      let end = work.flatMap { queue?.begin($0) }
      let isDone = DispatchSemaphore(value: 0)
      // A queue of its own has a thread, while those of a pool could all be waiting for the session.
      DispatchQueue(label: "NetworkTesting.cancellation").async {
        cancel()
        isDone.signal()
        if let work { task.keepForCancellation(work) { end?() } }
      }
      // Other tasks are cancelled when this returns, as in any session; invalidating one relies on it. They may be cancelled
      // under a lock too, by code that waits for two calls at once, and so do not wait for ever either.
      if TaskReflection.resumesCaller(task) == false { _ = isDone.wait(timeout: .now() + 1) }
    }
  }

  // They have no state of their own.
  private final class CancellableDataTask: URLSessionDataTask, @unchecked Sendable {
    override func cancel() { CancellableTask.cancel(self) { super.cancel() } }
  }

  private final class CancellableUploadTask: URLSessionUploadTask, @unchecked Sendable {
    override func cancel() { CancellableTask.cancel(self) { super.cancel() } }
  }

  private final class CancellableDownloadTask: URLSessionDownloadTask, @unchecked Sendable {
    override func cancel() { CancellableTask.cancel(self) { super.cancel() } }
  }
#elseif canImport(FoundationNetworking)
  // Not yet run with such a compiler.
  /// A stand-in that leaves tasks unchanged, since cancelling one does not wait for its session.
  enum CancellableTask {
    static func adopt(_ task: URLSessionTask, _ load: Guarded<SessionLoad>) {}

    static func forget(_ task: URLSessionTask) {}
  }
#endif

#if canImport(FoundationNetworking)
  /// A session's client that ends a task once.
  ///
  /// A session ends a cancelled task even while its answer is being delivered, and a second end is a fatal error.
  // Used where a session calls its protocols, one call at a time.
  final class EndingClient: NSObject, URLProtocolClient, @unchecked Sendable {
    private let base: any URLProtocolClient
    private var hasEnded = false

    init(_ base: any URLProtocolClient) { self.base = base }

    func urlProtocolDidFinishLoading(_ urlProtocol: URLProtocol) {
      guard end() else { return }
      base.urlProtocolDidFinishLoading(urlProtocol)
    }

    func urlProtocol(_ urlProtocol: URLProtocol, didFailWithError error: any Error) {
      guard end() else { return }
      let error = (error as? URLError)?.named(of: urlProtocol.request) ?? error
      base.urlProtocol(urlProtocol, didFailWithError: error)
    }

    private func end() -> Bool {
      defer { hasEnded = true }
      return !hasEnded
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
#endif
