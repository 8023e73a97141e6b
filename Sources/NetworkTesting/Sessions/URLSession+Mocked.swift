extension URLSession {
  /// A session whose requests a transport answers; it never touches a network.
  ///
  /// For code that has a `URLSession`, or a client built on one:
  ///
  /// ```swift
  /// @Test func login() async throws {
  ///   let transport = MockTransport(.post("/login").respond(json: ["token": "12345"]))
  ///   let client = Client(session: .mocked(by: transport))
  ///   #expect(try await client.login("ada").token == "12345")
  ///   try await transport.verify()
  /// }
  /// ```
  ///
  /// Sessions made at the same time are independent, whatever they load. The transport is released with the session. See
  /// <doc:Sessions> for what a session does by itself, such as redirects, cookies and time-outs.
  ///
  /// - Parameters:
  ///   - transport: What answers, such as a ``MockTransport``.
  ///   - configuration: What the session's configuration is made from: headers, cookies and time-outs stay in force.
  ///   - cookies: A cookie storage to share with other sessions, such as `.shared`; nil for one of the session's own, which
  ///     begins with the cookies that the configuration has unless it has those of the process.
  ///   - delegate: The session's delegate.
  ///   - delegateQueue: The queue for calls of the delegate and of completion handlers.
  ///   - sourceLocation: Where an issue is recorded about what the session cannot do.
  public static func mocked(
    by transport: any HTTPTransport,
    configuration: URLSessionConfiguration = .ephemeral,
    sharing cookies: HTTPCookieStorage? = nil,
    delegate: (any URLSessionDelegate)? = nil,
    delegateQueue: OperationQueue? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> URLSession {
    let configuration = URLSessionConfiguration.mocked(
      by: transport, configuration: configuration, sharing: cookies, sourceLocation: sourceLocation)
    return URLSession(configuration: configuration, delegate: delegate, delegateQueue: delegateQueue)
  }
}

extension URLSessionConfiguration {
  /// A configuration whose sessions are answered by a transport; they never touch a network.
  ///
  /// For clients that create their own sessions:
  ///
  /// ```swift
  /// let client = Client(configuration: .mocked(by: transport))
  /// ```
  ///
  /// - Parameters:
  ///   - transport: What answers, such as a ``MockTransport``.
  ///   - configuration: What the configuration is made from: headers, cookies and time-outs stay in force.
  ///   - cookies: A cookie storage that its sessions share with others, such as `.shared`; nil for one of each session's own.
  ///   - sourceLocation: Where an issue is recorded about what its sessions cannot do.
  public static func mocked(
    by transport: any HTTPTransport,
    configuration: URLSessionConfiguration = .ephemeral,
    sharing cookies: HTTPCookieStorage? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> URLSessionConfiguration {
    configuration.answered(
      by: transport, clock: VirtualClock.current ?? ContinuousClock(), sharing: cookies,
      in: TestSurroundings.of(transport), at: CodePlace(sourceLocation))
  }
}
