#if canImport(FoundationNetworking)
  // A session asks where a request goes when its task is resumed, in the context of the code that sends it. So each request belongs
  // to the test whose task sends it, and tests run in parallel.
  extension AnySession {
    private struct Router: SessionRouting {
      func route(_ asked: AskedRequest) -> SessionRoute { AnySession.route(asked) }

      func report(_ refusal: SessionRoute.Refusal, of request: URLRequest) {
        LiveNetworkReporter.report(refusal, of: request)
      }
    }

    /// The reason why sessions cannot be reached.
    static var problem: SessionHookProblem? { failure ?? SessionHooks.problem }

    /// Whether the task that sends a request is known.
    static let knowsSenders = true

    static var callbackScope: SessionScope? { CallbackOwners.current }

    /// Begins to ask before anything reaches the network; returns the reason if that is not possible.
    static func beginGuard() -> SessionHookProblem? {
      do throws(SessionHookProblem) {
        if let problem { throw problem }
        try SessionHooks.begin(Router())
        if LiveNetworkGuard.isOfflineRun { _ = staysForRun }
        return nil
      } catch {
        return error
      }
    }

    static func endGuard() { SessionHooks.end() }

    /// A use without an end: an offline run is offline until the process ends.
    private static let staysForRun: Void? = try? SessionHooks.begin(Router())
  }
#endif
