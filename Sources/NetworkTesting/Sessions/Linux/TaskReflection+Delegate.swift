#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension TaskReflection {
    // What decides for a task is known to the session's registry alone. Call these on the loading queue, where the registry
    // does not change.

    /// The delegate that is asked for a task, its own or its session's; it need not have one.
    ///
    /// - Returns: The session and the delegate; nil where a version of FoundationNetworking has another shape.
    static func delegate(of task: URLSessionTask) -> (session: URLSession, delegate: (any URLSessionTaskDelegate)?)? {
      guard let (session, behaviour) = behaviour(of: task) else { return nil }
      let payload = Mirror(reflecting: behaviour).children.first.map { Mirror(reflecting: $0.value).children }
      let own = payload?.lazy.compactMap { unwrapped($0.value) as? any URLSessionTaskDelegate }.first
      return (session, own ?? task.delegate)
    }

    /// Whether a task tells its session's delegate what comes, and not a completion handler when all is there.
    static func callsDelegate(_ task: URLSessionTask) -> Bool {
      guard let (_, behaviour) = behaviour(of: task) else { return false }
      return Mirror(reflecting: behaviour).children.isEmpty
    }

    private static func behaviour(of task: URLSessionTask) -> (session: URLSession, behaviour: Any)? {
      guard let session = session(of: task),
        let registry = child("taskRegistry", of: session),
        let behaviours = child("behaviours", of: registry),
        let behaviour = entry(task.taskIdentifier, of: behaviours)
      else { return nil }
      return (session, behaviour)
    }

    private static func child(_ name: String, of parent: Any) -> Any? {
      Mirror(reflecting: parent).children.first { $0.label == name }?.value
    }

    private static func entry(_ key: Int, of dictionary: Any) -> Any? {
      Mirror(reflecting: dictionary).children.lazy
        .map { Array(Mirror(reflecting: $0.value).children) }
        .first { $0.count == 2 && $0[0].value as? Int == key }?[1].value
    }
  }
#endif
