#if canImport(FoundationNetworking)
  /// The cache of a session that tests answer, which has none meanwhile.
  ///
  /// The answers of a cache would come from elsewhere, and the session asks for them on a queue of its own, on which neither the
  /// test nor its step is known. Several tests may use a session at the same time: the last one gives its cache back.
  final class BorrowedCache: Sendable {
    private struct State {
      var count = 0
      var cache: URLCache?
    }

    private struct Weak { weak var session: URLSession? }

    private static let known = Guarded<[ObjectIdentifier: BorrowedCache]>([:])

    private let owner: Weak
    /// The queue on which the session reads its cache; all counts change there.
    private let queue: DispatchQueue
    private let state = Guarded(State())

    private init(of session: URLSession, on queue: DispatchQueue) {
      owner = Weak(session: session)
      self.queue = queue
    }

    /// Takes the cache from a session, for one test.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - task: A task of the session.
    /// - Returns: The cache; nil if a version of FoundationNetworking has another structure.
    static func borrow(of session: URLSession, for task: URLSessionTask) -> BorrowedCache? {
      guard let queue = TaskReflection.workQueue(of: task) else { return nil }
      return queue.sync {
        let cache = known.withLock { known in
          let id = ObjectIdentifier(session)
          // Another session may have had the address.
          if let old = known[id], old.owner.session === session { return old }
          let new = BorrowedCache(of: session, on: queue)
          known[id] = new
          return new
        }
        let found = session.configuration.urlCache
        cache.state.withLock { state in
          state.count += 1
          state.cache = found ?? state.cache
        }
        if found != nil { session.configuration.urlCache = nil }
        return cache
      }
    }

    /// Gives the cache back, for one test.
    ///
    /// `URLSession.shared` stays without: a test may have `.everySession`, whose answers must not be cached either.
    func giveBack() {
      queue.async { [self] in
        let (isLast, cache) = state.withLock { state in
          state.count -= 1
          return (state.count == 0, state.cache)
        }
        guard isLast else { return }
        Self.known.withLock { known in
          guard let id = known.first(where: { $0.value === self })?.key else { return }
          known[id] = nil
        }
        if let session = owner.session, session !== URLSession.shared { session.configuration.urlCache = cache }
      }
    }
  }
#endif
