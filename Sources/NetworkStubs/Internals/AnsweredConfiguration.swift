#if canImport(FoundationNetworking)
  /// The configuration of a session that the test did not make, and whose requests stubs answer.
  ///
  /// A session's configuration cannot be exchanged. But it can change to this class, which has no properties of its own; see
  /// ``ObjectClass``. All that code reads of it stays the same.
  // It adds nothing to the class.
  final class AnsweredConfiguration: URLSessionConfiguration, @unchecked Sendable {
    /// Adopts the configuration of a session; one of a class of the app's stays as it is, and its requests begin on a queue.
    static func adopt(_ configuration: URLSessionConfiguration) {
      ObjectClass.change(configuration, from: URLSessionConfiguration.self, to: Self.self)
    }

    override var urlCache: URLCache? {
      get { CacheLook.isUnderWay ? nil : super.urlCache }
      set { super.urlCache = newValue }
    }

    override var description: String { ObjectClass.description(of: self, as: URLSessionConfiguration.self) }
  }

  /// The look of a session into its cache, for a request that a stub answers, which finds none.
  ///
  /// A session first chooses a protocol class. If it has a cache, it then looks there on a queue of its own before it makes the
  /// protocol, and on that queue neither the test nor its step is known. So the one look between the choice and the protocol finds no
  /// cache, while all other code does.
  enum CacheLook {
    /// The threads on which a session has chosen one of our classes, and will look next.
    private static let threads = Guarded<Set<pthread_t>>([])

    /// Notes that the session is about to look, on this thread.
    static func begin() { _ = threads.withLock { $0.insert(pthread_self()) } }

    /// Whether this is the look of a session; each is asked once.
    static var isUnderWay: Bool { threads.withLock { !$0.isEmpty && $0.remove(pthread_self()) != nil } }

    /// Whether a session looks right after its choice, and makes the protocol on the same thread if it finds no cache.
    static let isKnown: Bool = {
      guard let url = URL(string: "https://localhost") else { return false }
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = URLCache(memoryCapacity: 1, diskCapacity: 0, diskPath: nil)
      configuration.protocolClasses = [ChosenProtocol.self]
      let session = URLSession(configuration: configuration)
      defer { session.invalidateAndCancel() }
      AnsweredConfiguration.adopt(session.configuration)
      session.dataTask(with: url).resume()
      return ChosenProtocol.thread.withLock { $0 } == pthread_self()
    }()
  }

  /// The protocol of the experiment, which notes the thread that makes it.
  private final class ChosenProtocol: URLProtocol {
    static let thread = Guarded<pthread_t?>(nil)

    override class func canInit(with request: URLRequest) -> Bool {
      CacheLook.begin()
      return true
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    required init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {
      Self.thread.withLock { $0 = pthread_self() }
      super.init(request: request, cachedResponse: cachedResponse, client: client)
    }

    override func startLoading() {}
    override func stopLoading() {}
  }
#endif
