import Foundation
import NetworkEndpoints

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The items of the shop.
struct Catalogue: Sendable {
  private let loader: EndpointLoader

  init(loader: EndpointLoader = EndpointLoader(host: .production)) {
    self.loader = loader
  }

  func item(_ id: Item.ID) async throws -> Item {
    try await loader.load(endpoint: .item(id))
  }

  /// All items, page by page.
  func allItems() async throws -> [Item] {
    var (items, cursor) = ([Item](), String?.none)
    repeat {
      let page = try await loader.load(endpoint: .items(after: cursor))
      items += page.items
      cursor = page.next
    } while cursor != nil
    return items
  }

  /// Shows nothing where the search fails, as many apps do.
  func suggestions(for text: String) async -> [String] {
    do { return try await loader.load(endpoint: .search(for: text)).map(\.title) } catch { return [] }
  }
}

/// The first page, from the service or, without a network, as it was the last time.
actor Shelf {
  private let loader: EndpointLoader
  private let file: URL

  init(loader: EndpointLoader, cache file: URL) {
    self.loader = loader
    self.file = file
  }

  func items() async throws -> (items: [Item], isOld: Bool) {
    do {
      let page = try await loader.load(endpoint: .items(after: nil))
      try JSONEncoder().encode(page.items).write(to: file, options: .atomic)
      return (page.items, false)
    } catch {
      // No answer, and one that is not what the service promises: both are a bad network.
      guard let data = try? Data(contentsOf: file) else { throw error }
      return (try JSONDecoder().decode([Item].self, from: data), true)
    }
  }
}

/// Pictures, each downloaded once however many views ask for it.
actor Pictures {
  private let loader: EndpointLoader
  private var downloads: [Item.ID: Task<Data, any Error>] = [:]

  init(loader: EndpointLoader) {
    self.loader = loader
  }

  func picture(of id: Item.ID) async throws -> Data {
    let download =
      downloads[id]
      ?? Task { [loader] in try await loader.load(endpoint: .picture(of: id)) }
    downloads[id] = download
    do { return try await download.value } catch {
      downloads[id] = nil
      throw error
    }
  }
}
