import NetworkEndpoints
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

@Suite("Request snapshots")
struct ExpectRequestTests {
  private let fixtures: TemporaryFixtures

  init() throws { fixtures = try TemporaryFixtures() }

  private static let name = "requests/create.http"
  private static let request = URLRequest.post(
    "/items?draft=1", headers: ["Authorization": "Bearer kx83hqpl2sW4"], json: ["title": "Tea", "tags": ["a"]])

  private func problem(
    of request: URLRequest, mode: RecordMode? = nil, environment: [String: String] = [:]
  ) throws -> String? {
    try RequestSnapshot(Fixture(Self.name, in: FixtureFolder(at: fixtures.url)), redaction: .standard)
      .problem(of: ReceivedRequest(request), mode: mode, in: RecordModeTests.environment(environment))
  }

  private func put(_ text: String) throws {
    let place = fixtures.url.appendingPathComponent(Self.name)
    try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: place)
  }

  private var text: String {
    get throws { try String(contentsOf: fixtures.url.appendingPathComponent(Self.name), encoding: .utf8) }
  }

  @Test(
    "a missing file is written where that is asked for, redacted; the request then is what it says, whatever its secrets"
  )
  func writes() throws {
    #expect(try problem(of: Self.request, mode: .missing) == nil)
    try expectGolden(try text, "Recording/snapshot.http")
    var other = Self.request
    other.setValue("Bearer other83hqpl2", forHTTPHeaderField: "Authorization")
    other.setValue("more", forHTTPHeaderField: "X-More")
    other.httpBody = Data(#"{"tags": ["a"], "title": "Tea"}"#.utf8)
    #expect(try problem(of: other) == nil)
  }

  @Test("a missing file says how to write it, and is not written otherwise")
  func missing() throws {
    try expectGolden(try #require(try problem(of: Self.request)), "Recording/snapshot-missing.txt")
    #expect(fixtures.everything.isEmpty)
  }

  @Test("a difference is shown part by part, secrets masked")
  func difference() throws {
    #expect(try problem(of: Self.request, mode: .missing) == nil)
    let request = URLRequest.post("/items?draft=2", json: ["title": "Tee", "password": "zw81hhs2"])
    try expectGolden(try #require(try problem(of: request)), "Recording/snapshot-difference.txt")
  }

  @Test("a file that is there is written anew only where all is, and never on a server")
  func rewrites() throws {
    #expect(try problem(of: Self.request, mode: .missing) == nil)
    let request = URLRequest.post("/other")
    for mode in [RecordMode.missing, .new, .never] { #expect(try problem(of: request, mode: mode) != nil) }
    #expect(throws: RecordingError.self) { try problem(of: request, mode: .all, environment: ["CI": "1"]) }
    #expect(try text.contains("/items"))
    #expect(try problem(of: request, environment: ["NETWORK_TESTING_RECORD": "all"]) == nil)
    #expect(try text.hasPrefix("POST /other HTTP/1.1\nHost: api.example.com\n"))
  }

  @Test("a file without a host is right for any host, and one without fields for any fields")
  func bare() throws {
    try put("POST /items?draft=1\n\n{\"tags\": [\"a\"], \"title\": \"Tea\"}")
    #expect(try problem(of: Self.request) == nil)
    var other = Self.request
    other.url = URL(string: "http://localhost:8080/items?draft=1")
    #expect(try problem(of: other) == nil)
    other.httpMethod = "PUT"
    #expect(try problem(of: other)?.contains("✗ method") == true)
  }

  @Test("parts are compared whatever divides them")
  func parts() throws {
    func request(_ boundary: String, _ value: String) -> URLRequest {
      .post(
        "/upload", headers: ["Content-Type": "multipart/form-data; boundary=\(boundary)"],
        body: "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(value)\r\n--\(boundary)--\r\n")
    }
    #expect(try problem(of: request("b1", "1"), mode: .missing) == nil)
    #expect(try problem(of: request("b2", "1")) == nil)
    #expect(try problem(of: request("b2", "2"))?.contains("✗ body") == true)
  }

  @Test(
    "a file that is not a request is an error",
    arguments: [("HTTP/1.1 200 OK\n\n", HTTPMessageError.Code.unusable), ("", .noStartLine), ("hello", .noStartLine)])
  func noRequest(_ text: String, code: HTTPMessageError.Code) throws {
    try put(text)
    let error = #expect(throws: HTTPMessageError.self) { try problem(of: Self.request) }
    #expect(error?.code == code)
  }

  @Test("an endpoint is compared by the request it makes, and a difference is an issue at the caller's line")
  func endpoint() async throws {
    let path = fixtures.filePath
    let endpoint = Endpoint<EndpointKinds.Private, String>(path: "latest")
    let folder = FixtureFolder(at: fixtures.url)
    try Fixture("a.http", in: folder).write(.request(endpoint.makeRequest(with: "kx83hqpl2sW4", host: "test")))
    try expectRequest(of: endpoint, with: "zw81hhs2sW4", host: "test", matches: "a.http", mode: .never, filePath: path)
    let line = #line + 2
    let issues = await recordedIssues {
      try expectRequest(
        of: endpoint, with: "other83hqpl2", host: "other", matches: "a.http", mode: .never, filePath: path)
    }
    #expect(issues.map(\.line) == [line])
    #expect(
      issues.first?.text.hasPrefix("GET https://other/latest is not the request in a.http: the host differs.") == true)
    let open = Endpoint<EndpointKinds.Public, String>(path: "open")
    try Fixture("b.http", in: folder).write(.request(open.makeRequest(with: (), host: "test")))
    try expectRequest(of: open, host: "test", matches: "b.http", mode: .never, filePath: path)
    #expect(fixtures.everything == ["a.http", "b.http"])
  }
}
