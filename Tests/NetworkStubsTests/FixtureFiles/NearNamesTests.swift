import NetworkStubs
import Testing

@Suite("Near names")
struct NearNamesTests {
  @Test("near names come in the order of what people get wrong: case, extension, folder, letters")
  func order() {
    let names = ["x/item.json", "item.txt", "Item.json", "itme.json"]
    #expect(NearNames.of("item.json", among: names) == ["Item.json", "item.txt", "x/item.json"])
    #expect(NearNames.of("item.json", among: ["x/item.json", "itemm.jsonn"]) == ["x/item.json", "itemm.jsonn"])
  }

  @Test("near names are not any names")
  func unrelated() {
    #expect(NearNames.of("item.json", among: ["seller.json", "a.txt", "notes"]).isEmpty)
    #expect(NearNames.of("a", among: ["b/c/d", ".x"]).isEmpty)
  }
}
