#if !canImport(FoundationNetworking)
  // Written from the documentation; not yet run on an Apple platform.

  // A session fixes its protocol classes when it is made, and asks them where the task that sends is not known. So the classes must be
  // in its configuration or, for the shared session, registered; and tests that answer sessions wait for one another.
  extension AnySession {
    /// The reason why sessions cannot be reached.
    static var problem: SessionHookProblem? { failure ?? ConfigurationGetters.problem }

    /// Whether the task that sends a request is known.
    static let knowsSenders = false

    static var callbackScope: SessionScope? { nil }

    /// Begins to ask before anything reaches the network; returns the reason if that is not possible for all sessions.
    static func beginGuard() -> SessionHookProblem? {
      _ = isRegistered
      return problem
    }

    static func endGuard() {}

    private static let isRegistered = protocolClasses.allSatisfy(URLProtocol.registerClass)

    fileprivate static let protocolClasses: [URLProtocol.Type] = [StubbedSessions.protocolClass, OfflineProtocol.self]
  }

  /// The tag of the protocol that leads to the stubs of the test whose turn it is.
  private enum StubbedSessions: SessionTag {
    static func context(of protocolClass: AnyClass) -> SessionContext? {
      // Which session asks is not known.
      ActiveNetworks.mode.turn?.context(of: .shared)
    }

    static func takes(_ request: URLRequest?) -> Bool {
      guard let request, case .answered(let scope) = AnySession.route(.ofDarwin(request)) else { return false }
      return scope === ActiveNetworks.mode.turn
    }
  }

  /// A protocol that refuses requests to the live network.
  final class OfflineProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool {
      guard case .refused(let refusal) = AnySession.route(.ofDarwin(request)) else { return false }
      LiveNetworkReporter.report(refusal, of: request)
      return true
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() { client?.urlProtocol(self, didFailWithError: URLError(.notConnectedToInternet)) }

    override func stopLoading() {}
  }

  extension AskedRequest {
    /// A request as a protocol is asked about it: the data of an upload task is not in it.
    fileprivate static func ofDarwin(_ request: URLRequest) -> Self {
      let mayUpload = request.httpBody == nil && !HTTPMethod(rawValue: request.httpMethod ?? "GET").isSafe
      return Self(request, body: mayUpload ? .unknown : .ofRequest)
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
        let classes = AnySession.protocolClasses
        let others = (configuration.protocolClasses ?? []).filter { old in !classes.contains { $0 == old } }
        configuration.protocolClasses = classes + others
        return configuration
      }
    }
  }
#endif
