import NetworkEndpoints
import NetworkHAR
import NetworkRecording
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

@Suite("Replay matching", .quiet)
struct ReplayMatchingTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let recorded: URLRequest
    let live: URLRequest
    var parts: Set<RequestPart> = .standard
    var isSame = true
  }

  static let examples = [
    Example(testDescription: "the order of the query", recorded: .get("/a?x=1&y=2"), live: .get("/a?y=2&x=1")),
    Example(testDescription: "spaces as + or %20", recorded: .get("/a?q=x+y"), live: .get("/a?q=x%20y")),
    Example(
      testDescription: "the case of the host", recorded: .get("/a"),
      live: .make(.get, "https://API.example.com:443/a#x")),
    Example(testDescription: "the escapes of a path", recorded: .get("/caf%C3%A9%7e"), live: .get("/caf%c3%a9~")),
    Example(testDescription: "fields", recorded: .get("/a", headers: ["Accept": "x"]), live: .get("/a")),
    Example(
      testDescription: "the order of JSON", recorded: .post("/a", body: #"{"x": 1, "y": 2.0}"#),
      live: .post("/a", body: #"{"y":2,"x":1}"#)),
    Example(
      testDescription: "the order of a form", recorded: .post("/a", headers: form, body: "x=1&y=2"),
      live: .post("/a", headers: form, body: "y=2&x=1")),
    Example(
      testDescription: "the boundary of parts", recorded: .post("/a", headers: parts("b1"), body: multipart("b1")),
      live: .post("/a", headers: parts("b2"), body: multipart("b2"))),
    Example(testDescription: "another method", recorded: .get("/a"), live: .post("/a"), isSame: false),
    Example(testDescription: "another path", recorded: .get("/a"), live: .get("/b"), isSame: false),
    Example(
      testDescription: "another host", recorded: .get("/a"), live: .make(.get, "https://b.example.com/a"), isSame: false
    ),
    Example(
      testDescription: "another port", recorded: .get("/a"), live: .make(.get, "https://api.example.com:1/a"),
      isSame: false),
    Example(testDescription: "another query", recorded: .get("/a?x=1"), live: .get("/a?x=2"), isSame: false),
    Example(testDescription: "one item more", recorded: .get("/a?x=1"), live: .get("/a?x=1&x=1"), isSame: false),
    Example(testDescription: "no value", recorded: .get("/a?x="), live: .get("/a?x"), isSame: false),
    Example(
      testDescription: "another body", recorded: .post("/a", body: "x"), live: .post("/a", body: "y"), isSame: false),
    Example(testDescription: "no body", recorded: .post("/a", body: "x"), live: .post("/a"), isSame: false),
    Example(
      testDescription: "bytes that are no text", recorded: bytes([0xFF]), live: bytes([0xFE]), isSame: false),
    Example(
      testDescription: "a method that does not count", recorded: .get("/a"), live: .post("/a"), parts: [.url, .body]),
    Example(
      testDescription: "a host that does not count", recorded: .get("/a"), live: .make(.get, "http://localhost:1/a"),
      parts: [.method, .path]),
    Example(
      testDescription: "items that do not count", recorded: .get("/a?x=1&t=1&n=2"), live: .get("/a?x=1&t=7"),
      parts: [.method, .path, .query(except: "t", "n")]),
    Example(
      testDescription: "items that do count", recorded: .get("/a?x=1&t=1"), live: .get("/a?x=2&t=1"),
      parts: [.method, .path, .query(except: "t")], isSame: false),
    Example(
      testDescription: "a body that does not count", recorded: .post("/a", body: "x"), live: .post("/a", body: "y"),
      parts: [.method, .url]),
    Example(
      testDescription: "a field that counts", recorded: .get("/a", headers: ["Accept": "x"]),
      live: .get("/a", headers: ["accept": "x"]),
      parts: [.method, .url, .header("ACCEPT")]),
    Example(
      testDescription: "a field that differs", recorded: .get("/a", headers: ["Accept": "x"]),
      live: .get("/a", headers: ["Accept": "y"]), parts: [.method, .url, .header("Accept")], isSame: false),
    Example(
      testDescription: "a field that is missing", recorded: .get("/a", headers: ["Accept": "x"]), live: .get("/a"),
      parts: [.method, .url, .header("Accept")], isSame: false),
  ]

  private static let form = ["Content-Type": "application/x-www-form-urlencoded"]
  private static func parts(_ boundary: String) -> [String: String] {
    ["Content-Type": "multipart/form-data; boundary=\(boundary)"]
  }
  private static func multipart(_ boundary: String) -> String {
    "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--\(boundary)--\r\n"
  }
  private static func bytes(_ bytes: [UInt8]) -> URLRequest {
    var request = URLRequest.post("/a")
    request.httpBody = Data(bytes)
    return request
  }

  @Test("replay matching compares what counts, as the web does", arguments: examples)
  func matching(_ example: Example) async {
    let har = Recordings.numbered(example.recorded)
    let transport = ReplayTransport(har, matching: example.parts)
    #expect(
      await withKnownIssueIfNeeded(example.isSame) { await transport.number(example.live) }
        == (example.isSame ? 1 : nil))
  }

  private func withKnownIssueIfNeeded(_ isSame: Bool, _ body: () async -> Int?) async -> Int? {
    var number: Int?
    await withKnownIssue {
      number = await body()
    } when: {
      !isSame
    }
    return number
  }

  static let secrets: [(String, @Sendable (String) -> URLRequest)] = [
    ("a bearer token", { .get("/a", headers: ["Authorization": "Bearer \($0)"]) }),
    ("a query", { .get("/a?access_token=\($0)&x=1") }),
    ("a JSON body", { .post("/a", json: ["password": .string($0), "x": 1]) }),
    ("a form", { .post("/a", headers: form, body: "client_secret=\($0)&x=1") }),
    ("a cookie", { .get("/a", headers: ["Cookie": "session=\($0); theme=dark"]) }),
  ]

  @Test("replay matching finds a request whatever its secrets are, redacted or not", arguments: 0..<5, [true, false])
  func secrets(_ index: Int, isRedacted: Bool) async {
    let request = Self.secrets[index].1
    let parts: Set<RequestPart> = [.method, .url, .body, .header("Authorization"), .header("Cookie")]
    let har = Recordings.numbered(
      request("kx83hqpl2sW4"), request("kx83hqpl2sW4"), redactedBy: isRedacted ? .standard : .none)
    let transport = ReplayTransport(har, matching: parts)
    #expect(await transport.number(request("live7Qw2xZ81")) == 1)
    #expect(await transport.number(request("live7Qw2xZ82")) == 2)
  }

  @Test("replay matching does not guess which of two secrets a third stands for", arguments: 0..<5, [true, false])
  func ambiguous(_ index: Int, isRedacted: Bool) async {
    let request = Self.secrets[index].1
    let parts: Set<RequestPart> = [.method, .url, .body, .header("Authorization"), .header("Cookie")]
    let har = Recordings.numbered(
      request("kx83hqpl2sW4"), request("other83hqpl2"), redactedBy: isRedacted ? .standard : .none)
    let transport = ReplayTransport(har, matching: parts)
    await withKnownIssue { #expect(await transport.number(request("live7Qw2xZ81")) == 1) }
  }

  @Test("replay matching finds a request whose secret only another exchange gave away")
  func spreading() async {
    let har = Recordings.numbered(
      .post("/login", json: ["password": "kx83hqpl2"]), .get("/accounts/kx83hqpl2/items"), redactedBy: .standard)
    #expect(har.log.entries[1].request.url.contains("REDACTED"))
    let transport = ReplayTransport(har)
    #expect(await transport.number(.get("/accounts/zz91hqpl7/items")) == 2)
    await withKnownIssue { #expect(await transport.number(.get("/accounts/zz91hqpl7/other")) == 2) }
  }

  @Test("replay matching prefers the exchange with the same secret where the recording has it")
  func exact() async {
    let har = Recordings.numbered(.get("/a?access_token=first4711x"), .get("/a?access_token=second4711"))
    let transport = ReplayTransport(har)
    #expect(await transport.number(.get("/a?access_token=second4711")) == 2)
    await withKnownIssue { #expect(await transport.number(.get("/a?access_token=second4711")) == 1) }
    #expect(await transport.number(.get("/a?access_token=first4711x")) == 1)
  }

  @Test("secrets count as anything else does in a replay without redaction")
  func unredacted() async {
    let transport = ReplayTransport(Recordings.numbered(.get("/a?access_token=first4711x")), redaction: .none)
    await withKnownIssue { #expect(await transport.number(.get("/a?access_token=second4711")) == 1) }
    #expect(await transport.number(.get("/a?access_token=first4711x")) == 1)
  }
}
