#if !canImport(FoundationNetworking)
  // Written from the documentation; not yet run on an Apple platform.

  // A session fixes its protocol classes when it is made, and asks them on a queue. So the classes must be in its configuration or,
  // for the shared session, registered. Tests that answer sessions wait for one another: a task is known by the code that resumes
  // it, but nobody knows whose completion handler or delegate that is.
  extension AnySession {
    /// The reason why sessions cannot be reached.
    static var problem: SessionHookProblem? { failure ?? ConfigurationGetters.problem }

    /// Whether tests that answer sessions may share a turn.
    static let sharesTurns = false

    static var callbackScope: SessionScope? { nil }

    /// Begins to ask before anything reaches the network; returns the reason if that is not possible for all sessions.
    static func beginGuard() -> SessionHookProblem? {
      noteSenders()
      _ = areRegistered
      return problem
    }

    static func endGuard() {}

    /// Begins to note with each task the code that resumes it.
    static func noteSenders() { AskedSessions.begin(Router()) }

    private static let areRegistered = AskedSessions.protocolClasses.allSatisfy(URLProtocol.registerClass)
  }

  /// The getters of `URLSessionConfiguration.default` and `.ephemeral`, exchanged for ones whose configurations have our classes.
  ///
  /// They are class methods of Objective-C, and the only source of configurations, apart from background ones, which have no
  /// protocols. The exchange is made once, and never undone: sessions keep their classes, which take no request unless a test asks.
  private enum ConfigurationGetters {
    /// The reason why the getters were not exchanged, which is tried once.
    static let problem: SessionHookProblem? = {
      for name in ["defaultSessionConfiguration", "ephemeralSessionConfiguration"]
      where !exchange(NSSelectorFromString(name)) {
        return SessionHookProblem(reason: "URLSessionConfiguration has no class method \(name)")
      }
      return nil
    }()

    private static func exchange(_ selector: Selector) -> Bool {
      ClassGetter.exchange(selector, of: URLSessionConfiguration.self) { (configuration: URLSessionConfiguration) in
        let classes = AskedSessions.protocolClasses
        let others = (configuration.protocolClasses ?? []).filter { old in !classes.contains { $0 == old } }
        configuration.protocolClasses = classes + others
        return configuration
      }
    }
  }
#endif
