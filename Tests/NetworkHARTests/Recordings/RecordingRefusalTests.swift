import Foundation
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

@Suite("Refused recordings") struct RecordingRefusalTests {
  private let fixtures: TemporaryFixtures

  init() throws { fixtures = try TemporaryFixtures() }

  private func file(_ name: String) -> RecordingFile { RecordingFile(name, in: FixtureFolder(at: fixtures.url)) }

  @Test(
    "a name that is not one path in the folder, the same on every system, is refused",
    arguments: [
      "", "/etc/passwd", "..", "../a", "a/../../b", "a/./b", "a//b", "a\\b", "a\0b", "a/", ".a", "a/.b/c", ".har",
      "a\nb", "a:b", "what?", "a*", "<a>", "a|b", "\"a\"", " a", "a/b /c",
      String(repeating: "a", count: 201),
    ].map(Shortened.init))
  func names(_ shown: Shortened<String>) throws {
    let name = shown.value
    for action in [
      { _ = try file(name).read() }, { try file(name).update { $0 ?? HAR() } }, { _ = try file(name).exists },
    ] {
      #expect { try action() } throws: { $0 is FixtureError || $0 is RecordingFileError }
    }
    #expect(fixtures.everything.isEmpty)
  }

  @Test("a refusal says what is wrong with the name")
  func text() {
    let error = #expect(throws: RecordingFileError.self) { try file("what?").read() }
    #expect(error?.code == .invalidName)
    #expect(
      error?.description.hasPrefix(#"The file name "recordings/what?.har" is refused: it has a character "?"."#) == true
    )
  }

  @Test("a link that leads out is refused, whatever part of the path it is", arguments: ["recordings", "recordings/a"])
  func links(_ part: String) throws {
    let outside = fixtures.url.deletingLastPathComponent().appendingPathComponent("outside")
    try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
    let link = fixtures.url.appendingPathComponent(part)
    try FileManager.default.createDirectory(at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: outside)
    let error = #expect(throws: FixtureError.self) { try file("a/b").update { _ in HAR() } }
    #expect(error?.code == .leavesFolder)
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path).isEmpty)
  }

  @Test("a file that is a link out is refused, also where it leads nowhere yet", arguments: [true, false])
  func linkedFile(isThere: Bool) throws {
    let outside = fixtures.url.deletingLastPathComponent().appendingPathComponent("outside.har")
    if isThere { try HAR().encoded().write(to: outside) }
    try fixtures.put(Data(), at: "a")
    try FileManager.default.removeItem(at: fixtures.place(of: "a"))
    try FileManager.default.createSymbolicLink(at: fixtures.place(of: "a"), withDestinationURL: outside)
    #expect(throws: FixtureError.self) { try file("a").update { _ in HAR([try exchange("/items")]) } }
    #expect(throws: FixtureError.self) { try file("a").read() }
    #expect(FileManager.default.fileExists(atPath: outside.path) == isThere)
  }

  @Test("a link to another file of the folder is followed, and stays a link")
  func linkInside() throws {
    try file("b").update { _ in HAR() }
    try FileManager.default.createSymbolicLink(
      atPath: fixtures.place(of: "a").path, withDestinationPath: fixtures.place(of: "b").path)
    try file("a").update { _ in HAR([try exchange("/items")]) }
    #expect(try file("b").read()?.log.entries.count == 1)
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: fixtures.place(of: "a").path)) != nil)
  }

  @Test(
    "a file that is no recording is an error that names the place, and stays as it is",
    arguments: ["", "{", "{}", "[]", "null", "<<<<<<< HEAD\n{}", #"{"log": {"entries": [{"request": 1}]}}"#, "\u{0}"])
  func damaged(_ text: String) throws {
    try fixtures.put(Data(text.utf8), at: "a")
    let error = #expect(throws: HARError.self) { try file("a").read() }
    #expect(error?.file == "recordings/a.har")
    #expect(throws: HARError.self) { try file("a").update { $0 ?? HAR() } }
    #expect(throws: HARError.self) { try RecordingWriter(file("a"), replacing: true) }
    #expect(try Data(contentsOf: fixtures.place(of: "a")) == Data(text.utf8))
  }

  @Test("an enormous file is not read")
  func enormous() throws {
    try fixtures.put(Data(), at: "a")
    let handle = try FileHandle(forWritingTo: fixtures.place(of: "a"))
    // A hole: it takes no space.
    try handle.truncate(atOffset: 600_000_000)
    try handle.close()
    let error = #expect(throws: RecordingFileError.self) { try file("a").read() }
    #expect(error?.code == .tooLarge)
  }

  @Test("a folder, and a place that cannot be written to, are errors")
  func places() throws {
    try fixtures.put(Data(), at: "a.har/b")
    #expect(throws: FixtureError.self) { try file("a").update { _ in HAR() } }
    try fixtures.put(Data(), at: "c")
    try FileManager.default.moveItem(
      at: fixtures.place(of: "c"), to: fixtures.url.appendingPathComponent("recordings/d"))
    let error = #expect(throws: RecordingFileError.self) { try file("d/e").update { _ in HAR() } }
    #expect(error?.code == .unwritable)
  }

  @Test("a folder that is not there is not made")
  func noFolder() {
    let file = RecordingFile("a", in: FixtureFolder(at: fixtures.url.appendingPathComponent("nowhere")))
    let error = #expect(throws: FixtureError.self) { try file.update { _ in HAR() } }
    #expect(error?.code == .noFolder)
  }
}
