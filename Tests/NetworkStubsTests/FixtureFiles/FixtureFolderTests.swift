import Foundation
import TestSupport
import Testing

@testable import NetworkStubs

@Suite("A fixture folder")
struct FixtureFolderTests {
  @Test("a fixture folder is the nearest above the calling file, not one further up")
  func nearest() throws {
    let folder = try TemporaryFolder([
      "Fixtures/a.txt": "far", "Fixtures/b.txt": "far", "Tests/App/Fixtures/a.txt": "near",
      "Tests/App/Deep/Tests.swift": "",
    ])
    let file = folder.path("Tests/App/Deep/Tests.swift")
    #expect(try Fixture("a.txt", filePath: file).text == "near")
    // One rule, no cascades: what the nearest folder does not have, no other is asked for.
    #expect(try problem { try Fixture("b.txt", filePath: file).text }.code == .missing)
  }

  @Test("a fixture folder is the same for all files of a folder")
  func equality() {
    #expect(FixtureFolder.nearest(to: "/a/Tests/One.swift") == .nearest(to: "/a/x/../Tests/./Two.swift"))
  }

  @Test("a fixture folder is not a file of that name")
  func fileCalledFixtures() throws {
    let folder = try TemporaryFolder(["Fixtures/a.txt": "found", "Tests/Fixtures": "a file", "Tests/T.swift": ""])
    #expect(try Fixture("a.txt", filePath: folder.path("Tests/T.swift")).text == "found")
  }

  @Test("a fixture folder in a bundle is the folder Fixtures among its resources")
  func bundle() throws {
    let folder = try TemporaryFolder(["My.bundle/Fixtures/a.txt": "from the bundle"])
    let bundle = try #require(Bundle(path: folder.path("My.bundle")))
    #expect(try Fixture("a.txt", in: .bundle(bundle)).text == "from the bundle")
  }

  @Test("a fixture folder that a bundle lacks is an error that names the line for the manifest")
  func bundleWithout() throws {
    let folder = try TemporaryFolder(["My.bundle/a.txt": ""])
    let bundle = try #require(Bundle(path: folder.path("My.bundle")))
    let error = try problem { try Fixture("a.txt", in: .bundle(bundle)).data }
    #expect(error.code == .noFolder)
    try expectGolden(error.text(in: folder), "Fixtures/no-folder-in-bundle.txt")
  }

  @Test(
    "a fixture folder that is not there is an error",
    arguments: ["file:///no/such/folder", "https://example.com/Fixtures"])
  func missing(_ url: String) throws {
    let folder = FixtureFolder(at: try #require(URL(string: url)))
    #expect(try problem { try folder.url }.code == .noFolder)
    #expect(try problem { try folder.fileNames() }.code == .noFolder)
    #expect(try problem { try Fixture("a.txt", in: folder).data }.name == "a.txt")
  }

  @Test("a fixture folder that is nowhere above the file is an error that says how to make one")
  func nowhere() throws {
    let searched = ["/app/Tests/AppTests", "/app/Tests", "/app", "/"]
    let error = FixtureError.noFolder(above: searched, misspelt: "/app/fixtures", for: "users/ada.json")
    try expectGolden(error.description, "Fixtures/no-folder.txt")
  }

  @Test("a fixture folder that is nowhere above the file is not found by chance")
  func nowhereOnDisk() throws {
    let folder = try TemporaryFolder(["Tests/T.swift": "", "fixtures/a.txt": ""])
    let error = try problem { try Fixture("a.txt", filePath: folder.path("Tests/T.swift")).data }
    #expect(error.code == .noFolder)
    #expect(error.text(in: folder).contains("Found <folder>/fixtures, but the name needs a capital F."))
  }

  @Test("a fixture folder of a source file that is not on this machine is an error that points to the bundle")
  func device() throws {
    let error = try problem { try Fixture("users/ada.json", filePath: "/Users/ci/App/Tests/AppTests/T.swift").data }
    #expect(error.code == .sourceNotHere)
    try expectGolden(error.description, "Fixtures/source-not-here.txt")
  }

  @Test("a fixture folder may be asked for above any text", arguments: ["", "/", "T.swift", "../..", "//", "\0"])
  func oddPaths(_ path: String) {
    let error = #expect(throws: FixtureError.self) { try Fixture("no such file.txt", filePath: path).data }
    #expect(
      error.map { [.missing, .noFolder, .sourceNotHere].contains($0.code) } == true, "\(String(describing: error))")
  }
}
