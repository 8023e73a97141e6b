import Foundation
import NetworkStubs
import TestSupport
import Testing

@Suite("A fixture")
struct FixtureTests {
  @Test("a fixture is looked up in the nearest Fixtures folder above the calling file")
  func nearest() throws {
    #expect(try Fixture("items/latest.json").data.isEmpty == false)
    #expect(try Fixture("items/latest.json").url.lastPathComponent == "latest.json")
  }

  @Test("a fixture is a value that touches no disk until it is read")
  func value() {
    let fixture = Fixture("no such file", in: FixtureFolder(at: URL(fileURLWithPath: "/no such folder")))
    #expect(Set([fixture, fixture]).count == 1)
    #expect(fixture.name == "no such file")
  }

  @Test("a fixture prints itself as the code that made it")
  func printing() {
    #expect("\(Fixture("search.json"))" == #"Fixture("search.json")"#)
    #expect(
      "\(Fixture("a.txt", in: FixtureFolder(at: URL(fileURLWithPath: "/x"))))"
        == #"Fixture("a.txt", in: FixtureFolder(at: URL(fileURLWithPath: "/x")))"#
    )
  }

  @Test("a fixture is read anew each time, so a changed file is seen")
  func changes() throws {
    let folder = try TemporaryFolder(["a.txt": "one"])
    let fixture = Fixture("a.txt", in: FixtureFolder(at: folder.url))
    #expect(try fixture.text == "one")
    try folder.write("two", to: "a.txt")
    #expect(try fixture.text == "two")
  }

  @Test("a fixture keeps its bytes", arguments: [0, 1, 255])
  func bytes(_ position: Int) throws {
    let data = try Fixture("downloads/every-byte.bin").data
    #expect(data.count == 256)
    #expect(data[position] == UInt8(position))
  }

  @Test("a fixture is text when it is UTF-8, in any script and with U+FFFD in it")
  func text() throws {
    #expect(try Fixture("notes.txt").text.hasSuffix("on purpose: Ω"))
    let folder = try TemporaryFolder(["a.txt": "\u{FFFD} שלום 👩‍👩‍👧‍👦\r\n"])
    #expect(try Fixture("a.txt", in: FixtureFolder(at: folder.url)).text == "\u{FFFD} שלום 👩‍👩‍👧‍👦\r\n")
  }

  @Test("a fixture says at which byte it is not text")
  func notText() throws {
    let error = try problem { try Fixture("downloads/every-byte.bin").text }
    #expect(error.code == .notText)
    try expectGolden(error.description, "Fixtures/not-text.txt")
  }

  @Test("a fixture that ends inside a character is not text")
  func truncated() throws {
    let folder = try TemporaryFolder()
    try folder.write(Data("ab🐦".utf8.dropLast()), to: "a.txt")
    let error = try problem { try Fixture("a.txt", in: FixtureFolder(at: folder.url)).text }
    #expect(error.description.contains("byte 0xF0 at offset 2"))
  }

  @Test(
    "a fixture may have a name with spaces, percent signs and other scripts",
    arguments: ["a b.txt", "%2e%2e.txt", "~", "星図/地図 🗺️.txt"]
  )
  func names(_ name: String) throws {
    let folder = try TemporaryFolder([name: "found"])
    #expect(try Fixture(name, in: FixtureFolder(at: folder.url)).text == "found")
  }
}
