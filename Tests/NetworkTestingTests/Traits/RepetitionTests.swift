import NetworkRecording
import NetworkSimulation
import NetworkTesting
import TestSupport

/// Each stub here is used up by one request, so a second repetition that had the network of the first one would fail.
///
/// Repeated by `swift test --maximum-repetitions` (Swift 6.4), by Xcode, and on Linux by `RepeatedRunTests`.
@Suite("Each repetition of a test", .network(.get("/suite").respond(with: .text("suite")).once().optional()))
struct RepetitionTests {
  private static let stub = Stub.get("/test").respond(with: .text("test")).once()

  private static func useUp(_ paths: String...) async throws {
    let loader = EndpointLoader(host: "test")
    for path in paths {
      #expect(try await loader.load(endpoint: Endpoint<EndpointKinds.Public, String>(path: path)) == path)
    }
    #expect(await MockTransport.current.requests.count == paths.count)
  }

  @Test("each repetition of a test has a network of its own", .network(stub))
  func network() async throws { try await Self.useUp("suite", "test") }

  @Test("each repetition of a test has one for each argument", .network(stub), arguments: 1...3)
  func argument(_: Int) async throws { try await Self.useUp("test", "suite") }

  @Test(
    "each repetition of a test has a clock that begins at its beginning", .virtualTime,
    .network(stub.delayed(by: .seconds(1))))
  func clock() async throws {
    let clock = try #require(VirtualClock.current)
    #expect(clock.now == VirtualClock().now)
    async let use: Void = Self.useUp("test")
    try await clock.waitForSleepers(1)
    clock.jump(by: .seconds(1))
    try await use
  }

  @Test("each repetition of a test has the shared session", .everySession(stub).fromAnywhere())
  func sharedSession() async throws {
    let data = try await URLSession.shared.data(for: .test("/test")).0
    #expect(String(decoding: data, as: UTF8.self) == "test")
    #expect(await MockTransport.current.requests.count == 1)
  }

  @Test("each repetition of a test has sessions of its own", .network(stub))
  func session() async throws {
    let transport = MockTransport(Self.stub)
    let session = URLSession.mocked(by: transport)
    _ = try await session.data(for: .test("/test"))
    #expect(await transport.requests.count == 1)
    try await Self.useUp("test")
  }

  @Test("each repetition of a test has the recording from its beginning", .recording("chrome", mode: .never))
  func recording() async throws {
    let query = [("tag", "optics"), ("tag", "brass"), ("page", "1")].map { URLQueryItem(name: $0, value: $1) }
    let endpoint = Endpoint<EndpointKinds.Public, Data>(path: "items", queryItems: query)
    _ = try await EndpointLoader(host: URLHost(rawValue: "https://api.example.com")).load(endpoint: endpoint)
    #expect(await MockTransport.current.requests.count == 1)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("each repetition of a test has its simulated runs", .simulated(runs: 3), .network(stub))
  func simulated() async throws { try await Self.useUp("test", "suite") }
}

#if os(macOS) || os(Linux)
  @Suite(.ownRun)
  struct RepeatedRunTests {
    // `swift test` has no option for it before Swift 6.4, where each case is repeated by itself; until then, all are together.
    @Test("three repetitions in one process pass")
    func repetitions() async throws {
      let output = try await OwnRun.output(of: "RepetitionTests/", options: ["--repetitions", "3"])
      let text = output.joined(separator: "\n")
      let tests = [
        "a network of its own", "a server of its own", "the recording from its beginning", "its simulated runs",
      ]
      // `.ci/mutate` builds no tests of servers.
      for test in tests where test != "a server of its own" || output.contains(where: { $0.contains("has a server") }) {
        let passes = output.filter { $0.contains("has \(test)\" passed") }
        #expect(passes.count == 3, "\(text)")
      }
      #expect(!text.contains("recorded an issue") && output.last?.contains("passed") == true, "\(text)")
    }
  }
#endif
