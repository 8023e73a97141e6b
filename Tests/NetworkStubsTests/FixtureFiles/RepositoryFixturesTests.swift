import Foundation
import NetworkStubs
import Testing

@Suite("The repository's fixtures")
struct RepositoryFixturesTests {
  struct Item: Decodable {
    struct Money: Decodable { let amount: Int; let currency: String }
    struct Rating: Decodable { let average: Double; let count: Int }
    struct Seller: Decodable { let id: String; let name: String; let country: String; let rating: Rating? }
    struct Image: Decodable { let url: URL; let width: Int; let height: Int; let alt: String? }
    let id: String
    let title: String
    let subtitle: String?
    let price: Money
    let originalPrice: Money?
    let seller: Seller
    let images: [Image]
    let tags: [String]
    let listedAt: Date
    let updatedAt: Date
    let endsAt: Date?
  }

  struct Page: Decodable {
    struct Position: Decodable { let number: Int; let total: Int }
    struct Links: Decodable { let next: URL?; let previous: URL? }
    let items: [Item]
    let page: Position
    let links: Links
  }

  struct Envelope: Decodable { let result: Item }

  private static let names = (try? FixtureFolder.nearest().fileNames()) ?? []

  private static func decode<T: Decodable>(_ name: String) throws -> T {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try Fixture(name).decode(using: decoder)
  }

  @Test("all load", arguments: names)
  func loads(_ name: String) throws {
    #expect(try Fixture(name).data.isEmpty == false)
  }

  @Test("the repository's fixtures that are JSON parse, and those with a text type are text", arguments: names)
  func parses(_ name: String) throws {
    let fixture = Fixture(name)
    if fixture.contentType == "application/json" { _ = try JSONSerialization.jsonObject(with: fixture.data) }
    if fixture.contentType.hasPrefix("text/") { _ = try fixture.text }
  }

  @Test(
    "the repository's fixtures are one catalogue: pages hold all items, the latest comes first, a search finds its hits in them"
  )
  func catalogue() throws {
    let pages: [Page] = try ["items/page-1.json", "items/page-2.json"].map(Self.decode)
    let items = pages.flatMap(\.items)
    let hits: [Item] = try Self.decode("search.json")
    let latest: Item = try Self.decode("items/latest.json")
    let wrapped: Envelope = try Self.decode("envelope/item.json")
    #expect(pages.map(\.items.count) == [350, 62])
    #expect(items.count == pages.first?.page.total)
    #expect(Set(items.map(\.id)).count == items.count)
    #expect(items.map(\.listedAt) == items.map(\.listedAt).sorted(by: >))
    #expect(latest.id == items.first?.id)
    #expect(Set(hits.map(\.id)) == Set(items.filter { $0.title.lowercased().contains("swift") }.map(\.id)))
    #expect(items.contains { $0.id == wrapped.result.id })
    #expect(pages.map { $0.links.next == nil } == [false, true])
  }

  @Test(
    "the repository's fixtures have problem details of the shape of RFC 9457",
    arguments: names.filter { $0.hasPrefix("errors/") })
  func problems(_ name: String) throws {
    struct Details: Decodable { let type: String; let title: String; let status: Int; let detail: String }
    let details: Details = try Self.decode(name)
    #expect((400..<600).contains(details.status))
  }

  @Test(
    "the repository's fixtures speak only of hosts that belong to nobody",
    arguments: names.filter { !$0.hasPrefix("Golden/") })
  func hosts(_ name: String) throws {
    let text = String(decoding: try Fixture(name).data, as: UTF8.self)
    for part in text.components(separatedBy: "://").dropFirst() {
      let host = part.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" }
      #expect(["example.com", "example.net"].contains { host.hasSuffix($0) })
    }
  }
}
