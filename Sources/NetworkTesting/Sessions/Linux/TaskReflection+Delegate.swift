#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension TaskReflection {
    /// The delegate that decides for a task, its own or its session's; it need not have one.
    ///
    /// The delegate of `data(for:delegate:)` is known to the session's registry alone. Call this on the loading queue, where
    /// the registry does not change.
    ///
    /// - Returns: The session and the delegate; nil where a version of FoundationNetworking has another shape.
    static func delegate(of task: URLSessionTask) -> (session: URLSession, delegate: (any URLSessionTaskDelegate)?)? {
      guard let session = session(of: task),
        let registry = child("taskRegistry", of: session),
        let behaviours = child("behaviours", of: registry),
        let behaviour = entry(task.taskIdentifier, of: behaviours)
      else { return nil }
      let payload = Mirror(reflecting: behaviour).children.first.map { Mirror(reflecting: $0.value).children }
      let own = payload?.lazy.compactMap { unwrapped($0.value) as? any URLSessionTaskDelegate }.first
      return (session, own ?? task.delegate)
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
