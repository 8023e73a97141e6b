import NetworkRecording
import NetworkStubs
import NetworkTesting

@testable import Shop

// Stubs are given to a trait, for code that makes its loader itself, or to a transport that is handed in.

@Suite(.host("test"))
struct CatalogueTests {
  let catalogue = Catalogue(loader: EndpointLoader())

  @Test(
    "the catalogue reads all pages",
    .network(
      .get("/items").query(exactly: [:]).respond(with: .fixture("items/page-1.json")),
      .get("/items").query("after", "cup").respond(with: .fixture("items/page-2.json"))
    ))
  func pages() async throws {
    let items = try await catalogue.allItems()
    #expect(items.map(\.title) == ["Teapot", "Cup", "Kettle"])
  }

  @Test(
    "the catalogue's error says what the service answered",
    .network(.get("/items/{id}").respond(json: ["error": "gone"], status: 410)))
  func gone() async throws {
    let error = await #expect(throws: LoadError.self) { try await catalogue.item("cup") }
    #expect(error?.response.status == 410)
  }

  // Each argument has a network of its own, though all ask for the same URL at the same time.
  @Test("a hundred cases do not meet", .network(), arguments: 1...100)
  func parallel(number: Int) async throws {
    await MockTransport.current.add(.get("/search").query("q", "tea").respond(json: [Item.made("Tea \(number)")]))
    let suggestions = await catalogue.suggestions(for: "tea")
    #expect(suggestions == ["Tea \(number)"])
  }

  @Test("an unexpected request fails the test, even if the app swallows the error", .network())
  func swallowed() async {
    await withKnownIssue {
      let suggestions = await catalogue.suggestions(for: "tae")
      #expect(suggestions.isEmpty)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("No stub answers GET https://test/search?q=tae") }
    }
  }

  @Test("the catalogue was recorded once, and is answered from that", .recording("catalogue"))
  func recorded() async throws {
    let teapot = try await catalogue.item("teapot")
    #expect(teapot.price == 2_400)
  }
}

@Suite("A shelf and pictures, without a good network")
struct OfflineTests {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")

  @Test("whatever the network does wrong, the shelf shows what it had", arguments: NetworkFault.allCases)
  func shelf(_ fault: NetworkFault) async throws {
    let transport = MockTransport(
      .get("/items").respond(
        inOrder: .json(Page(items: [.made("Tea")])), .fault(fault)))
    let shelf = Shelf(loader: EndpointLoader(transport: transport, host: "test"), cache: file)
    let fresh = try await shelf.items()
    let stale = try await shelf.items()
    #expect(fresh.items.map(\.title) == ["Tea"] && stale.items.map(\.title) == ["Tea"])
    try FileManager.default.removeItem(at: file)
  }

  @Test("two views that ask for one picture download it once")
  func pictures() async throws {
    let transport = SuspendedTransport()
    let pictures = Pictures(loader: EndpointLoader(transport: transport, host: "test"))
    async let first = pictures.picture(of: "cup")
    async let second = pictures.picture(of: "cup")
    try await transport.nextCall().answer(with: .data(Data([1, 2, 3])))
    let (one, two) = try await (first, second)
    #expect(one == two)
    await transport.expect(.any, 1)
  }
}

extension Item {
  static func made(_ title: String) -> Self { Item(id: "1", title: title, price: 100) }
}
