import Foundation
import NetworkStubs
import TestSupport
import Testing

@Suite("A missing fixture")
struct MissingFixtureTests {
  private let folder: TemporaryFolder
  private let fixtures: FixtureFolder

  init() throws {
    folder = try TemporaryFolder([
      "search.json": "[]", "users/ada.json": "{}", "users/grace.json": "{}", "errors/not-found.json": "{}",
      "notes.txt": "",
    ])
    fixtures = FixtureFolder(at: folder.url)
  }

  @Test(
    "a missing fixture names the file that was meant",
    arguments: [
      ("Search.json", "search.json"),
      ("serach.json", "search.json"),
      ("search.jsn", "search.json"),
      ("search", "search.json"),
      ("notes.md", "notes.txt"),
      ("ada.json", "users/ada.json"),
      ("user/ada.json", "users/ada.json"),
      ("errors/notfound.json", "errors/not-found.json"),
      ("Users/Ada.JSON", "users/ada.json"),
      ("Fixtures/users/grace.json", "users/grace.json"),
    ]
  )
  func near(_ name: String, _ meant: String) throws {
    let error = try problem { try Fixture(name, in: fixtures).data }
    #expect(error.code == .missing)
    #expect(error.nearNames.first == meant)
    #expect(error.folder.map { URL(fileURLWithPath: $0).lastPathComponent } == folder.url.lastPathComponent)
  }

  @Test("a missing fixture names at most three")
  func limit() throws {
    for number in 1...9 { try folder.write("", to: "page-\(number).json") }
    #expect(try problem { try Fixture("page-0.json", in: fixtures).data }.nearNames.count == 3)
  }

  @Test("a missing fixture says what it searched and what it found")
  func text() throws {
    try expectGolden(problem { try Fixture("serach.json", in: fixtures).data }.text(in: folder), "Fixtures/missing.txt")
  }

  @Test("a missing fixture with nothing near it says what there is instead")
  func nothingNear() throws {
    let error = try problem { try Fixture("invoice 2024\n.pdf", in: fixtures).data }
    #expect(error.nearNames.isEmpty)
    try expectGolden(error.text(in: folder), "Fixtures/missing-nothing-near.txt")
  }

  @Test("a missing fixture stays short, however long its name is")
  func long() throws {
    let error = try problem { try Fixture(String(repeating: "é", count: 100_000), in: fixtures).data }
    #expect(error.code == .missing)
    #expect(error.description.utf8.count < 1500)
  }

  @Test("a missing fixture has its description where an app shows errors")
  func localized() throws {
    let error = try problem { try Fixture("x", in: fixtures).data }
    #expect(error.localizedDescription == error.description)
  }
}
