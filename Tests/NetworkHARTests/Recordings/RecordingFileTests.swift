import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Recording files") struct RecordingFileTests {
  private let fixtures: TemporaryFixtures

  init() throws { fixtures = try TemporaryFixtures() }

  private func file(_ name: String) -> RecordingFile { RecordingFile(name, in: FixtureFolder(at: fixtures.url)) }

  @Test("what was written is read, from the folder recordings")
  func roundTrip() throws {
    #expect(try file("a/b").read() == nil)
    #expect(try !file("a/b").exists)
    let har = HAR([try exchange("/items")])
    try file("a/b").update { old in
      #expect(old == nil)
      return har
    }
    #expect(try file("a/b.har").read() == HAR(har.encoded()))
    #expect(fixtures.everything == ["recordings", "recordings/a", "recordings/a/b.har"])
  }

  @Test("nothing is written that was not redacted")
  func redacts() throws {
    try file("a").update { _ in HAR([try exchange("/items?access_token=s3cr3t-4711")]) }
    #expect(!String(decoding: try Data(contentsOf: fixtures.place(of: "a")), as: UTF8.self).contains("4711"))
  }

  @Test("an update sees what is there; if it throws, nothing changes")
  func failingUpdate() throws {
    try file("a").update { _ in HAR([try exchange("/items")]) }
    let before = try Data(contentsOf: fixtures.place(of: "a"))
    #expect(throws: CancellationError.self) {
      try file("a").update { old in
        #expect(old?.log.entries.count == 1)
        throw CancellationError()
      }
    }
    #expect(try Data(contentsOf: fixtures.place(of: "a")) == before)
    #expect(fixtures.everything == ["recordings", "recordings/a.har"])
  }

  @Test("the same content is not written again, so that a file nobody changed is not newer")
  func sameContent() throws {
    try file("a").update { _ in HAR([try exchange("/items")]) }
    let attributes = { try FileManager.default.attributesOfItem(atPath: fixtures.place(of: "a").path) }
    let before = try attributes()[.systemFileNumber] as? NSNumber
    try file("a").update { $0 ?? HAR() }
    #expect(try attributes()[.systemFileNumber] as? NSNumber == before)
  }

  @Test("a file keeps its rights")
  func rights() throws {
    try file("a").update { _ in HAR() }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: fixtures.place(of: "a").path)
    try file("a").update { _ in HAR([try exchange("/items")]) }
    let attributes = try FileManager.default.attributesOfItem(atPath: fixtures.place(of: "a").path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test("a temporary file that a crashed process left is removed by the next write; others' files are not")
  func leftovers() throws {
    try fixtures.put(Data("half".utf8), at: "a")
    let folder = fixtures.place(of: "a").deletingLastPathComponent()
    // No process has this number, and another has that of the first one.
    let (crashed, living) = ("tmp-999999999-1", "tmp-\(getppid())-1")
    try FileManager.default.moveItem(
      at: fixtures.place(of: "a"), to: folder.appendingPathComponent(".a.har.\(crashed)"))
    try Data().write(to: folder.appendingPathComponent(".a.har.\(living)"))
    try Data().write(to: folder.appendingPathComponent(".b.har.\(crashed)"))
    try file("a").update { _ in HAR() }
    #expect(
      Set(fixtures.everything) == [
        "recordings", "recordings/.a.har.\(living)", "recordings/.b.har.\(crashed)", "recordings/a.har",
      ])
  }

  @Test("writes of a recording file at once without a lock each succeed")
  func concurrentReplacing() async throws {
    try fixtures.put(Data("old".utf8), at: "a")
    let path = fixtures.place(of: "a").path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<30 { group.addTask { try AtomicFile.replace(path, with: Data("new \(number)".utf8)) } }
      try await group.waitForAll()
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("new "))
    #expect(fixtures.everything == ["recordings", "recordings/a.har"])
  }

  @Test("thirty updates at once lose nothing")
  func concurrentUpdates() async throws {
    let file = file("a")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<30 {
        group.addTask {
          try file.update { old in
            var har = old ?? HAR()
            har.log.entries.append(HAR.Entry(try exchange("/items/\(number)")))
            return har
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(try file.read()?.log.entries.map(\.request.url) ?? []).count == 30)
  }
}

/// An exchange with a path.
func exchange(_ path: String, title: String = "Tea") throws -> RecordedExchange {
  let url = try #require(URL(string: "https://api.example.com\(path)"))
  return RecordedExchange(
    request: URLRequest(url: url), response: .json(["title": .string(title)]), started: Date(timeIntervalSince1970: 0))
}
