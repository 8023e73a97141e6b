/// A trait that gives each test case a server on the loopback interface, answered by stubs.
///
/// ```swift
/// @Test(.loopbackServer(.get("/items").respond(json: ["Tea"])))
/// func list() async throws {
///   let loader = EndpointLoader(transport: URLSessionTransport())   // the server's host is ambient
///   let items = try await loader.load(endpoint: .items)
///   #expect(items == ["Tea"])
/// }
/// ```
///
/// The stubs are like those of a `NetworkTrait`, promises on a test and offers on a suite. You can use both traits on one test: the
/// server answers from `MockTransport.current`. A test with a `SimulatedTrait` can't use a server: it fails before anything is sent.
public struct LoopbackServerTrait: InheritedTrait, SuiteNoting, TestScoping {
  private(set) var network: NetworkTrait
  var stoodInHost: URLHost?
  var addresses: LoopbackServer.Addresses
  var cors = false
  let sourceLocation: SourceLocation

  package func note(suite: Test) { network.note(suite: suite) }

  /// Runs a case with its server, which ends with the case.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if let simulation = test.simulatingTrait { throw simulation.refusal }
    try await network.provideScope(for: test, testCase: testCase) {
      // An outer trait of the same case has already started the server.
      guard LoopbackServer.ambient == nil, let transport = MockTransport.ambient else { return try await function() }
      let server = try LoopbackServer(
        answering: transport, on: addresses, as: stoodInHost, cors: cors, sourceLocation: sourceLocation)
      try await server.serve { try await function() }
    }
  }
}

extension LoopbackServerTrait {
  /// Delays the answers of these stubs, except for answers with their own delay.
  ///
  /// - Parameter duration: The delay, on the test's clock: real time, unless the test has `.virtualTime`.
  public func delayed(by duration: Duration) -> Self { delayed(by: .fixed(duration)) }

  /// Delays the answers of these stubs, except for answers with their own delay.
  public func delayed(by delay: Delay) -> Self {
    var copy = self
    copy.network = network.delayed(by: delay)
    return copy
  }
}

extension LoopbackServerTrait: UnsimulatedTrait {}

extension Trait where Self == LoopbackServerTrait {
  /// Gives each case of a test, or each test of a suite, a server that answers from stubs.
  ///
  /// - Parameters:
  ///   - stubs: The stubs, like those of a `NetworkTrait`.
  ///   - addresses: The addresses to listen at.
  ///   - stoodInHost: The host that the server replaces, so that stubs and texts may name it.
  ///   - cors: Whether pages of other origins may read the answers.
  ///   - sourceLocation: The location of issues about unanswered or refused requests.
  ///   - filePath: The calling file, which is searched for the lines of the stubs for failure texts.
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
  ///   - addresses: The addresses to listen at.
  ///   - stoodInHost: The host that the server replaces, so that stubs and texts may name it.
  ///   - cors: Whether pages of other origins may read the answers.
  ///   - sourceLocation: The location of issues about unanswered or refused requests.
  ///   - filePath: The calling file, which is searched for the line of the trait for failure texts.
  public static func loopbackServer(
    _ stubs: [Stub], on addresses: LoopbackServer.Addresses = .ipv4, as stoodInHost: URLHost? = nil,
    cors: Bool = false, sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self {
    Self(
      network: NetworkTrait(list: stubs, of: "loopbackServer", sourceLocation: sourceLocation, filePath: filePath),
      stoodInHost: stoodInHost, addresses: addresses, cors: cors, sourceLocation: sourceLocation)
  }

  /// Explains what a matcher lacks.
  @available(*, unavailable, message: "a matcher answers nothing: add its answer, as in .get(…).respond(status: 200)")
  public static func loopbackServer(_ matchers: RequestMatcher...) -> Self { loopbackServer([Stub]()) }
}
