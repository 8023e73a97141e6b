#if canImport(FoundationNetworking)
  /// The tasks of mocked sessions, with what a session hides from its protocols.
  ///
  /// A session creates its tasks itself, and cannot be given a class for them. But a task can change to one of the classes below,
  /// which have no properties of their own; see ``ObjectClass``.
  enum MockedTask {
    private static let records = Guarded<[ObjectIdentifier: TaskRecord]>([:])

    /// Adopts a task with its record, as long as no other code can use it.
    static func adopt(_ task: URLSessionTask, _ record: TaskRecord) {
      let taskClass: AnyClass
      switch ObjectIdentifier(type(of: task)) {
      case ObjectIdentifier(URLSessionDataTask.self): taskClass = MockedDataTask.self
      case ObjectIdentifier(URLSessionUploadTask.self): taskClass = MockedUploadTask.self
      case ObjectIdentifier(URLSessionDownloadTask.self): taskClass = MockedDownloadTask.self
      default: return
      }
      records.withLock { $0[ObjectIdentifier(task)] = record }
      TaskReflection.remember(task)
      // One that keeps its class would never be forgotten.
      if !ObjectClass.change(task, from: type(of: task), to: taskClass) { forget(task) }
    }

    fileprivate static func forget(_ task: URLSessionTask) {
      _ = records.withLock { $0.removeValue(forKey: ObjectIdentifier(task)) }
      TaskReflection.forget(task)
    }

    private static func record(of task: URLSessionTask) -> TaskRecord? {
      records.withLock { $0[ObjectIdentifier(task)] }
    }

    fileprivate static func shown(by task: URLSessionTask) -> ShownTask? { record(of: task)?.shown }

    /// Cancels a task: what has not reached the session never does.
    fileprivate static func cancel(_ task: URLSessionTask, _ cancel: @escaping @Sendable () -> Void) {
      let load = record(of: task)?.load
      _ = load?.withLock { $0.close() }
      // Before the caller is told, after which a test may ask at once.
      load?.withLock { $0.leave }?()
      TaskCancellation(task: task, origin: load?.withLock { $0.origin }).perform(cancel)
    }
  }

  // They have no properties of their own. What they override is all that differs from class to class.
  private final class MockedDataTask: URLSessionDataTask, UncachedTask, @unchecked Sendable {
    deinit { MockedTask.forget(self) }

    override var description: String { ObjectClass.description(of: self, as: URLSessionDataTask.self) }
    override func cancel() { MockedTask.cancel(self) { super.cancel() } }
    override var error: (any Error)? { super.error ?? MockedTask.shown(by: self)?.error }
    override var currentRequest: URLRequest? { MockedTask.shown(by: self)?.request ?? super.currentRequest }
    override var response: URLResponse? { MockedTask.shown(by: self)?.response ?? super.response }
    override var countOfBytesSent: Int64 { MockedTask.shown(by: self)?.bytesSent ?? super.countOfBytesSent }
    override var countOfBytesExpectedToSend: Int64 {
      MockedTask.shown(by: self)?.bytesExpectedToSend ?? super.countOfBytesExpectedToSend
    }
    override var countOfBytesExpectedToReceive: Int64 {
      MockedTask.shown(by: self)?.bytesExpectedToReceive ?? super.countOfBytesExpectedToReceive
    }
  }

  private final class MockedUploadTask: URLSessionUploadTask, UncachedTask, @unchecked Sendable {
    deinit { MockedTask.forget(self) }

    override var description: String { ObjectClass.description(of: self, as: URLSessionUploadTask.self) }
    override func cancel() { MockedTask.cancel(self) { super.cancel() } }
    override var error: (any Error)? { super.error ?? MockedTask.shown(by: self)?.error }
    override var currentRequest: URLRequest? { MockedTask.shown(by: self)?.request ?? super.currentRequest }
    override var response: URLResponse? { MockedTask.shown(by: self)?.response ?? super.response }
    override var countOfBytesSent: Int64 { MockedTask.shown(by: self)?.bytesSent ?? super.countOfBytesSent }
    override var countOfBytesExpectedToSend: Int64 {
      MockedTask.shown(by: self)?.bytesExpectedToSend ?? super.countOfBytesExpectedToSend
    }
    override var countOfBytesExpectedToReceive: Int64 {
      MockedTask.shown(by: self)?.bytesExpectedToReceive ?? super.countOfBytesExpectedToReceive
    }
  }

  private final class MockedDownloadTask: URLSessionDownloadTask, UncachedTask, @unchecked Sendable {
    deinit { MockedTask.forget(self) }

    override var description: String { ObjectClass.description(of: self, as: URLSessionDownloadTask.self) }
    override func cancel() { MockedTask.cancel(self) { super.cancel() } }
    override var error: (any Error)? { super.error ?? MockedTask.shown(by: self)?.error }
  }
#endif
