import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkRecording
import NetworkStubs
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A body beside a recording")
struct HARFilesTests {
  private static let binary = Data((0..<6_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
  private static let text = Data(String(repeating: "Brass telescope. ", count: 5_000).utf8)

  private static func recording(_ bodies: [(request: Data, type: String, response: Data)]) throws -> HAR {
    HAR(
      try bodies.map { body in
        var request = URLRequest(url: try #require(URL(string: "https://api.example.com/items")))
        request.httpMethod = "POST"
        request.httpBody = body.request
        let response = HTTPResponse(headers: ["Content-Type": body.type], body: body.response, url: request.url)
        return RecordedExchange(request: request, response: response, started: Date(timeIntervalSince1970: 0))
      })
  }

  private static func reader(_ files: HAR.Files) -> (String) throws -> Data {
    { name in try #require(files.bodies[name], "\(name)") }
  }

  @Test("a body beside a recording is there where it is large or binary, and comes back as it was")
  func roundTrip() throws {
    let har = try Self.recording([
      (Self.binary, "image/png", Self.binary), (Data("{}".utf8), "application/json; charset=utf-8", Self.text),
      (Self.text, "application/problem+json", Data("small".utf8)), (Data(), "text/plain", Data([0xFF])),
    ])
    let files = har.files(bodyFolder: "a.bodies")
    #expect(files.bodies.keys.map { $0.suffix(4) }.sorted() == [".dat", ".png", ".txt", "json"])
    #expect(files.bodies.keys.allSatisfy { $0.hasPrefix("a.bodies/") })
    #expect(files.recording.count < 8_000)
    #expect(HARSchema.problems(in: files.recording) == [])
    #expect(try HAR(files.recording, readingFile: Self.reader(files)) == har)
    #expect(har.files(bodyFolder: "a.bodies") == files)
  }

  @Test("a body beside a recording can be used without standing in the recording")
  func lazily() throws {
    let har = try Self.recording([(Self.text, "image/png", Self.binary)])
    let files = har.files(bodyFolder: "b")
    let entry = try HAR(files.recording).log.entries[0]
    #expect(try entry.exchange(readingFile: Self.reader(files)) == har.log.entries[0].exchange())
    #expect(throws: HARError.self) { try entry.exchange() }
  }

  @Test("a body beside a recording is one file however often it was sent, and is called the same when another changes")
  func names() throws {
    let once = try Self.recording([(Data(), "image/png", Self.binary)]).files(bodyFolder: "b")
    let more = try Self.recording([
      (Data(), "text/plain", Self.text), (Data(), "image/png", Self.binary), (Data(), "image/png", Self.binary),
    ]).files(bodyFolder: "b")
    #expect(more.bodies.count == 2)
    #expect(once.bodies.allSatisfy { more.bodies[$0.key] == $0.value })
  }

  @Test("a body beside a recording is in the recording where that is asked for, or it is small")
  func inside() throws {
    let har = try Self.recording([(Self.text, "image/png", Self.binary)])
    for files in [
      har.files(bodyFolder: "b", placement: .inside),
      har.files(bodyFolder: "b", placement: .beside(textAbove: 85_000, binaryAbove: 6_000)),
    ] {
      #expect(files == HAR.Files(recording: har.encoded(), bodies: [:]))
    }
    #expect(har.files(bodyFolder: "b", placement: .beside(textAbove: 84_999, binaryAbove: 5_999)).bodies.count == 2)
  }

  @Test(
    "a body beside a recording is never read from outside the recording's folder",
    arguments: ["../a.json", "/etc/passwd", #"a\..\b"#, "a/../../b", "", "./a", "a\0"])
  func outside(_ name: String) throws {
    let content: JSONValue = ["size": 1, "_file": .string(name)]
    let data = Data(Recordings.text(response: JSONValue.object(["status": 200, "content": content]).description).utf8)
    #expect(throws: HARError.self) {
      try HAR(data) { name in
        Issue.record("read \(name)")
        return Data()
      }
    }
    #expect(throws: HARError.self) { try HAR(data).log.entries[0].exchange { _ in Data() } }
  }

  @Test("a body beside a recording is found by a fixture in the folder of its recording, and named where it is missing")
  func fixture() throws {
    let har = try Self.recording([(Data(), "image/png", Self.binary)])
    let files = har.files(bodyFolder: "a.bodies")
    let folder = try TemporaryFolder()
    try folder.write(files.recording, to: "recordings/a.har")
    for (name, body) in files.bodies { try folder.write(body, to: "recordings/\(name)") }
    let fixture = Fixture("recordings/a.har", in: FixtureFolder(at: folder.url))
    #expect(try fixture.har == har)
    try FileManager.default.removeItem(atPath: folder.path("recordings/a.bodies"))
    #expect(try problem { try fixture.har }.name?.hasPrefix("recordings/a.bodies/") == true)
  }

  @Test("a body beside a recording is not lost where Playwright put it")
  func playwright() throws {
    let exchanges = try Fixture("recordings/playwright.har").har.log.entries.map { try $0.exchange() }
    #expect(exchanges[0].request.httpBody == Data("q=brass+telescope&page=1".utf8))
    #expect(try exchanges[0].response.body == Fixture("recordings/a5a2351c01ff1cbad1518de7d399aee761eba26e.json").data)
    #expect(try exchanges[1].response.body == Fixture("images/pixel.png").data)
    let data = try Fixture("recordings/playwright.har").data
    #expect(
      try HAR(HAR(data).encoded()).log.entries[1].response.content.extras["_file"]
        == "7af94c78b836ff509aa55ac70a6bcb3f5e277b54.png")
  }
}
