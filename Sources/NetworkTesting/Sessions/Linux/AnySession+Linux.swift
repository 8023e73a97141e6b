#if canImport(FoundationNetworking)
  // A session asks where a request goes when its task is resumed, in the context of the code that sends it. So each request belongs
  // to the test whose task sends it, and tests run in parallel.
  extension AnySession {
    /// The reason why sessions cannot be reached.
    static var problem: SessionHookProblem? { failure ?? SessionHooks.problem }

    /// Whether tests that answer sessions may share a turn: each request, also that of a callback, is known to be one's.
    static let sharesTurns = !AskedSessions.areAllSessions

    static var callbackScope: SessionScope? { sharesTurns ? CallbackOwners.current : nil }

    /// Begins to ask before anything reaches the network; returns the reason if that is not possible.
    static func beginGuard() -> SessionHookProblem? {
      do throws(SessionHookProblem) {
        if let problem { throw problem }
        noteSenders()
        try SessionHooks.begin(Router())
        if LiveNetworkGuard.isOfflineRun { _ = staysForRun }
        return nil
      } catch {
        return error
      }
    }

    static func endGuard() { SessionHooks.end() }

    /// Begins to note with each task the code that resumes it.
    static func noteSenders() { AskedSessions.begin(Router()) }

    /// A use without an end: an offline run is offline until the process ends.
    private static let staysForRun: Void? = try? SessionHooks.begin(Router())
  }
#endif
