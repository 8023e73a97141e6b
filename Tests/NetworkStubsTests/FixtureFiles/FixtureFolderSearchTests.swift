import Foundation
import NetworkEndpoints
import TestSupport
import Testing

@testable import NetworkHAR
@testable import NetworkStubs

@Suite("The search for a fixture folder away from the sources")
struct FixtureFolderSearchTests {
  private func search(_ named: String? = nil, in folder: TemporaryFolder, _ current: String = "") -> FixtureSearch {
    FixtureSearch(namedFolder: named, currentFolder: folder.path(current).trimmingSlash)
  }

  @Test(
    "the search for a fixture folder away from the sources takes the folder that the variable names, over any other")
  func named() throws {
    let folder = try TemporaryFolder(["Fixtures/a.txt": "", "Tests/T.swift": "", "elsewhere/a.txt": ""])
    let search = search(folder.path("elsewhere"), in: folder)
    #expect(try search.folder(above: folder.path("Tests"), for: nil) == folder.path("elsewhere"))
    #expect(try search.folder(above: "/no/such/source", for: nil) == folder.path("elsewhere"))
  }

  @Test("the search for a fixture folder away from the sources says so where the variable names no folder")
  func namedWithout() throws {
    let folder = try TemporaryFolder(["Fixtures/a.txt": ""])
    let error = try problem {
      try search(folder.path("nowhere"), in: folder).folder(above: folder.path("Tests"), for: "users/ada.json")
    }
    #expect(error.code == .noFolder)
    try expectGolden(error.text(in: folder), "Fixtures/no-folder-in-variable.txt")
  }

  @Test(
    "the search for a fixture folder away from the sources finds sources whose path was mapped, or is meant from another folder",
    arguments: [
      ("/src/Tests/AppTests", ""), ("/src/Tests/AppTests", "build/debug"), ("/build/Tests/AppTests", "build"),
      ("/Tests/AppTests", "build/debug"),
    ])
  func mapped(_ source: String, _ current: String) throws {
    let folder = try TemporaryFolder([
      "Tests/AppTests/T.swift": "", "Tests/Fixtures/a.txt": "", "build/debug/x": "", "Fixtures/a.txt": "",
    ])
    #expect(try search(in: folder, current).folder(above: source, for: nil) == folder.path("Tests/Fixtures"))
  }

  @Test(
    "the search for a fixture folder away from the sources does not take one folder of the same name for the sources")
  func oneFolder() throws {
    let folder = try TemporaryFolder(["Tests/T.swift": "", "Tests/Fixtures/a.txt": ""])
    #expect(try problem { try search(in: folder).folder(above: "/src/Tests", for: nil) }.code == .sourceNotHere)
  }

  /// The same text in one code point for each letter, and in two.
  private static let names = ("caf\u{E9}/men\u{FC}.json", "cafe\u{301}/menu\u{308}.json")

  @Test(
    "the search for a fixture folder away from the sources finds a file under the other spelling of its accents, and writes no second one",
    arguments: [true, false])
  func spelling(isComposed: Bool) throws {
    let (onDisk, inCode) = isComposed ? Self.names : (Self.names.1, Self.names.0)
    let folder = try TemporaryFolder([onDisk: "[1]"])
    let fixtures = FixtureFolder(at: folder.url)
    #expect(try Fixture(inCode, in: fixtures).text == "[1]")
    try StoredFile(name: inCode, folder: fixtures).replace { _ in Data("[2]".utf8) }
    #expect(try fixtures.fileNames().count == 1)
    #expect(try Fixture(onDisk, in: fixtures).text == "[2]")
  }

  @Test("the search for a fixture folder away from the sources does not write into a bundle, which is a copy")
  func bundle() throws {
    let folder = try TemporaryFolder(["My.bundle/Fixtures/recordings/a.har": ""])
    let bundle = try #require(Bundle(path: folder.path("My.bundle")))
    let file = RecordingFile("a", in: .bundle(bundle))
    let error = #expect(throws: RecordingFileError.self) { try file.stored.replace { _ in Data() } }
    #expect(error?.description.contains("it is in a bundle") == true)
  }
}

extension String {
  fileprivate var trimmingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
