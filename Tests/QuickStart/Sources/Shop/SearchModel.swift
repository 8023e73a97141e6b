import NetworkEndpoints

/// What a search field shows: the newest text's results, once typing has paused.
@MainActor
final class SearchModel {
  private(set) var titles: [String] = []
  private(set) var isSearching = false
  private let loader: EndpointLoader
  private let clock: any Clock<Duration>
  private var search: Task<Void, Never>?

  init(loader: EndpointLoader, clock: any Clock<Duration> = ContinuousClock()) {
    self.loader = loader
    self.clock = clock
  }

  func textChanged(to text: String) {
    search?.cancel()
    isSearching = true
    search = Task { [loader, clock] in
      do {
        try await clock.sleep(for: .milliseconds(300))
        let items = try await loader.load(endpoint: .search(for: text))
        // An answer that was on its way when the text changed is not shown.
        guard !Task.isCancelled else { return }
        titles = items.map(\.title)
      } catch {
        guard !Task.isCancelled else { return }
        titles = []
      }
      isSearching = false
    }
  }

  func waitForResults() async { await search?.value }
}
