/// A trait that gives each test case a server on the loopback interface, answered by stubs.
///
/// ```swift
/// @Test(.loopbackServer(.get("/items").respond(json: ["Tea"])))
/// func list() async throws {
///   let loader = EndpointLoader(transport: URLSessionTransport())   // the server's host is ambient
///   #expect(try await loader.load(endpoint: .items) == ["Tea"])
/// }
/// ```
///
/// The stubs are those of a `NetworkTrait`, promises on a test and offers on a suite, and go together with one: the server
/// answers from `MockTransport.current`. A `SimulatedTrait` does not go together with it: that is a `SimulationError` before
/// anything is sent.
public struct LoopbackServerTrait: TestTrait, SuiteTrait, TestScoping {
  let network: NetworkTrait
  var stoodInHost: URLHost?
  var addresses: LoopbackServer.Addresses
  var cors = false
  let sourceLocation: SourceLocation

  /// Every test of a suite gets its own.
  public var isRecursive: Bool { true }

  /// Notes whether it is on a suite.
  public func prepare(for test: Test) async throws { try await network.prepare(for: test) }

  /// Runs a case with its server, which ends with the case.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if let simulation = test.simulatingTrait { throw simulation.refusal(of: self) }
    try await network.provideScope(for: test, testCase: testCase) {
      // An outer trait of the same case has started the server already.
      guard LoopbackServer.ambient == nil, let transport = MockTransport.ambient else { return try await function() }
      let server = try LoopbackServer(
        answering: transport, on: addresses, as: stoodInHost, cors: cors, sourceLocation: sourceLocation)
      try await server.serve { try await function() }
    }
  }
}

extension LoopbackServerTrait: UnsimulatedTrait {
  package var unsimulated: Unsimulated { .loopbackServer }
}

extension Trait where Self == LoopbackServerTrait {
  /// Gives each case of a test, or each test of a suite, a server that answers from stubs.
  ///
  /// - Parameters:
  ///   - stubs: The stubs, as those of a `NetworkTrait`.
  ///   - addresses: Where to listen.
  ///   - stoodInHost: The host whose place the server takes, so that stubs and texts may name it.
  ///   - cors: Whether pages of other origins may read the answers.
  ///   - sourceLocation: Where an unanswered or refused request is recorded.
  ///   - filePath: The calling file, in which the lines of the stubs are found for failure texts.
  public static func loopbackServer(
    _ stubs: Stub..., on addresses: LoopbackServer.Addresses = .ipv4, as stoodInHost: URLHost? = nil,
    cors: Bool = false, sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self {
    Self(
      network: NetworkTrait(
        arguments: stubs, of: "loopbackServer", sourceLocation: sourceLocation, filePath: filePath),
      stoodInHost: stoodInHost, addresses: addresses, cors: cors, sourceLocation: sourceLocation)
  }

  /// Gives each case of a test, or each test of a suite, a server that answers from stubs.
  ///
  /// - Parameters:
  ///   - stubs: The stubs, in the order in which they would be written one by one.
  ///   - addresses: Where to listen.
  ///   - stoodInHost: The host whose place the server takes, so that stubs and texts may name it.
  ///   - cors: Whether pages of other origins may read the answers.
  ///   - sourceLocation: Where an unanswered or refused request is recorded.
  ///   - filePath: The calling file, in which the line of the trait is found for failure texts.
  public static func loopbackServer(
    _ stubs: [Stub], on addresses: LoopbackServer.Addresses = .ipv4, as stoodInHost: URLHost? = nil,
    cors: Bool = false, sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self {
    Self(
      network: NetworkTrait(list: stubs, of: "loopbackServer", sourceLocation: sourceLocation, filePath: filePath),
      stoodInHost: stoodInHost, addresses: addresses, cors: cors, sourceLocation: sourceLocation)
  }

  /// Says what a matcher lacks.
  @available(*, unavailable, message: "a matcher answers nothing: add its answer, as in .get(…).respond(status: 200)")
  public static func loopbackServer(_ matchers: RequestMatcher...) -> Self { loopbackServer([Stub]()) }
}
