import NetworkEndpoints
import NetworkStubs
import NetworkTesting

// The recipes for an app's own code, compiled and run.

/// Loads what the ambient network has at a path.
private func load(_ path: String) async throws -> JSONValue {
  try await EndpointLoader().load(endpoint: Endpoint<EndpointKinds.Public, JSONValue>(path: path))
}

/// Downloads a picture once, however many ask for it.
private actor PictureCache {
  private let transport: any HTTPTransport
  private var download: Task<Data, any Error>?

  init(transport: any HTTPTransport) { self.transport = transport }

  func picture() async throws -> Data {
    if let download { return try await download.value }
    let task = Task { [transport] in
      try await transport.send(URLRequest(url: try #require(URL(string: "https://test/picture")))).body
    }
    download = task
    return try await task.value
  }
}

/// What a view shows.
@MainActor
private final class TitlesModel {
  private let transport: any HTTPTransport
  private(set) var isLoading = false
  private(set) var titles: [String] = []

  init(transport: any HTTPTransport) { self.transport = transport }

  func load() async {
    isLoading = true
    defer { isLoading = false }
    let loader = EndpointLoader(transport: transport, host: "test")
    titles = (try? await loader.load(endpoint: Endpoint<EndpointKinds.Public, [String]>(path: "titles"))) ?? []
  }

  func refresh() { Task { await load() } }
}

/// Asks again after one second, two, four.
private func retried(_ transport: any HTTPTransport, clock: any Clock<Duration>) async throws -> Int {
  for attempt in 0..<3 {
    let answer = try await status(transport)
    if answer < 500 { return answer }
    try await clock.sleep(for: .seconds(1 << attempt))
  }
  return try await status(transport)
}

/// Asks for the state of a job every five seconds.
private func states(
  _ transport: any HTTPTransport, clock: any Clock<Duration>
) -> AsyncThrowingStream<String, any Error> {
  AsyncThrowingStream { continuation in
    let poll = Task {
      do {
        let loader = EndpointLoader(transport: transport, host: "test")
        while true {
          continuation.yield(try await loader.load(endpoint: Endpoint<EndpointKinds.Public, String>(path: "job")))
          try await clock.sleep(for: .seconds(5))
        }
      } catch { continuation.finish(throwing: error) }
    }
    continuation.onTermination = { _ in poll.cancel() }
  }
}

/// A search that begins when no letter has come for a while.
@MainActor
private final class SearchModel {
  private let loader: EndpointLoader
  private let clock: any Clock<Duration>
  private var search: Task<Void, any Error>?
  private(set) var results: [String] = []

  init(transport: any HTTPTransport, clock: any Clock<Duration>) {
    (loader, self.clock) = (EndpointLoader(transport: transport, host: "test"), clock)
  }

  var query = "" {
    didSet {
      search?.cancel()
      search = Task { [query, loader, clock] in
        try await clock.sleep(for: .milliseconds(300))
        let items = [URLQueryItem(name: "q", value: query)]
        results = try await loader.load(
          endpoint: Endpoint<EndpointKinds.Public, [String]>(path: "search", queryItems: items))
      }
    }
  }
}

/// An SDK as others write it.
private final class Analytics: Sendable {
  static let shared = Analytics()

  private let session = URLSession(configuration: .default)

  func track(_ name: String) async throws {
    var request = URLRequest(url: try #require(URL(string: "https://events.example.com/track")))
    request.httpMethod = "POST"
    request.httpBody = try JSONEncoder().encode(["name": name])
    _ = try await session.data(for: request)
  }
}

@Suite("Recipes for an app's own code")
struct RecipeAppTests {
  @Test("two callers, one request")
  func oneRequest() async throws {
    let transport = SuspendedTransport()
    let cache = PictureCache(transport: transport)
    // Recipes.md, "Two callers, one request"
    async let first = cache.picture()
    let call = try await transport.nextCall()
    async let second = cache.picture()
    call.answer(with: .data(Data([1, 2, 3])))
    let (one, two) = try await (first, second)
    #expect(one == two)
    await transport.expect(.get("/picture"), 1)
    // end of block
  }

  @Test("a caller that leaves")
  func leavingCaller() async throws {
    let transport = SuspendedTransport()
    // Recipes.md, "A caller that leaves"
    let task = Task { try await status(transport) }
    let call = try await transport.nextCall()
    task.cancel()
    try await call.waitForAbandonment()
    // end of block
  }

  @Test("a time-out, at once")
  func timeout() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(
      .any.respond(status: 200).delayed(by: .seconds(90)),
      clock: clock)
    let answer = Task { try await status(transport) }
    try await transport.nextRequest()
    await clock.advance(by: .seconds(60))
    await #expect(throws: URLError(.timedOut)) {
      try await answer.value
    }
  }

  // Recipes.md, "A model on the main actor"
  @MainActor @Test func shows() async throws {
    let transport = SuspendedTransport()
    let model = TitlesModel(transport: transport)
    let loading = Task { await model.load() }
    let call = try await transport.nextCall()
    #expect(model.isLoading)
    call.answer(json: ["Tea"])
    await loading.value
    #expect(model.titles == ["Tea"])
  }
  // end of block

  @MainActor @Test("a model that keeps its task to itself")
  func keptTask() async throws {
    let model = TitlesModel(transport: MockTransport(.get("/titles").respond(json: ["Tea"])))
    // Recipes.md, "A model on the main actor", block 2
    model.refresh()
    try await eventually { model.titles == ["Tea"] }
    // end of block
  }

  @Test("values of a publisher")
  func publisher() async throws {
    let publisher = (
      values: AsyncStream {
        $0.yield("Tea"); $0.yield("Cup")
      }, name: "titles"
    )
    // Recipes.md, "Values of a publisher"
    let titles = try await collect(publisher.values, count: 2)
    // end of block
    #expect(titles == ["Tea", "Cup"])
  }

  @Test("a retry with back-off")
  func backOff() async throws {
    // Recipes.md, "A retry with back-off"
    let clock = VirtualClock()
    let transport = MockTransport(
      .get("/items").respond(
        inOrder: .status(503), .status(503), .json(["Tea"])),
      clock: clock)
    let answer = Task { try await retried(transport, clock: clock) }
    await clock.advance(by: .seconds(1))
    await transport.expect(.get("/items"), 2)
    await clock.advance(by: .seconds(2))
    let last = try await answer.value
    #expect(last == 200)
    // end of block
  }

  @Test("a poll in an AsyncStream")
  func poll() async throws {
    // Recipes.md, "A poll in an AsyncStream"
    let clock = VirtualClock()
    let transport = MockTransport(
      .get("/job").respond(
        inOrder: .text("running"), .text("done")
      ).repeatingLast(), clock: clock)
    let reading = Task {
      try await collect(states(transport, clock: clock), count: 3)
    }
    await clock.advance(by: .seconds(10))
    let seen = try await reading.value
    #expect(seen == ["running", "done", "done"])
    // end of block
  }

  @MainActor @Test func debounces() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(
      .get("/search").query("q", "tea").respond(json: ["Tea"]),
      clock: clock)
    let model = SearchModel(transport: transport, clock: clock)
    model.query = "t"
    await clock.advance(by: .milliseconds(200))
    model.query = "tea"
    await clock.advance(by: .milliseconds(300))
    #expect(model.results == ["Tea"])
    await transport.expect(.get("/search"), 1)
  }

  // Recipes.md, "Stubs of a whole suite"
  @Suite(
    .network(.get("/me").respond(json: ["name": "Ada"])),
    .host("test"))
  struct ProfileTests {
    // beside those of the suite
    @Test(.network(.get("/orders").respond(json: [])))
    func orders() async throws {
      let orders = try await load("orders")
      #expect(orders == [])
      let me = try await load("me")
      #expect(me["name"] == "Ada")
    }
  }
  // end of block

  // Recipes.md, "An SDK with a session of its own"
  @Test(
    .everySession(
      .post("https://events.example.com/track")
        .body(at: "$.name", "checkout").respond(status: 204)))
  func checkoutIsTracked() async throws {
    try await Analytics.shared.track("checkout")
  }
  // end of block
}
