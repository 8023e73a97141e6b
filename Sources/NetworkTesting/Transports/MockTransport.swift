/// A transport that answers from stubs and remembers the requests.
///
/// The code under test takes a transport:
///
/// ```swift
/// struct Catalogue {
///   let loader: EndpointLoader
///   func latest() async throws -> Item { try await loader.load(endpoint: .latestItem, using: "12345") }
/// }
/// ```
///
/// A test passes it this one:
///
/// ```swift
/// @Test func latest() async throws {
///   let transport = MockTransport(.get("/items/latest").respond(json: ["title": "Tea"]))
///   let catalogue = Catalogue(loader: EndpointLoader(transport: transport, host: "test"))
///   let item = try await catalogue.latest()
///   #expect(item.title == "Tea")
/// }
/// ```
///
/// It is strict. If no stub answers a request, the test that sent it fails, even if the code under test swallows the error. If a
/// stub is never used, the test fails, too: `verify()` reports it, or the transport does when it is released.
public actor MockTransport: StubAnswering {
  /// The stubs.
  public nonisolated let engine: StubEngine

  /// The requests and their outcomes.
  public nonisolated var log: RequestLog { engine.log }

  /// Creates a transport for the current test.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; the first that matches and is not used up answers.
  ///   - delay: The delay of answers without their own delay.
  ///   - clock: The clock for delays and time-outs; by default ``/NetworkStubs/VirtualClock/current``, or else real time.
  ///   - client: The client that it stands in for; by default the test's, or else a `URLSession`.
  ///   - sourceLocation: The location of issues about unanswered requests.
  public init(
    _ stubs: Stub..., delay: Delay? = nil, clock: (any Clock<Duration>)? = nil, client: SendingClient? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    self.init(stubs, delay: delay, clock: clock, client: client, sourceLocation: sourceLocation)
  }

  /// Creates a transport for the current test.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; the first that matches and is not used up answers.
  ///   - delay: The delay of answers without their own delay.
  ///   - clock: The clock for delays and time-outs; by default the test's, or else real time.
  ///   - client: The client that it stands in for; by default the test's, or else a `URLSession`.
  ///   - sourceLocation: The location of issues about unanswered requests.
  public init(
    _ stubs: [Stub], delay: Delay? = nil, clock: (any Clock<Duration>)? = nil, client: SendingClient? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let place = CodePlace(sourceLocation)
    engine = StubEngine(
      stubs, delay: delay, clock: clock, client: client, in: TestHarness.ofDouble(at: place), at: place)
    engine.harness.keep(engine)
  }

  /// Creates a transport that answers endpoints with their samples, each of which may be used or not.
  public init<each Kind, each Response>(
    samplesOf endpoints: repeat Endpoint<each Kind, each Response>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let place = CodePlace(sourceLocation)
    var stubs: [Stub] = []
    repeat stubs.append(Stub.sample(of: each endpoints, isEndOfPath: false, at: place).optional())
    self.init(stubs, sourceLocation: sourceLocation)
  }

  /// Explains what a matcher lacks.
  @available(*, unavailable, message: "a matcher answers nothing: add its answer, as in .get(…).respond(status: 200)")
  public init(_ matchers: RequestMatcher...) { self.init([Stub]()) }

  /// Explains how a closure answers.
  @available(*, unavailable, message: "write MockTransport(.any.respond { request in … })")
  public init(_ respond: @escaping (ReceivedRequest) async throws -> Any) { self.init([Stub]()) }

  /// Explains that a list has no label.
  @available(*, unavailable, message: "write MockTransport(stubs): the list has no label")
  public init(stubs: [Stub]) { self.init(stubs) }

  /// Creates a transport for a trait, which opens scopes in it.
  init(trait: TraitSource, seed: UInt64 = 0) {
    engine = StubEngine(trait: trait, seed: seed, in: TestHarness())
  }

  // The last opportunity to verify.
  deinit { engine.harness.end(engine) }

  /// Reports requests that were not answered and stubs that were not used.
  ///
  /// This is what `verify()` does.
  public func verify(at place: CodePlace) throws {
    if Test.current != nil { log.warnOfWaits(at: engine.place) }
    try engine.takeProblems().reported(at: place)
  }
}

extension MockTransport: PausingTransport, AnswerKnowing {}

extension MockTransport {
  /// The transport of the surrounding network trait.
  ///
  /// If no network trait surrounds the code, this records an issue, and returns a transport without stubs.
  public static var current: MockTransport {
    if let ambient { return ambient }
    let place = CodePlace.ofCurrentTest
    let transport = MockTransport(sourceLocation: SourceLocation(place))
    let title = "MockTransport.current was used outside of a network trait"
    let other = AmbientNetwork.current.transport
    let remedy =
      other.map { other in
        """
        The transport of this test is a \(type(of: other)), as .recording sets it. Pass the code that one: \
        .mocked(by: try #require(AmbientNetwork.current.transport)). For stubs before the recording, add .network(…) to the test.
        """
      } ?? """
        \(Test.current == nil ? "No test is running here" : "This test has no .network trait"), so there is no transport to ask. \
        Give the test or its suite the trait: @Test(.network(…)). A detached task and a dispatch queue do not see the \
        trait of their test: read MockTransport.current before they start.
        """
    transport.log.report(Problem(text: "\(title)\n\n\(remedy)", place: place))
    // Its requests have no answer for that reason alone.
    transport.log.explainUnanswered(by: "\(title).")
    return transport
  }

  package static var ambient: MockTransport? { AmbientNetwork.current.transport as? MockTransport }
}
