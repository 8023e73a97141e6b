#if canImport(FoundationNetworking)
  /// Information that FoundationNetworking hides from a `URLProtocol`, read from the task's stored properties.
  ///
  /// Each is nil if a version has another structure, and costs some microseconds: use it only as a last resort.
  enum TaskReflection {
    static func workQueue(of task: URLSessionTask) -> DispatchQueue? { child("workQueue", of: task) as? DispatchQueue }

    static func session(of task: URLSessionTask) -> URLSession? { child("session", of: task) as? URLSession }

    /// Returns whether a task resumes the caller of an async call itself, on its queue.
    static func resumesCaller(_ task: URLSessionTask) -> Bool? {
      child("_callCompletionHandlerInline", of: task) as? Bool
    }

    static func body(of task: URLSessionUploadTask) -> UploadBody? {
      guard let body = child("knownBody", of: task).flatMap(unwrapped),
        let content = Mirror(reflecting: body).children.first
      else { return nil }
      switch content.value {
      case let data as DispatchData: return .data(Data(data))
      case let file as URL: return .file(file)
      default: return nil
      }
    }

    enum UploadBody {
      case data(Data)
      case file(URL)
    }

    private static func child(_ name: String, of task: URLSessionTask) -> Any? {
      var mirror: Mirror? = Mirror(reflecting: task)
      while let current = mirror, current.subjectType != URLSessionTask.self { mirror = current.superclassMirror }
      guard let children = mirror?.children else { return nil }
      // Names are compared once; reading each child's value to find one would cost ten times as much.
      let known = positions.withLock { $0[name] } ?? find(name, in: children)
      guard let known, known < children.count else { return nil }
      let child = children[children.index(children.startIndex, offsetBy: known)]
      return child.label == name ? child.value : nil
    }

    private static func find(_ name: String, in children: Mirror.Children) -> Int? {
      let position = children.enumerated().first { $0.element.label == name }?.offset
      if let position { positions.withLock { $0[name] = position } }
      return position
    }

    static func unwrapped(_ value: Any) -> Any? {
      let mirror = Mirror(reflecting: value)
      return mirror.displayStyle == .optional ? mirror.children.first?.value : value
    }

    private static let positions = Guarded<[String: Int]>([:])
  }

  extension TaskReflection {
    // Only the session's registry has the data that decides for a task. Call these on the loading queue, where the registry does
    // not change.

    /// Returns the delegate that is asked for a task, its own or its session's, if there is one.
    ///
    /// - Returns: The session and the delegate; nil if a version of FoundationNetworking has another structure.
    static func delegate(of task: URLSessionTask) -> (session: URLSession, delegate: (any URLSessionTaskDelegate)?)? {
      guard let (session, behaviour) = behaviour(of: task) else { return nil }
      let payload = Mirror(reflecting: behaviour).children.first.map { Mirror(reflecting: $0.value).children }
      let own = payload?.lazy.compactMap { unwrapped($0.value) as? any URLSessionTaskDelegate }.first
      return (session, own ?? task.delegate)
    }

    /// Returns whether a task reports chunks to its session's delegate, instead of a complete answer to a completion handler.
    static func callsDelegate(_ task: URLSessionTask) -> Bool {
      guard let (_, behaviour) = behaviour(of: task) else { return false }
      return Mirror(reflecting: behaviour).children.isEmpty
    }

    private static func behaviour(of task: URLSessionTask) -> (session: URLSession, behaviour: Any)? {
      guard let session = session(of: task),
        let registry = child("taskRegistry", of: session),
        let behaviours = child("behaviours", of: registry),
        let behaviour = (behaviours as? any NumberedValues)?.value(numbered: task.taskIdentifier)
      else { return nil }
      return (session, behaviour)
    }

    private static func child(_ name: String, of parent: Any) -> Any? {
      Mirror(reflecting: parent).children.first { $0.label == name }?.value
    }
  }

  /// A means to find values of a type that cannot be named here, without a walk through all of them.
  private protocol NumberedValues { func value(numbered number: Int) -> Any? }

  extension Dictionary: NumberedValues where Key == Int {
    fileprivate func value(numbered number: Int) -> Any? { self[number] }
  }
#endif
