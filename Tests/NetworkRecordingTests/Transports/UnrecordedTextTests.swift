import NetworkEndpoints
import NetworkHAR
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

@Suite("What a failed replay says")
struct UnrecordedTextTests {
  static let recording = [
    URLRequest.get("/v1/users?page=1"),
    .post(
      "/v1/users", headers: ["Authorization": "Bearer kx83hqpl2sW4"], json: ["name": "Ada", "email": "ada@example.com"]),
    .get("/v1/items"),
  ]

  private func text(
    _ requests: [URLRequest], of recording: [URLRequest] = recording, matching: Set<RequestPart> = .standard,
    isMissing: Bool = false, refusal: String? = nil
  ) async -> String {
    await Task.detached {
      let source = RecordingSource(
        name: "recordings/users.har", isMissing: isMissing, isRecordable: true, refusal: refusal)
      let transport = ReplayTransport(
        Recordings.numbered(recording, redactedBy: .standard), from: source, matching: matching, redaction: .standard,
        pace: .immediate, unused: .allowed, at: CodePlace(FailureText.place(8))
      ) { try HAR.refuseFile($0) }
      for request in requests { _ = try? await transport.send(request) }
      do { try await transport.verify(at: CodePlace(FailureText.place(9))) } catch { return "\(error)" }
      return "(no problem)"
    }.value
  }

  @Test("a body that differs is shown at the place, secrets masked")
  func body() async throws {
    let request = URLRequest.post(
      "/v1/users", headers: ["Authorization": "Bearer other83hqpl2"],
      json: ["name": "Ada", "email": "ada@exmple.com", "password": "zw81hhs2"])
    try expectGolden(await text([request]), "Recording/body.txt")
  }

  @Test("a query that differs is shown, and exchanges that come near")
  func query() async throws {
    try expectGolden(await text([.get("/v1/users?page=2&access_token=zw81hhs2")]), "Recording/query.txt")
  }

  @Test("exchanges that only secrets tell apart are named, with what a test can do")
  func ambiguous() async throws {
    let request = { (token: String) in URLRequest.get("/v1/me", headers: ["Authorization": "Bearer \(token)"]) }
    try expectGolden(
      await text(
        [request("live7Qw2xZ81")], of: [request("kx83hqpl2sW4"), request("other83hqpl2")],
        matching: [.method, .url, .header("Authorization")]), "Recording/ambiguous.txt")
  }

  @Test("a used-up exchange says by what")
  func usedUp() async throws {
    try expectGolden(await text([.get("/v1/items"), .get("/v1/items")]), "Recording/used-up.txt")
  }

  @Test("a path that is nowhere says so")
  func path() async throws {
    try expectGolden(await text([.get("/v2/things")]), "Recording/path.txt")
  }

  @Test("a request to another host says how to leave the host out")
  func host() async throws {
    let request = URLRequest.make(.get, "https://staging.example.com/v1/items")
    try expectGolden(await text([request]), "Recording/host.txt")
    let parts: Set<RequestPart> = [.method, .path, .query(except: "t"), .body]
    #expect(await !text([.make(.get, "https://staging.example.com/v2/items")]).contains("leave it out"))
    #expect(await !text([.get("/v2/items")], matching: parts).contains("leave it out"))
  }

  @Test("a field that counts is shown, masked where it is a secret")
  func header() async throws {
    let request = URLRequest.post(
      "/v1/users", headers: ["Accept": "text/html"], json: ["name": "Ada", "email": "ada@example.com"])
    let parts: Set<RequestPart> = [.method, .url, .body, .header("Accept"), .header("Authorization")]
    try expectGolden(await text([request], matching: parts), "Recording/header.txt")
  }

  @Test("a recording that is not there says how to make it")
  func missing() async throws {
    try expectGolden(await text([.get("/v1/items")], of: [], isMissing: true), "Recording/missing.txt")
  }

  @Test("the text of a failed replay says on a server why nothing was recorded")
  func server() async throws {
    let refusal = RecordingError.refusedOnServer(.missing).description
    let text = await text([.get("/v1/items")], of: [], isMissing: true, refusal: refusal)
    try expectGolden(text, "Recording/server.txt")
  }

  @Test("a form, and bytes, are shown by what differs")
  func bodies() async throws {
    let form = ["Content-Type": "application/x-www-form-urlencoded"]
    let recording = [
      URLRequest.post("/f", headers: form, body: "a=1&client_secret=kx83hqpl2"), .post("/t", body: "one two"),
    ]
    let requests = [
      URLRequest.post("/f", headers: form, body: "a=2&client_secret=zw81hhs2"), .post("/t", body: "one three"),
    ]
    try expectGolden(await text(requests, of: recording), "Recording/bodies.txt")
  }

  @Test("it stays under 4 kB, whatever the recording and the bodies weigh")
  func size() async throws {
    let recording = (0..<50).map { URLRequest.post("/a/\($0)", body: String(repeating: "x\($0)", count: 500)) }
    let text = await text([.post("/a/7", body: String(repeating: "y", count: 20_000))], of: recording)
    #expect(text.utf8.count < 4_200)
  }
}
