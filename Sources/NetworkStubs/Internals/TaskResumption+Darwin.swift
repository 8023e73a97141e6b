#if !canImport(FoundationNetworking)
  // Written from the documentation; not yet run on an Apple platform.

  /// The method `resume()` of sessions' tasks, exchanged for one that tells of it first, in the code that resumes a task.
  ///
  /// The classes of tasks are private, and differ from system to system and from loader to loader. So tasks are made that nobody
  /// resumes, and the classes up from theirs are looked at. Those that implement the method get another implementation, once, and
  /// keep it.
  enum TaskResumption {
    private typealias Resume = @convention(c) (AnyObject, Selector) -> Void

    /// Whether there are classes that implement the method.
    static var isKnown: Bool { !classes.isEmpty }

    /// Calls a closure before each task is resumed, which returns whether it is. The first closure stays.
    static func begin(_ willResume: @escaping @Sendable (URLSessionTask) -> Bool) {
      guard hasBegun.becomesTrue() else { return }
      for type in classes { exchange(in: type, willResume) }
    }

    private static let hasBegun = Guarded(false)
    private static var selector: Selector { NSSelectorFromString("resume") }

    /// The classes with an implementation of their own.
    private static let classes: [AnyClass] = {
      var found: [AnyClass] = []
      for start in tasks.map({ object_getClass($0) }) {
        var next = start
        while let type = next, type != NSObject.self {
          let above: AnyClass? = class_getSuperclass(type)
          let isOwn = class_getInstanceMethod(type, selector) != class_getInstanceMethod(above, selector)
          if isOwn, !found.contains(where: { $0 == type }) { found.append(type) }
          next = above
        }
      }
      return found
    }()

    /// A task of each kind and each loader.
    private static var tasks: [URLSessionTask] {
      guard let url = URL(string: "https://localhost"), let socket = URL(string: "wss://localhost") else { return [] }
      var configurations = [URLSessionConfiguration.ephemeral]
      if #available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *) {
        let newer = URLSessionConfiguration.ephemeral
        newer.usesClassicLoadingMode = false
        configurations.append(newer)
      }
      return configurations.flatMap { configuration -> [URLSessionTask] in
        let session = URLSession(configuration: configuration)
        defer { session.invalidateAndCancel() }
        return [
          session.dataTask(with: url), session.downloadTask(with: url), session.webSocketTask(with: socket),
          session.uploadTask(with: URLRequest(url: url), from: Data()),
        ]
      }
    }

    private static func exchange(in type: AnyClass, _ willResume: @escaping @Sendable (URLSessionTask) -> Bool) {
      guard let method = class_getInstanceMethod(type, selector) else { return }
      let selector = selector
      let original = unsafeBitCast(method_getImplementation(method), to: Resume.self)
      let resume: @convention(block) (AnyObject) -> Void = { task in
        if let task = task as? URLSessionTask, !willResume(task) { return }
        original(task, selector)
      }
      _ = method_setImplementation(method, imp_implementationWithBlock(resume))
    }
  }
#endif
