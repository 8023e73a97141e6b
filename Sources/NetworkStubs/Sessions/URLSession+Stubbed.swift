extension URLSession {
  /// A session whose requests a stub transport answers; it never touches a network.
  ///
  /// Use it for a preview or a demo mode of code that holds a `URLSession`, or a client built on one:
  ///
  /// ```swift
  /// let transport = StubTransport(.get("/snacks").respond(json: [["name": "Scone"]]))
  /// let client = Client(session: .stubbed(by: transport))
  /// ```
  ///
  /// Headers, cookies and time-outs of the configuration stay in effect. The transport is released with the session. In a test, use
  /// `URLSession.mocked(by:)`, which does the same and reports to the test.
  ///
  /// - Parameters:
  ///   - transport: The transport that answers.
  ///   - platform: The platform to imitate where sessions differ.
  ///   - configuration: The configuration, which is copied.
  ///   - delegate: The delegate of the session.
  ///   - delegateQueue: The queue of the delegate; nil for a new one.
  public static func stubbed(
    by transport: StubTransport,
    as platform: SessionPlatform = .current,
    configuration: URLSessionConfiguration = .ephemeral,
    delegate: (any URLSessionDelegate)? = nil,
    delegateQueue: OperationQueue? = nil
  ) -> URLSession {
    let configuration = URLSessionConfiguration.stubbed(by: transport, as: platform, configuration: configuration)
    return URLSession(configuration: configuration, delegate: delegate, delegateQueue: delegateQueue ?? SessionQueue())
  }

  /// Whether a transport answers it.
  package var isConnected: Bool {
    configuration.protocolClasses?.contains { $0 is SessionProtocol.Type && $0 != EverySessionProtocol.self } == true
  }
}

extension URLSession {
  /// The stubs that answer it; nil for another session.
  package var engine: StubEngine? {
    // A configuration holds the context of its classes.
    let configuration = configuration
    return withExtendedLifetime(configuration) {
      configuration.protocolClasses?.lazy.compactMap { ($0 as? SessionProtocol.Type)?.context }.first?.mock?.engine
    }
  }
}

extension URLSessionConfiguration {
  /// A configuration whose sessions are answered by a stub transport, for clients that create their own sessions.
  ///
  /// - Parameters:
  ///   - transport: The transport that answers.
  ///   - platform: The platform to imitate where sessions differ.
  ///   - configuration: The configuration, which is copied.
  public static func stubbed(
    by transport: StubTransport, as platform: SessionPlatform = .current,
    configuration: URLSessionConfiguration = .ephemeral
  ) -> URLSessionConfiguration {
    configuration.connected(
      to: transport, as: platform, clock: ContinuousClock(), sharing: nil, in: transport.log.harness,
      at: transport.engine.place)
  }
}
