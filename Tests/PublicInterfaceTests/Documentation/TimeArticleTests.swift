import NetworkEndpoints
import NetworkStubs
import NetworkTesting

/// A search that must not show an older answer.
private actor Search {
  private let loader: EndpointLoader
  private var newest = 0
  private(set) var hits: [String] = []

  init(loader: EndpointLoader) { self.loader = loader }

  func type(_ text: String) async throws {
    newest += 1
    let own = newest
    let endpoint = Endpoint<EndpointKinds.Public, [String]>(
      path: "search", queryItems: [URLQueryItem(name: "q", value: text)])
    let answer = try await loader.load(endpoint: endpoint)
    if own == newest { hits = answer }
  }
}

/// A feed that says what went wrong.
private final class Feed {
  private let loader: EndpointLoader
  private(set) var items: [String] = []
  private(set) var message: String?

  init(loader: EndpointLoader) { self.loader = loader }

  func refresh() async {
    do { items = try await loader.load(endpoint: Endpoint<EndpointKinds.Public, [String]>(path: "items")) } catch {
      message = "\(error)"
    }
  }
}

extension Endpoint where Kind == EndpointKinds.Private, Response == String {
  fileprivate static var prices: Self { Self(path: "prices", response: .text) }
}

// Time.md, "Dates"
struct Session {
  var expires: Date
  var now: @Sendable () -> Date = { Date() }

  var isExpired: Bool { now() >= expires }
}
// end of block

private actor Polls {
  private(set) var count = 0

  func add() { count += 1 }
}

@Suite("Time, order and faults")
struct TimeArticleTests {
  @Test("delays are of many kinds")
  func delays() async throws {
    let stubs: [Stub] = [
      .get("/items").respond(json: []).delayed(by: .seconds(2)),
      .get("/feed").respond(json: []).delayed(by: .uniform(.milliseconds(50) ... .milliseconds(400), seed: 7)),
      .get("/news").respond(inOrder: .json([]).delayed(by: .seconds(5)), .json([1])),
      .get("/log").respond(with: .stream("first\n", .pause(.seconds(2)), "second\n", .failure(.networkConnectionLost))),
      .get("/prices").respond(with: .events(["10", "11"], every: .seconds(1))),
    ]
    let transport = MockTransport(stubs.map { $0.optional() }, clock: ImmediateClock())
    let url = try #require(URL(string: "https://api.example.com/items"))
    #expect(try await transport.send(URLRequest(url: url)).status == 200)
  }

  @Test(.network(.get("/items").respond(json: [])).delayed(by: .logNormal(median: .milliseconds(80))), .virtualTime)
  func slow() async throws {
    let clock = try #require(VirtualClock.current)
    let endpoint = Endpoint<EndpointKinds.Public, [String]>(path: "items")
    async let items = EndpointLoader(host: "test").load(endpoint: endpoint)
    try await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(60))
    #expect(try await items == [])
  }

  @Test("a timer is moved step by step")
  func timer() async throws {
    let (clock, polls) = (VirtualClock(), Polls())
    // Time.md, "Move a clock"
    let poller = Task {
      while true {
        try await clock.sleep(for: .seconds(1)); await polls.add()
      }
    }
    await clock.advance(by: .seconds(10))
    let count = await polls.count
    #expect(count == 10)
    // end of block
    poller.cancel()
  }

  @Test("a date goes with the clock where code is passed one")
  func dates() async {
    // Time.md, "Dates", block 2
    let (clock, start) = (
      VirtualClock(), Date(timeIntervalSince1970: 0)
    )
    let session = Session(expires: start + 600) {
      start + clock.now.offset / .seconds(1)
    }
    #expect(!session.isExpired)
    await clock.advance(by: .seconds(600))
    #expect(session.isExpired)
    // end of block
  }

  @Test("nothing is sent before its time")
  func early() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(.get("/search").respond(json: []), clock: clock)
    let request = URLRequest(url: try #require(URL(string: "https://example.com/search")))
    // Time.md, "Nothing was sent yet"
    let search = Task {
      try await clock.sleep(for: .milliseconds(300))
      return try await transport.send(request)
    }
    await clock.advance(by: .milliseconds(299))
    let early = await transport.requests
    #expect(early.isEmpty)
    await clock.advance(by: .milliseconds(1))
    let sent = await transport.requests
    #expect(sent.count == 1)
    // end of block
    _ = try await search.value
  }

  @Test("an older answer that comes late does not win")
  func race() async throws {
    // Time.md, "Order"
    let transport = SuspendedTransport()
    let search = Search(
      loader: EndpointLoader(transport: transport, host: "test"))
    async let first: Void = search.type("s")
    let older = try await transport.nextCall()
    async let second: Void = search.type("swift")
    let newer = try await transport.nextCall()
    newer.answer(json: ["Swift"])
    try await second
    older.answer(json: ["Sweden"])  // too late: it must not win
    // end of block
    try await first
    let hits = await search.hits
    #expect(hits == ["Swift"])
  }

  @Test("events go on over the next connection, until the service says that there are no more")
  func events() async throws {
    let stubs: [Stub] = [
      // Time.md, "Responses in pieces", block 2
      .get("/prices").respond(
        inOrder: .events([ServerSentEvent("10", id: "1")]), .status(204))
      // end of block
    ]
    let transport = MockTransport(stubs, clock: ImmediateClock())
    let (loader, token) = (EndpointLoader(transport: transport, host: "test"), AccessToken("12345"))
    var shown: [String] = []
    func show(_ text: String) { shown.append(text) }
    // NetworkEndpoints.md, "Read a response while it comes"
    for try await event in loader.events(
      endpoint: .prices, using: token)
    { show(event.data) }
    // end of block
    #expect(shown == ["10"])
  }

  // EveryWay.md, "Overview"
  @Test(arguments: NetworkFault.allCases)
  func survives(_ fault: NetworkFault) async throws {
    let transport = MockTransport(.any.respond(with: .fault(fault)))
    let feed = Feed(
      loader: EndpointLoader(transport: transport, host: "test"))
    await feed.refresh()
    #expect(feed.message != nil || !feed.items.isEmpty)
  }
  // end of block
}
