import Foundation
import NetworkEndpoints
import NetworkTesting

/// Search as you type: each change of the text starts a search.
protocol SearchModel: Actor {
  init(loader: EndpointLoader)
  var hits: [String] { get }
  func textChanged(to text: String)
  func waitForSearches() async
}

/// Shows whatever arrives: an older answer that comes late replaces the newer one.
actor HastySearchModel: SearchModel {
  private(set) var hits: [String] = []
  private let loader: EndpointLoader
  private var searches: [Task<Void, Never>] = []

  init(loader: EndpointLoader) {
    self.loader = loader
  }

  func textChanged(to text: String) {
    searches.append(
      Task {
        guard let found = try? await loader.load(endpoint: .search(for: text)) else { return }
        hits = found
      })
  }

  func waitForSearches() async {
    for search in searches { await search.value }
  }
}

/// Cancels the older search, and does not believe it if it answers in spite of that.
actor CarefulSearchModel: SearchModel {
  private(set) var hits: [String] = []
  private let loader: EndpointLoader
  private var search: Task<Void, Never>?

  init(loader: EndpointLoader) {
    self.loader = loader
  }

  func textChanged(to text: String) {
    search?.cancel()
    search = Task {
      guard let found = try? await loader.load(endpoint: .search(for: text)), !Task.isCancelled else { return }
      hits = found
    }
  }

  func waitForSearches() async {
    await search?.value
  }
}

extension Endpoint where Kind == EndpointKinds.Public, Response == [String] {
  fileprivate static func search(for text: String) -> Self {
    Self(path: "search", queryItems: [.init(name: "q", value: text)])
  }
}

/// Types a word; what is shown in the end must be what was found for all of it.
func typeWord<Model: SearchModel>(into _: Model.Type) async throws {
  let transport = MockTransport(
    .get("/search").query("q", "s").respond(json: ["sea", "swift"]).optional(),
    .get("/search").query("q", "sw").respond(json: ["swan", "swift"]).optional(),
    .get("/search").query("q", "swift").respond(json: ["swift"])
  )
  let model = Model(loader: EndpointLoader(transport: transport, host: "test"))
  for text in ["s", "sw", "swift"] { await model.textChanged(to: text) }
  await model.waitForSearches()
  guard await model.hits == ["swift"] else { throw Bug("shows what was found for an older text") }
}
