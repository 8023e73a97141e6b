#if canImport(FoundationNetworking)
  /// Information that FoundationNetworking hides from a `URLProtocol`, read from the task's stored properties.
  ///
  /// Each is nil if a version has another structure. A mirror costs some microseconds, so a task is read when something is asked for,
  /// and the result is remembered as long as the task lives.
  enum TaskReflection {
    /// The session of a task, and the queue on which the task works.
    private struct Owner {
      weak var session: URLSession?
      let workQueue: DispatchQueue?

      init(_ mirror: Mirror?) {
        session = mirror.flatMap { child("session", in: $0) } as? URLSession
        workQueue = mirror.flatMap { child("workQueue", in: $0) } as? DispatchQueue
      }
    }

    private struct Facts {
      let resumesCaller: Bool?
      /// Nil as long as nothing has asked for it: a call that is answered at once needs neither queue nor session.
      var owner: Owner?

      init(_ mirror: Mirror?) {
        resumesCaller = mirror.flatMap { child("_callCompletionHandlerInline", in: $0) } as? Bool
      }
    }

    /// Whether a task has the properties that each request needs.
    static let isKnown: Bool = {
      guard let url = URL(string: "https://localhost") else { return false }
      let session = URLSession(configuration: .ephemeral)
      let task = session.dataTask(with: url)
      defer { session.invalidateAndCancel() }
      return TaskReflection.session(of: task) === session && workQueue(of: task) != nil && sessionQueue(of: task) != nil
        && resumesCaller(task) != nil
    }()

    private static let known = Guarded<[ObjectIdentifier: Facts]>([:])

    /// Reads a task, which calls ``forget(_:)`` at its end.
    static func remember(_ task: URLSessionTask) {
      let facts = Facts(mirror(of: task))
      known.withLock { $0[ObjectIdentifier(task)] = facts }
    }

    static func forget(_ task: URLSessionTask) { _ = known.withLock { $0.removeValue(forKey: ObjectIdentifier(task)) } }

    private static func owner(of task: URLSessionTask) -> Owner {
      let key = ObjectIdentifier(task)
      if let owner = known.withLock({ $0[key]?.owner }) { return owner }
      let owner = Owner(mirror(of: task))
      known.withLock { $0[key]?.owner = owner }
      return owner
    }

    static func workQueue(of task: URLSessionTask) -> DispatchQueue? { owner(of: task).workQueue }

    /// The queue on which the session's own work waits, such as its invalidation.
    static func sessionQueue(of task: URLSessionTask) -> DispatchQueue? {
      session(of: task).flatMap { child("workQueue", in: Mirror(reflecting: $0)) } as? DispatchQueue
    }

    static func session(of task: URLSessionTask) -> URLSession? { owner(of: task).session }

    /// Returns whether a task resumes the caller of an async call itself, on its queue.
    static func resumesCaller(_ task: URLSessionTask) -> Bool? {
      (known.withLock { $0[ObjectIdentifier(task)] } ?? Facts(mirror(of: task))).resumesCaller
    }

    static func body(of task: URLSessionUploadTask) -> UploadBody? {
      guard let body = mirror(of: task).flatMap({ child("knownBody", in: $0) }).flatMap(unwrapped),
        let content = Mirror(reflecting: body).children.first
      else { return nil }
      switch content.value {
      case let data as DispatchData: return .data(data.shared)
      case let file as URL: return .file(file)
      default: return nil
      }
    }

    enum UploadBody {
      case data(Data)
      case file(URL)
    }

    /// Returns a mirror of the properties that all kinds of tasks have.
    static func mirror(of task: URLSessionTask) -> Mirror? {
      var mirror: Mirror? = Mirror(reflecting: task)
      while let current = mirror, current.subjectType != URLSessionTask.self { mirror = current.superclassMirror }
      return mirror
    }

    private static func child(_ name: String, in mirror: Mirror) -> Any? {
      let children = mirror.children
      // Names are compared once; reading each child's value to find one would cost ten times as much.
      let place = Place(type: ObjectIdentifier(mirror.subjectType), name: name)
      guard let position = positions.withLock({ $0[place] }) ?? find(place, in: children), position < children.count
      else { return nil }
      let child = children[children.index(children.startIndex, offsetBy: position)]
      return child.label == name ? child.value : nil
    }

    private static func find(_ place: Place, in children: Mirror.Children) -> Int? {
      let position = children.enumerated().first { $0.element.label == place.name }?.offset
      if let position { positions.withLock { $0[place] = position } }
      return position
    }

    static func unwrapped(_ value: Any) -> Any? {
      let mirror = Mirror(reflecting: value)
      return mirror.displayStyle == .optional ? mirror.children.first?.value : value
    }

    /// A property of a type.
    private struct Place: Hashable {
      let type: ObjectIdentifier
      let name: String
    }

    private static let positions = Guarded<[Place: Int]>([:])
  }

  extension TaskReflection {
    // Only the session's registry has the data that decides for a task. Call these on the loading queue, where the registry does
    // not change.

    /// Returns the delegate that is asked for a task, the one it was given or its session's, if there is one.
    ///
    /// - Parameters:
    ///   - task: The task.
    ///   - own: Whether the delegate of an async call is asked first; FoundationNetworking does not know it there.
    /// - Returns: The session and the delegate; nil if a version of FoundationNetworking has another structure.
    static func delegate(
      of task: URLSessionTask, own asksOwn: Bool
    ) -> (session: URLSession, delegate: (any URLSessionTaskDelegate)?)? {
      guard asksOwn else { return session(of: task).map { ($0, task.delegate) } }
      guard let (session, behaviour) = behaviour(of: task) else { return nil }
      return (session, own(behaviour) ?? task.delegate)
    }

    /// Returns the delegate that is told of a task's progress: that of an async call, or its session's if no handler waits.
    static func toldDelegate(
      of task: URLSessionTask
    ) -> (session: URLSession, delegate: (any URLSessionTaskDelegate)?)? {
      guard let (session, behaviour) = behaviour(of: task) else { return nil }
      let isOfSession = Mirror(reflecting: behaviour).children.isEmpty
      return (session, isOfSession ? session.delegate as? any URLSessionTaskDelegate : own(behaviour))
    }

    private static func own(_ behaviour: Any) -> (any URLSessionTaskDelegate)? {
      let payload = Mirror(reflecting: behaviour).children.first.map { Mirror(reflecting: $0.value).children }
      return payload?.lazy.compactMap { unwrapped($0.value) as? any URLSessionTaskDelegate }.first
    }

    /// Returns whether a task reports chunks to its session's delegate, instead of a complete answer to a completion handler.
    static func callsDelegate(_ task: URLSessionTask) -> Bool {
      guard let (_, behaviour) = behaviour(of: task) else { return false }
      return Mirror(reflecting: behaviour).children.isEmpty
    }

    private static func behaviour(of task: URLSessionTask) -> (session: URLSession, behaviour: Any)? {
      guard let session = session(of: task),
        let registry = child("taskRegistry", in: Mirror(reflecting: session)),
        let behaviours = child("behaviours", in: Mirror(reflecting: registry)),
        let behaviour = (behaviours as? any NumberedValues)?.value(numbered: task.taskIdentifier)
      else { return nil }
      return (session, behaviour)
    }
  }

  extension DispatchData {
    /// The same bytes, which are not copied where they lie in one piece: an upload may have hundreds of megabytes.
    fileprivate var shared: Data {
      guard regions.count == 1 else { return Data(self) }
      return withUnsafeBytes { (start: UnsafePointer<UInt8>) in
        Data(
          bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: count,
          deallocator: .custom { _, _ in withExtendedLifetime(self) {} })
      }
    }
  }

  /// A means to find values of a type that cannot be named here, without a walk through all of them.
  private protocol NumberedValues { func value(numbered number: Int) -> Any? }

  extension Dictionary: NumberedValues where Key == Int {
    fileprivate func value(numbered number: Int) -> Any? { self[number] }
  }
#endif
