import Foundation
import NetworkStubs
import TestSupport
import Testing

@Suite("A fixture is refused")
struct FixtureRefusalTests {
  private let folder: TemporaryFolder
  private let fixtures: FixtureFolder

  init() throws {
    folder = try TemporaryFolder([
      "secret.txt": "secret",
      "outside/users/ada.json": "{}",
      "Fixtures/users/ada.json": "{}",
      "Fixtures/search.json": "[]",
    ])
    fixtures = FixtureFolder(at: folder.url.appendingPathComponent("Fixtures"))
  }

  @Test(
    "a fixture is refused when its name leaves the folder",
    arguments: [
      "..", "../secret.txt", "users/../../secret.txt", "users/../search.json", "/etc/hosts", "/", "//search.json",
      "users/..",
    ]
  )
  func leaving(_ name: String) throws {
    let error = try problem { try Fixture(name, in: fixtures).data }
    #expect(error.code == .leavesFolder)
    #expect(error.name == name)
  }

  @Test(
    "a fixture is refused when its name is no path of a file",
    arguments: [
      "", ".", "./search.json", "users//ada.json", "users/", "search.json\0", "\0", "..\\secret.txt", "users\\ada.json",
    ]
  )
  func invalid(_ name: String) throws {
    #expect(try problem { try Fixture(name, in: fixtures).data }.code == .invalidName)
  }

  @Test("a fixture is refused also when only its place is asked for")
  func place() throws {
    #expect(try problem { try Fixture("../secret.txt", in: fixtures).url }.code == .leavesFolder)
  }

  @Test(
    "a fixture is refused with the name that was probably meant",
    arguments: ["/users/ada.json", "users\\ada.json", "./users/ada.json", "../users/ada.json", "users//ada.json"]
  )
  func meant(_ name: String) throws {
    #expect(try problem { try Fixture(name, in: fixtures).data }.nearNames == ["users/ada.json"])
  }

  @Test(
    "a fixture is refused when a link leads out of the folder",
    arguments: ["link.txt", "folder/users/ada.json", "chain.txt"])
  func links(_ name: String) throws {
    try folder.link("Fixtures/link.txt", to: "../secret.txt")
    try folder.link("Fixtures/folder", to: folder.path("outside"))
    try folder.link("Fixtures/chain.txt", to: "link.txt")
    let error = try problem { try Fixture(name, in: fixtures).data }
    #expect(error.code == .leavesFolder)
  }

  @Test("a fixture is refused when a link leads to a folder whose name only begins like its own")
  func sibling() throws {
    try folder.write("x", to: "Fixtures-old/a.txt")
    try folder.link("Fixtures/a.txt", to: "../Fixtures-old/a.txt")
    #expect(try problem { try Fixture("a.txt", in: fixtures).data }.code == .leavesFolder)
  }

  @Test("a fixture is refused not when a link leads to another file inside")
  func inside() throws {
    try folder.link("Fixtures/users/me.json", to: "ada.json")
    try folder.link("Fixtures/people", to: "users")
    #expect(try Fixture("users/me.json", in: fixtures).text == "{}")
    #expect(try Fixture("people/ada.json", in: fixtures).text == "{}")
  }

  @Test("a fixture is refused not when the fixture folder is a link itself")
  func linkedFolder() throws {
    try folder.link("elsewhere", to: "Fixtures")
    let linked = FixtureFolder(at: folder.url.appendingPathComponent("elsewhere"))
    #expect(try Fixture("users/ada.json", in: linked).text == "{}")
    let missing = try problem { try Fixture("users/adda.json", in: linked).data }
    #expect(missing.code == .missing && missing.nearNames == ["users/ada.json"], "\(missing)")
  }

  @Test("a fixture is refused when it is a folder, or a link that leads nowhere or in a circle")
  func notFiles() throws {
    try folder.link("Fixtures/gone.json", to: "nothing.json")
    try folder.link("Fixtures/circle.json", to: "circle.json")
    #expect(try problem { try Fixture("users", in: fixtures).data }.code == .notAFile)
    #expect(try problem { try Fixture("gone.json", in: fixtures).data }.code == .missing)
    #expect(try problem { try Fixture("circle.json", in: fixtures).data }.code == .missing)
  }

  @Test("a fixture is refused when it is a pipe, which would be waited for without end")
  func pipe() throws {
    #expect(mkfifo(folder.path("Fixtures/pipe.txt"), 0o600) == 0)
    #expect(try problem { try Fixture("pipe.txt", in: fixtures).data }.code == .notAFile)
  }

  @Test(
    "a fixture is refused with a text that says what happened, what was there and what to do",
    arguments: [
      ("../secret.txt", "leaves-folder"), ("/users/ada.json", "absolute"), ("users\\ada.json", "backslash"),
      ("", "empty"), ("users", "folder"), ("link.txt", "linked-out"),
    ]
  )
  func texts(_ name: String, _ golden: String) throws {
    try folder.link("Fixtures/link.txt", to: "../secret.txt")
    let error = try problem { try Fixture(name, in: fixtures).data }
    try expectGolden(error.text(in: folder), "Fixtures/refused-\(golden).txt")
  }
}
