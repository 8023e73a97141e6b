#if canImport(FoundationNetworking)
  /// The places in a task of what each request needs to know of it, for which a mirror takes some microseconds.
  ///
  /// The metadata of the class says where they are; see ``PropertyOffsets``. The first task is the experiment: unless what is at the
  /// places is what a mirror finds, mirrors are used for all.
  struct TaskPlaces {
    private static let names = ["session", "workQueue", "_callCompletionHandlerInline"]

    private let session: Int
    private let workQueue: Int
    private let resumesCaller: Int

    /// Finds the places, and compares what is there in a task with what a mirror says of it.
    ///
    /// - Parameters:
    ///   - task: A task that still has its session.
    ///   - children: What a mirror says of it.
    init?(in task: URLSessionTask, as children: Mirror.Children) {
      guard let offsets = PropertyOffsets(of: URLSessionTask.self), offsets.count == children.count else { return nil }
      var found: [String: (place: Int, value: Any)] = [:]
      // No further than the last of them: what comes later may be changing.
      for (number, child) in children.enumerated() {
        if found.count == Self.names.count { break }
        if let label = child.label, Self.names.contains(label) { found[label] = (offsets[number], child.value) }
      }
      guard let session = found["session"], let sessionObject = session.value as? URLSession,
        let queue = found["workQueue"], let queueObject = queue.value as? DispatchQueue,
        let resumes = found["_callCompletionHandlerInline"], let isResuming = resumes.value as? Bool
      else { return nil }
      self.session = session.place
      workQueue = queue.place
      resumesCaller = resumes.place
      // As numbers: nothing else may be taken for an object.
      guard load(UInt.self, at: session.place, of: task) == Self.address(of: sessionObject),
        load(UInt.self, at: queue.place, of: task) == Self.address(of: queueObject),
        load(UInt8.self, at: resumes.place, of: task) == (isResuming ? 1 : 0)
      else { return nil }
    }

    private static func address(of object: AnyObject) -> UInt {
      UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }

    // The first word of a class, of one that may be missing, and of a protocol of classes is the object.

    func session(of task: URLSessionTask) -> URLSession? { object(at: session, of: task) as? URLSession }

    func workQueue(of task: URLSessionTask) -> DispatchQueue? { object(at: workQueue, of: task) as? DispatchQueue }

    func resumesCaller(_ task: URLSessionTask) -> Bool { load(UInt8.self, at: resumesCaller, of: task) == 1 }

    private func object(at place: Int, of task: URLSessionTask) -> AnyObject? {
      load(UnsafeRawPointer?.self, at: place, of: task).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    private func load<Value>(_ type: Value.Type, at place: Int, of task: URLSessionTask) -> Value {
      withExtendedLifetime(task) { Unmanaged.passUnretained(task).toOpaque().load(fromByteOffset: place, as: type) }
    }
  }
#endif
