import Foundation
import NetworkEndpoints
import NetworkTesting

/// Search as you type in a view model on the main actor, as apps write it; it shows whatever arrives.
@MainActor
final class MainSearchModel {
  private(set) var hits: [String] = []
  private let loader: EndpointLoader
  private var searches: [Task<Void, Never>] = []

  init(loader: EndpointLoader) {
    self.loader = loader
  }

  func textChanged(to text: String) {
    let endpoint = Endpoint<EndpointKinds.Public, [String]>(path: "search", queryItems: [.init(name: "q", value: text)])
    searches.append(
      Task {
        guard let found = try? await loader.load(endpoint: endpoint) else { return }
        hits = found
      })
  }

  func waitForSearches() async {
    for search in searches { await search.value }
  }
}

/// Types a word on the main actor.
@MainActor
func typeWordOnMainActor() async throws {
  let transport = MockTransport(
    .get("/search").query("q", "s").respond(json: ["sea", "swift"]),
    .get("/search").query("q", "swift").respond(json: ["swift"])
  )
  let model = MainSearchModel(loader: EndpointLoader(transport: transport, host: "test"))
  model.textChanged(to: "s")
  model.textChanged(to: "swift")
  await model.waitForSearches()
  guard model.hits == ["swift"] else { throw Bug("shows what was found for an older text") }
}
