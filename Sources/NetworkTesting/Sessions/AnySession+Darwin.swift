#if !canImport(FoundationNetworking)
  // Written from the documentation; not yet run on an Apple platform.

  /// All sessions of the process that were made since the first test asked for it, and the shared one.
  ///
  /// A session fixes its protocol classes when it is made, and asks them where the task that sends is not known. So the classes
  /// must be in its configuration, and tests that answer sessions wait for one another.
  enum AnySession {
    /// The reason why sessions cannot be reached.
    static var problem: SessionHookProblem? { failure ?? ConfigurationGetters.problem }

    /// Begins to ask before anything reaches the network; returns the reason if that is not possible.
    static func beginGuard() -> SessionHookProblem? {
      _ = SharedSession.isIntercepted
      return problem
    }

    static func endGuard() {}

    /// Whether all sessions ask, not only those whose configuration has the classes.
    static let isHooked = false

    /// Whether the task that sends a request is known.
    static let knowsTasks = false

    /// Answers every session from a transport while an operation runs; waits until no other test does.
    ///
    /// - Parameters:
    ///   - transport: The transport.
    ///   - isAlone: Whether requests that no test's task sends are answered too, which they are in any case.
    ///   - place: The place of the trait, if a problem needs it.
    static func serve(
      from transport: any StubAnswering, isAlone: Bool, at place: @autoclosure @escaping @Sendable () -> CodePlace,
      while operation: @Sendable () async throws -> Void
    ) async throws {
      _ = beginGuard()
      try await SharedSession.serve(from: transport, isOfAll: true, while: operation)
    }

    /// A failure in place of a real one, for the test of that day.
    @TaskLocal static var failure: SessionHookProblem?
  }

  /// The tag of the protocol in the configurations of other sessions than the shared one.
  private enum OtherSessions: SessionTag {
    static func context(of protocolClass: AnyClass) -> SessionContext? { SharedSession.contextOfAll }

    static func takes(_ request: URLRequest?) -> Bool {
      SharedSession.contextOfAll != nil && SharedSession.takes(request)
    }
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
        let classes = [OtherSessions.protocolClass, OfflineProtocol.self]
        let others = (configuration.protocolClasses ?? []).filter { old in !classes.contains { $0 == old } }
        configuration.protocolClasses = classes + others
        return configuration
      }
    }
  }
#endif
