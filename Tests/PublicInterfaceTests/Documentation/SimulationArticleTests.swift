import NetworkSimulation
import NetworkTesting

/// A search that waits until typing pauses, and drops what is out of date.
private actor SearchModel {
  private let loader: EndpointLoader
  private let clock: any Clock<Duration>
  private var task: Task<Void, Never>?
  private(set) var hits: [String] = []

  init(loader: EndpointLoader, clock: any Clock<Duration>) {
    self.loader = loader
    self.clock = clock
  }

  func textChanged(to text: String) {
    let previous = task
    task = Task {
      let endpoint = Endpoint<EndpointKinds.Public, [String]>(
        path: "search", queryItems: [URLQueryItem(name: "q", value: text)])
      let answer = try? await loader.load(endpoint: endpoint)
      await previous?.value
      hits = answer ?? []
    }
  }

  func waitForResults() async { await task?.value }
}

/// The service's side: an order that comes twice is one.
private final class Shop: @unchecked Sendable {
  // The lock guards the only property.
  private let lock = NSLock()
  private var orders: Set<Data> = []

  func order(_ body: Data) -> Data {
    lock.withLock { _ = orders.insert(body) }
    return Data("{}".utf8)
  }

  var count: Int { lock.withLock { orders.count } }
}

private let shop = Shop()

@Suite("Simulation")
struct SimulationArticleTests {
  // NetworkSimulation.md, "Overview"
  @Test(
    .simulated(runs: 200),
    .network(
      .get("/search").query("q", "s").respond(json: ["sea", "swift"]),
      .get("/search").query("q", "swift").respond(json: ["swift"])
    ))
  func typing() async throws {
    let search = SearchModel(
      loader: EndpointLoader(host: "test"), clock: .simulated)
    await search.textChanged(to: "s")
    await search.textChanged(to: "swift")
    await search.waitForResults()
    let hits = await search.hits
    #expect(hits == ["swift"])
  }
  // end of block

  @Test(
    .simulated(runs: 200, faults: .some),
    .network(
      .post("/orders").respond { request in HTTPResponse(status: 201, body: shop.order(request.body)) }
    ))
  func ordersOnce() async throws {
    let endpoint = Endpoint<EndpointKinds.Public, JSONValue>(method: .post, path: "orders", body: .json(["id": 7]))
    for _ in 1...3 where (try? await EndpointLoader(host: "test").load(endpoint: endpoint)) != nil { break }
    #expect(shop.count <= 1)
  }
}
