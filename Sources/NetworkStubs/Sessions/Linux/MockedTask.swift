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

    static func record(of task: URLSessionTask) -> TaskRecord? {
      records.withLock { $0[ObjectIdentifier(task)] }
    }

    fileprivate static func state(of task: URLSessionTask, _ real: URLSessionTask.State) -> URLSessionTask.State {
      record(of: task)?.isWithdrawn() == true ? .completed : real
    }

    fileprivate static func shown(by task: URLSessionTask) -> ShownTask? { record(of: task)?.shown }

    /// Takes a task's answer back, unless its caller knows it; with what tells the session of that.
    private static func withdraw(_ task: URLSessionTask) -> (TaskRecord?, (@Sendable () -> Void)?) {
      let record = record(of: task)
      record?.load.withLock { $0.close() }
      return (record, record?.withdraw())
    }

    fileprivate static func cancel(
      _ task: URLSessionTask, isCompleted: () -> Bool, _ cancel: @escaping @Sendable () -> Void
    ) {
      let (record, tell) = withdraw(task)
      let load = record?.load
      // Before the caller is told, after which a test may ask at once.
      load?.withLock { $0.leave }?()
      let origin = load?.withLock { $0.origin }
      TaskCancellation(task: task, origin: origin).perform {
        tell?()
        cancel()
      }
      // A simulated run tells one after the other.
      if origin?.order == nil { record?.waitForTeller(of: task, isOver: isCompleted) }
    }
  }

  // They have no properties of their own. What they override is all that differs from class to class.
  private final class MockedDataTask: URLSessionDataTask, @unchecked Sendable {
    deinit { MockedTask.forget(self) }

    override func cancel() { MockedTask.cancel(self, isCompleted: { super.state == .completed }) { super.cancel() } }
    override var state: URLSessionTask.State { MockedTask.state(of: self, super.state) }
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

  private final class MockedUploadTask: URLSessionUploadTask, @unchecked Sendable {
    deinit { MockedTask.forget(self) }

    override func cancel() { MockedTask.cancel(self, isCompleted: { super.state == .completed }) { super.cancel() } }
    override var state: URLSessionTask.State { MockedTask.state(of: self, super.state) }
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

  private final class MockedDownloadTask: URLSessionDownloadTask, @unchecked Sendable {
    deinit { MockedTask.forget(self) }

    override func cancel() { MockedTask.cancel(self, isCompleted: { super.state == .completed }) { super.cancel() } }
    override var state: URLSessionTask.State { MockedTask.state(of: self, super.state) }
    override var error: (any Error)? { super.error ?? MockedTask.shown(by: self)?.error }
  }
#endif
