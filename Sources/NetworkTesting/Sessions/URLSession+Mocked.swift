extension URLSession {
  /// A session whose requests a transport answers; it never touches a network.
  ///
  /// Use it for code that has a `URLSession`, or a client built on one:
  ///
  /// ```swift
  /// @Test func login() async throws {
  ///   let transport = MockTransport(.post("/login").respond(json: ["token": "12345"]))
  ///   let client = Client(session: .mocked(by: transport))
  ///   let login = try await client.login("ada")
  ///   #expect(login.token == "12345")
  ///   try await transport.verify()
  /// }
  /// ```
  ///
  /// Sessions that exist at the same time are independent, whatever they load. The transport is released with the session. See
  /// <doc:Sessions> for the built-in behaviour of a session, such as redirects, cookies and time-outs.
  ///
  /// - Parameters:
  ///   - transport: The transport that answers, such as a ``MockTransport``.
  ///   - platform: The platform to imitate where sessions differ: see <doc:SessionReference>.
  ///   - configuration: The base of the session's configuration: headers, cookies and time-outs stay in effect.
  ///   - cookies: A cookie storage to share with other sessions, such as `.shared`; nil for a private one, which begins with the
  ///   configuration's cookies unless it has those of the process.
  ///   - delegate: The session's delegate.
  ///   - delegateQueue: The queue for calls of the delegate and of completion handlers.
  ///   - sourceLocation: The location of issues about unsupported operations.
  public static func mocked(
    by transport: any HTTPTransport,
    as platform: SessionPlatform = .current,
    configuration: URLSessionConfiguration = .ephemeral,
    sharing cookies: HTTPCookieStorage? = nil,
    delegate: (any URLSessionDelegate)? = nil,
    delegateQueue: OperationQueue? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> URLSession {
    let configuration = URLSessionConfiguration.mocked(
      by: transport, as: platform, configuration: configuration, sharing: cookies, sourceLocation: sourceLocation)
    return URLSession(configuration: configuration, delegate: delegate, delegateQueue: delegateQueue ?? SessionQueue())
  }
}

extension URLSession {
  /// A session that a mock transport answers, which may be written as `.current`; it never touches a network.
  ///
  /// - Parameters:
  ///   - transport: The transport that answers.
  ///   - sourceLocation: The location of issues about unsupported operations.
  public static func mocked(
    by transport: MockTransport, sourceLocation: SourceLocation = #_sourceLocation
  ) -> URLSession {
    mocked(by: transport as any HTTPTransport, sourceLocation: sourceLocation)
  }

  /// A session that stubs answer; it never touches a network.
  ///
  /// Use it in a test that needs its ``MockTransport`` only for this session:
  ///
  /// ```swift
  /// let client = Client(session: .mocked(.get("/me").respond(json: ["name": "Ada"])))
  /// ```
  ///
  /// - Parameters:
  ///   - first: The first stub.
  ///   - others: The stubs after it.
  ///   - sourceLocation: The location of issues about unanswered requests.
  public static func mocked(
    _ first: Stub, _ others: Stub..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> URLSession {
    mocked(by: MockTransport([first] + others, sourceLocation: sourceLocation), sourceLocation: sourceLocation)
  }
}

extension URLSession {
  /// Explains where a transport goes.
  @available(*, unavailable, message: "write .mocked(by: transport)")
  public static func mocked(_ transport: any HTTPTransport) -> URLSession { mocked(by: transport) }
}

extension URLSessionConfiguration {
  /// Explains where stubs go.
  @available(*, unavailable, message: "write .mocked(by: MockTransport(…))")
  public static func mocked(_ stubs: Stub...) -> URLSessionConfiguration { mocked(by: MockTransport(stubs)) }

  /// Explains where a transport goes.
  @available(*, unavailable, message: "write .mocked(by: transport)")
  public static func mocked(_ transport: any HTTPTransport) -> URLSessionConfiguration { mocked(by: transport) }
  /// A configuration whose sessions are answered by a transport; they never touch a network.
  ///
  /// Use it for clients that create their own sessions:
  ///
  /// ```swift
  /// let client = Client(configuration: .mocked(by: transport))
  /// ```
  ///
  /// - Parameters:
  ///   - transport: The transport that answers, such as a ``MockTransport``.
  ///   - platform: The platform to imitate where sessions differ: see <doc:SessionReference>.
  ///   - configuration: The base of the configuration: headers, cookies and time-outs stay in effect.
  ///   - cookies: A cookie storage that its sessions share with others, such as `.shared`; nil for a private one per session.
  ///   - sourceLocation: The location of issues about unsupported operations.
  public static func mocked(
    by transport: any HTTPTransport,
    as platform: SessionPlatform = .current,
    configuration: URLSessionConfiguration = .ephemeral,
    sharing cookies: HTTPCookieStorage? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> URLSessionConfiguration {
    AnySession.noteSenders()
    return configuration.connected(
      to: transport, as: platform, clock: VirtualClock.current ?? ContinuousClock(), sharing: cookies,
      in: TestHarness.of(transport), at: CodePlace(sourceLocation))
  }
}
