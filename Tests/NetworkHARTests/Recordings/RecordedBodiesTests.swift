import Foundation
import NetworkEndpoints
import NetworkStubs
import TestSupport
import Testing

@testable import NetworkHAR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The bodies of a recording")
struct RecordedBodiesTests {
  private let fixtures: TemporaryFixtures
  private var file: RecordingFile { RecordingFile("shop/checkout", in: FixtureFolder(at: fixtures.url)) }

  init() throws { fixtures = try TemporaryFixtures() }

  private func entry(_ path: String, _ body: Data, type: String = "application/json") throws -> HAR.Entry {
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com\(path)")))
    request.httpMethod = "POST"
    request.httpBody = Data("{\"note\":\"\(String(repeating: "x", count: 600))\"}".utf8)
    let response = HTTPResponse(headers: HTTPHeaders(["Content-Type": type]), body: body, url: request.url)
    return HAR.Entry(RecordedExchange(request: request, response: response, started: Date(timeIntervalSince1970: 0)))
  }

  private static func json(_ number: Int) -> Data {
    Data("{\"items\":[\((0..<80).map { "{\"id\":\(number + $0)}" }.joined(separator: ","))]}".utf8)
  }

  private func replayed() throws -> [Data] {
    try (file.read()?.log.entries ?? []).map { try $0.exchange { try file.body(named: $0) }.response.body }
  }

  @Test("the bodies of a recording lie beside it, laid out for readers, and are replayed byte by byte")
  func beside() throws {
    var writer = try RecordingWriter(file)
    let picture = Data((0..<9_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let bodies = [Self.json(1), Data(#"{"small":1}"#.utf8), picture, Data(String(repeating: "Tea. ", count: 200).utf8)]
    try writer.save([
      entry("/v1/cart", bodies[0]), entry("/v1/cart", bodies[1]), entry("/logo", bodies[2], type: "image/png"),
      entry("/", bodies[3], type: "text/plain"),
    ])
    let names = fixtures.everything.filter { $0.contains("checkout/") }
    #expect(
      names.map { $0.replacing(/-[0-9a-f]{8}/, with: "") }.sorted() == [
        "recordings/shop/checkout/post-logo.png", "recordings/shop/checkout/post-v1-cart-request.json",
        "recordings/shop/checkout/post-v1-cart.json", "recordings/shop/checkout/post.txt",
      ])
    #expect(try replayed() == bodies)
    let har = try String(contentsOf: fixtures.place(of: "shop/checkout"), encoding: .utf8)
    #expect(har.utf8.count < 12_000)
    let cart = try #require(names.first { $0.contains("v1-cart-") && !$0.contains("request") })
    let text = try String(contentsOf: fixtures.url.appendingPathComponent(cart), encoding: .utf8)
    #expect(text.hasPrefix("{\n  \"items\": [\n    {\n      \"id\": 1\n    },"))
    #expect(HARSchema.problems(in: Data(har.utf8)) == [])
    // Saved again, nothing changes.
    var again = try RecordingWriter(file, replacing: true)
    try again.save(try #require(try file.stored.data(at: file.stored.path).map(file.whole)?.log.entries))
    #expect(try String(contentsOf: fixtures.place(of: "shop/checkout"), encoding: .utf8) == har)
  }

  @Test("the bodies of a recording go with it: what it no longer names is removed, and other files stay")
  func removal() throws {
    var writer = try RecordingWriter(file)
    try writer.save([entry("/a", Self.json(1)), entry("/b", Self.json(2))])
    let others = ["recordings/shop/checkout/guest.har", "recordings/shop/checkout/notes.json"]
    for name in others { try Data("{}".utf8).write(to: fixtures.url.appendingPathComponent(name)) }
    var next = try RecordingWriter(file, replacing: true)
    try next.save([entry("/b", Self.json(2))])
    let names = fixtures.everything.filter { $0.contains("checkout/") }
    // The answer and the request of one exchange.
    #expect(names.count == 4 && others.allSatisfy(names.contains), "\(names)")
    #expect(try replayed() == [Self.json(2)])
  }

  @Test("the bodies of a recording stay where exchanges are added, and lose their secrets with the rest")
  func adding() throws {
    var first = try RecordingWriter(file)
    try first.save([entry("/a", Self.json(1))])
    let names = fixtures.everything
    var second = try RecordingWriter(file)
    let secret = Data("{\"access_token\":\"t0ken-4711-one\",\"text\":\"\(String(repeating: "y", count: 600))\"}".utf8)
    try second.save([entry("/login", secret), entry("/c?access_token=t0ken-4711-one", Self.json(3))])
    #expect(Set(names).isSubset(of: fixtures.everything))
    #expect(try replayed().count == 3)
    for name in fixtures.everything where name.contains(".") {
      let text = try String(contentsOf: fixtures.url.appendingPathComponent(name), encoding: .utf8)
      #expect(!text.contains("t0ken-4711"), "\(name)")
    }
  }

  @Test("the bodies of a recording are in it where that is asked for")
  func inside() throws {
    var writer = try RecordingWriter(file, bodies: .inside)
    try writer.save([entry("/a", Self.json(1))])
    #expect(!fixtures.everything.contains { $0.contains("checkout/") })
    #expect(try replayed() == [Self.json(1)])
  }
}
