import Foundation
import NetworkEndpoints
import NetworkTesting

/// A feed that is loaded page by page, and from the beginning when the user pulls it down.
protocol FeedModel: Actor {
  init(loader: EndpointLoader)
  var items: [Int] { get }
  func refresh() async throws
  func loadMore() async throws
}

/// Counts pages as they are asked for: one that arrives before the refresh does is thrown away, and counted.
actor CountingFeedModel: FeedModel {
  private(set) var items: [Int] = []
  private let loader: EndpointLoader
  private var page = 0

  init(loader: EndpointLoader) {
    self.loader = loader
  }

  func refresh() async throws {
    page = 1
    items = try await loader.load(endpoint: .page(1))
  }

  func loadMore() async throws {
    page += 1
    items += try await loader.load(endpoint: .page(page))
  }
}

/// Counts pages as they are shown.
actor ShowingFeedModel: FeedModel {
  private(set) var items: [Int] = []
  private let loader: EndpointLoader
  private var page = 0
  private var refreshes = 0

  init(loader: EndpointLoader) {
    self.loader = loader
  }

  func refresh() async throws {
    refreshes += 1
    let mine = refreshes
    let first = try await loader.load(endpoint: .page(1))
    guard mine == refreshes else { return }
    (items, page) = (first, 1)
  }

  func loadMore() async throws {
    let next = page + 1
    let more = try await loader.load(endpoint: .page(next))
    guard next == page + 1 else { return }
    items += more
    page = next
  }
}

extension Endpoint where Kind == EndpointKinds.Public, Response == [Int] {
  fileprivate static func page(_ number: Int) -> Self {
    Self(path: "feed", queryItems: [.init(name: "page", value: String(number))])
  }
}

/// Pulls the feed down while its second page loads, then goes to its end; no page must be missing.
func readFeed<Model: FeedModel>(with _: Model.Type) async throws {
  let transport = MockTransport(
    .get("/feed").query("page", "1").respond(json: [1, 2]),
    .get("/feed").query("page", "2").respond(json: [3, 4]).optional(),
    .get("/feed").query("page", "3").respond(json: [5, 6]).optional(),
    .get("/feed").respond(json: []).optional()
  )
  let model = Model(loader: EndpointLoader(transport: transport, host: "test"))
  try await model.refresh()
  async let refresh: Void = model.refresh()
  async let more: Void = model.loadMore()
  _ = try await (refresh, more)
  for _ in 0..<3 { try await model.loadMore() }
  let items = await model.items
  guard items == [1, 2, 3, 4, 5, 6] else { throw Bug("shows \(items)") }
}
