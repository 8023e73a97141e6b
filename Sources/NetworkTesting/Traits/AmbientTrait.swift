/// A trait that the tests of a suite inherit.
public protocol InheritedTrait: TestTrait, SuiteTrait {}

extension InheritedTrait {
  /// Whether the tests of a suite inherit the trait, always true.
  public var isRecursive: Bool { true }

  /// Lets the trait know whether it is on a suite.
  public func prepare(for test: Test) async throws { if test.isSuite { (self as? any SuiteNoting)?.note(suite: test) } }

  /// Runs a case in the scope of the trait; in a simulated test, each run has its own scope.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard !test.isSimulated, let trait = self as? any SimulatedScoping else { return try await function() }
    try await trait.provideScopeOfRun(for: test, testCase: testCase, performing: function)
  }
}

/// A trait that tells its suites from its tests.
package protocol SuiteNoting { func note(suite: Test) }

/// A trait that gives tests a host, a clock, the live network, or none: `.host("test")`, `.virtualTime`.
public struct AmbientTrait: InheritedTrait, TestScoping {
  let run: @Sendable (_ test: @Sendable () async throws -> Void) async throws -> Void

  /// Runs a case in the scope of the trait.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await run(function)
  }
}

extension AmbientTrait {
  /// Explains how a trait without arguments is written.
  @available(*, unavailable, message: "write the trait without parentheses: .virtualTime, .offline or .liveNetwork")
  public func callAsFunction() -> Self { self }
}

extension Trait where Self == AmbientTrait {
  /// Sends the endpoints of a test or suite to a host, unless their loader names another.
  ///
  /// ```swift
  /// @Suite(.host("test"))
  /// struct EndpointTests {
  ///   @Test func path() throws {
  ///     let request = try Endpoint<EndpointKinds.Stub, String>(path: "path").makeRequest()
  ///     #expect(try request.url == URLHost.current?.expectedURL(withPath: "path"))
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter host: The host, such as `"test"` or `.staging`.
  public static func host(_ host: URLHost) -> Self {
    Self { test in try await TestDoubles.scope { try await withAmbientNetwork(host: host) { try await test() } } }
  }

  /// The trait that lets loaders without a transport use the live network, unless another trait gives the test a network.
  ///
  /// Without the trait, such a request is an error and an issue, so no request reaches the network by accident. An injected
  /// `URLSessionTransport()` and a recording in progress opt in as well. The trait also lets sessions that the code makes itself
  /// use the live network, whichever trait comes first. Otherwise, a test with a network refuses them.
  public static var liveNetwork: Self {
    Self { test in
      var network = AmbientNetwork.current
      let hasTransport = network.transport != nil
      network.transport = network.transport ?? URLSessionTransport()
      network.isLive = true
      try await ActiveNetworks.withLive {
        try await AmbientNetwork.$current.withValue(network) {
          guard !hasTransport else { return try await test() }
          try await TestDoubles.scope { try await test() }
        }
      }
    }
  }

  /// The trait that forbids the live network, even to code that opts in.
  ///
  /// A `URLSessionTransport`, a recording in progress and every `URLSession` fail, and an issue names the request. Requests to this
  /// machine pass.
  ///
  /// `NETWORK_TESTING_OFFLINE=1` does the same for a whole test run, even for code outside of tasks and in exit tests. With Swift 6.2
  /// and on Apple platforms, it takes effect for sessions with the first test that has a network. On Apple platforms, it misses sessions
  /// that were made before that, except for `URLSession.shared`.
  public static var offline: Self {
    Self { test in
      var network = AmbientNetwork.current
      network.isOffline = true
      try await ActiveNetworks.withoutLive {
        try await AmbientNetwork.$current.withValue(network) { try await TestDoubles.scope { try await test() } }
      }
    }
  }

  /// Names the client that sends a test's or suite's requests in production, if it is not a `URLSession`.
  ///
  /// ```swift
  /// @Suite(.client(.other))
  /// struct SearchTests {
  ///   @Test(.network(.get("/items/_search").body(jsonContaining: ["size": 10]).respond(json: [])))
  ///   func search() async throws { … }
  /// }
  /// ```
  ///
  /// Without the trait, a transport of the test refuses what a `URLSession` refuses, such as a `GET` with a body. A mocked session
  /// always behaves as a session.
  ///
  /// - Parameter client: The client.
  public static func client(_ client: SendingClient) -> Self {
    Self { test in
      try await TestDoubles.scope { try await SendingClient.$ofTest.withValue(client) { try await test() } }
    }
  }

  /// The trait that gives each case of a test or suite a ``/NetworkStubs/VirtualClock``, which moves only when the test moves it.
  ///
  /// ```swift
  /// @Test(.virtualTime, .network(.get("/slow").respond(json: 1).delayed(by: .seconds(30))))
  /// func slow() async throws {
  ///   let clock = try #require(VirtualClock.current)
  ///   async let item = EndpointLoader().load(endpoint: .slow)
  ///   await clock.advance(by: .seconds(30))
  ///   let value = try await item
  ///   #expect(value == 1)
  /// }
  /// ```
  ///
  /// The clock is ``/NetworkStubs/VirtualClock/current``. The transports that the test creates use it, too.
  public static var virtualTime: Self {
    Self { test in
      // The suite has it as well.
      guard VirtualClock.current == nil else { return try await test() }
      let clock = VirtualClock()
      // The traits may be written in any order.
      MockTransport.ambient?.engine.use(clock)
      try await TestDoubles.scope {
        try await VirtualClock.$current.withValue(clock) { try await test() }
      }
    }
  }
}

extension EndpointKinds {
  /// Endpoints invented for a test, which need no data and add nothing.
  public enum Stub: EndpointKind {
    /// Leaves the request unchanged.
    public static func prepare(_ request: inout URLRequest, with data: Void) {}
  }
}

extension URLHost {
  /// Returns the expected URL of a request to this host, built from text alone, to compare with the URLs of endpoints.
  ///
  /// - Parameter path: The part after the host, percent-encoded, with a query if there is one: `"path?a=1"`.
  /// - Returns: The URL.
  /// - Throws: `URLError.badURL` if that is not a URL.
  public func expectedURL(withPath path: String) throws -> URL {
    let base = rawValue.contains("://") ? rawValue : "https://" + rawValue
    let separator = base.hasSuffix("/") || path.hasPrefix("/") ? "" : "/"
    guard let url = URL(string: base + separator + path) else { throw URLError(.badURL) }
    return url
  }
}
