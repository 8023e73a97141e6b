import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Recording writers") struct RecordingWriterTests {
  private let fixtures: TemporaryFixtures

  init() throws { fixtures = try TemporaryFixtures() }

  private var file: RecordingFile { RecordingFile("a", in: FixtureFolder(at: fixtures.url)) }
  private var paths: [String] {
    get throws { try file.read()?.log.entries.map { String($0.request.url.dropFirst(23)) } ?? [] }
  }

  @Test("a writer adds to what is there, and saves again without doubling it")
  func adds() throws {
    try file.update { _ in HAR([try exchange("/old")]) }
    var writer = try RecordingWriter(file)
    try writer.save(try entries("/a"))
    try writer.save(try entries("/a", "/b"))
    #expect(try paths == ["/old", "/a", "/b"])
  }

  @Test("a writer that replaces leaves out what was there, and keeps what is said about the recording")
  func replaces() throws {
    try file.update { _ in
      var har = HAR([try exchange("/old")])
      har.log.comment = "For the shop."
      return har
    }
    var writer = try RecordingWriter(file, replacing: true)
    try writer.save(try entries("/a"))
    try writer.save(try entries("/a", "/b"))
    #expect(try paths == ["/a", "/b"])
    #expect(try file.read()?.log.comment == "For the shop.")
  }

  @Test("a recording writer without entries writes nothing")
  func nothing() throws {
    var writer = try RecordingWriter(file, replacing: true)
    try writer.save([])
    #expect(fixtures.everything.isEmpty)
  }

  @Test("writers that take turns keep each other's entries, and of the same request one")
  func merges() throws {
    var first = try RecordingWriter(file), second = try RecordingWriter(file)
    try first.save(try entries("/same", "/first"))
    try second.save(try entries("/second"))
    try second.save(try entries("/second", "/same"))
    try first.save(try entries("/same", "/first", "/last"))
    #expect(try paths.sorted() == ["/first", "/last", "/same", "/second"])
  }

  @Test("the same request in one writer is kept as often as it was sent")
  func repeated() throws {
    var writer = try RecordingWriter(file)
    try writer.save(try entries("/a", "/a"))
    #expect(try paths == ["/a", "/a"])
  }

  @Test("a secret that becomes known late vanishes from what was saved before")
  func lateSecret() throws {
    var writer = try RecordingWriter(file)
    let plain = try entries("/accounts/kx83hqpl2")
    try writer.save(plain)
    #expect(try text.contains("kx83hqpl2"))
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com/login")))
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(#"{"password": "kx83hqpl2"}"#.utf8)
    request.httpMethod = "POST"
    let login = RecordedExchange(request: request, response: .json([:]), started: Date(timeIntervalSince1970: 1))
    try writer.save(plain + [HAR.Entry(login)])
    #expect(try !text.contains("kx83hqpl2"))
  }

  @Test("a file that somebody damages meanwhile stays as it is")
  func damagedMeanwhile() throws {
    var writer = try RecordingWriter(file)
    try writer.save(try entries("/a"))
    try fixtures.put(Data("{".utf8), at: "a")
    #expect(throws: HARError.self) { try writer.save(try entries("/a", "/b")) }
    #expect(try text == "{")
  }

  private var text: String {
    get throws { String(decoding: try Data(contentsOf: fixtures.place(of: "a")), as: UTF8.self) }
  }

  private func entries(_ paths: String...) throws -> [HAR.Entry] { try paths.map { HAR.Entry(try exchange($0)) } }
}
