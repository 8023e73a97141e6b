import NetworkEndpoints
import NetworkStubs
import NetworkTesting

@Suite("The first screen of the article on time")
struct TimeOverviewTests {
  /// A client that tries again after a second, once.
  private struct Client {
    let transport: any HTTPTransport
    let clock: any Clock<Duration>

    func load() async throws {
      let request = URLRequest(url: try #require(URL(string: "https://api.example.com/me")))
      if try await transport.send(request).status == 200 { return }
      try await clock.sleep(for: .seconds(1))
      let last = try await transport.send(request).status
      guard last == 200 else { throw URLError(.badServerResponse) }
    }
  }

  /// A search that begins when no letter has come for a while.
  @MainActor
  private final class Search {
    private let loader: EndpointLoader
    private let clock: any Clock<Duration>
    private var search: Task<Void, any Error>?
    private(set) var results: [String] = []

    init(transport: any HTTPTransport, clock: any Clock<Duration>) {
      loader = EndpointLoader(transport: transport, host: "test")
      self.clock = clock
    }

    var text = "" {
      didSet {
        search?.cancel()
        search = Task { [text, loader, clock] in
          try await clock.sleep(for: .milliseconds(300))
          let items = [URLQueryItem(name: "q", value: text)]
          results = try await loader.load(
            endpoint: Endpoint<EndpointKinds.Public, [String]>(path: "search", queryItems: items))
        }
      }
    }
  }

  // Time.md, "Overview"
  @Test func retriesAfterASecond() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(
      .get("/me").respond(inOrder: .status(503), .json(["id": 1])),
      clock: clock)
    let client = Client(transport: transport, clock: clock)
    let loading = Task { try await client.load() }
    await clock.advance(by: .seconds(1))
    await transport.expect(.get("/me"), 2)
    try await loading.value
  }
  // end of block

  // Time.md, "A time-out"
  @Test func timesOut() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(
      .get("/me").respond(json: ["id": 1]).delayed(by: .seconds(90)),
      clock: clock)
    let client = Client(transport: transport, clock: clock)
    let loading = Task { try await client.load() }
    await clock.advance(by: .seconds(60))
    let error = await #expect(throws: URLError.self) {
      try await loading.value
    }
    #expect(error?.code == .timedOut)
  }
  // end of block

  // Time.md, "A debounce"
  @MainActor @Test func waitsForTheLastLetter() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(
      .get("/search").query("q", "tea").respond(json: ["Tea"]),
      clock: clock)
    let search = Search(transport: transport, clock: clock)
    search.text = "t"
    await clock.advance(by: .milliseconds(200))
    search.text = "tea"
    await clock.advance(by: .milliseconds(300))
    #expect(search.results == ["Tea"])
  }
  // end of block
}
