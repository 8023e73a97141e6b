#if canImport(FoundationNetworking)
  /// The way in which sessions of Apple platforms ask where a task's request goes, made to happen on Linux.
  ///
  /// There, `resume()` sends a block to a queue of the session, and returns. The block asks the protocol classes about the task, and
  /// no Swift task is current in it. Here, the caller waits for the block, since FoundationNetworking expects that the task runs
  /// when `resume()` returns.
  enum AppleAsking {
    /// Whether tasks that the current code resumes are asked about in this way.
    static var isOn: Bool { isOnForProcess || !differences.isDisjoint(with: AppleDifference.ofTest) }

    /// Whether it was turned on for this process.
    static let isOnForProcess = differences.contains(where: \.isOn)

    private static let differences: Set<AppleDifference> = [
      .asksOnQueue, .asksTwice, .oneLoadingThread, .unseenSenders,
    ]

    /// Asks classes about a task where no Swift task is current, and goes on there with the first that takes it.
    static func ask(
      _ classes: [URLProtocol.Type], about task: URLSessionTask,
      then resume: @escaping @Sendable (URLProtocol.Type?) -> Void
    ) {
      let times = AppleDifference.asksTwice.isOnInTest ? 2 : 1
      let isDone = DispatchSemaphore(value: 0)
      run(onOneThread: AppleDifference.oneLoadingThread.isOnInTest) {
        var taken: URLProtocol.Type?
        for _ in 0..<times { taken = classes.first { $0.canInit(with: task) } }
        resume(taken)
        isDone.signal()
      }
      isDone.wait()
    }

    private static func run(onOneThread isOne: Bool, _ body: @escaping @Sendable () -> Void) {
      guard isOne else { return Thread.detachNewThread(body) }
      // What a protocol sends while it loads would wait for itself.
      if DispatchQueue.getSpecific(key: mark) != nil { body() } else { loading.async(execute: body) }
    }

    private static let mark = DispatchSpecificKey<Void>()
    private static let loading: DispatchQueue = {
      let queue = DispatchQueue(label: "NetworkTesting.oneLoadingThread")
      queue.setSpecific(key: mark, value: ())
      return queue
    }()
  }

  extension URLRequest {
    /// The request as sessions of Apple platforms provide it to a protocol, where that was turned on: its body is a stream.
    var asProvided: URLRequest {
      guard AppleDifference.bodiesAsStreams.isOnInTest, let httpBody else { return self }
      var provided = self
      provided.httpBodyStream = InputStream(data: httpBody)
      return provided
    }
  }

  /// Objects that are kept with tasks of sessions, one with each, for as long as the task lives.
  final class TaskNotes<Note: AnyObject & Sendable>: Sendable {
    private struct Entry: Sendable {
      weak var task: URLSessionTask?
      let note: Note
    }

    private let entries = Guarded<[ObjectIdentifier: Entry]>([:])

    func note(of task: URLSessionTask) -> Note? {
      let entry = entries.withLock { $0[ObjectIdentifier(task)] }
      // Another task may have had the address.
      return entry?.task === task ? entry?.note : nil
    }

    /// Returns the note of a task, and makes one if there is none. All who ask at the same time get the same note.
    func note(of task: URLSessionTask, orKeep make: () -> Note) -> Note {
      if let known = note(of: task) { return known }
      let new = make()
      let id = ObjectIdentifier(task)
      // Old notes and tasks are released after the lock: the last reference to one may end a test's double, which runs other code.
      let (kept, old, tasks) = entries.withLock { entries -> (Note, [ObjectIdentifier: Entry], [URLSessionTask]) in
        if let known = entries[id], known.task === task { return (known.note, [:], []) }
        let old = entries
        var tasks: [URLSessionTask] = []
        for (id, entry) in old {
          if let task = entry.task { tasks.append(task) } else { entries[id] = nil }
        }
        entries[id] = Entry(task: task, note: new)
        return (new, old, tasks)
      }
      withExtendedLifetime((old, tasks)) {}
      return kept
    }
  }
#endif
