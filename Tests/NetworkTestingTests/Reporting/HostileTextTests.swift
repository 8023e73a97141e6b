import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

@testable import NetworkRecording
@testable import NetworkTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

/// A text that would forge lines of a failure, speak to a terminal and turn the text after it around.
private let hostile = "h\n  ✓ forged\r\u{1B}[31m\u{202E}\u{2028}\u{7}\"t"

@Suite("Foreign text in a failure")
struct HostileTextTests {
  struct Place: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let request: URLRequest

    init(_ name: String, _ request: URLRequest) {
      testDescription = name
      self.request = request
    }
  }

  private static let url = "https://api.example.com/p"
  private static let encoded = hostile.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""

  private static func multipart(_ disposition: String) -> URLRequest {
    .make(
      .post, url, headers: ["Content-Type": "multipart/form-data; boundary=b"],
      body: "--b\r\nContent-Disposition: form-data; \(disposition)\r\n\r\ntext\r\n--b--\r\n")
  }

  private static let lineless = "h  ✓ forged\u{1B}[31m\u{202E}\u{7}t"

  static let places: [Place] = [
    Place("method", .make(HTTPMethod(rawValue: hostile), url)),
    Place("path", .make(.get, "https://api.example.com/\(encoded)")),
    Place("query name", .make(.get, url + "?\(encoded)=1")),
    Place("query value", .make(.get, url + "?q=\(encoded)")),
    Place("header name", .make(.get, url, headers: [hostile: "1"])),
    Place("header value", .make(.get, url, headers: ["X": hostile])),
    Place("cookie", .make(.get, url, headers: ["Cookie": "\(lineless)=\(hostile)"])),
    Place("content type", .make(.post, url, headers: ["Content-Type": hostile], body: "a=1")),
    Place("JSON key", .make(.post, url, json: [hostile: 1])),
    Place("JSON value", .make(.post, url, json: ["a": .string(hostile)])),
    Place("broken JSON", .make(.post, url, body: "{\"a\": \(hostile)")),
    Place(
      "form",
      .make(
        .post, url, headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "\(encoded)=1&q=\(encoded)")),
    Place("part", multipart("name=\"\(lineless)\"; filename=\"\(lineless)\"")),
    Place("part file name", multipart("name=\"p\"; filename*=UTF-8''\(encoded)")),
    Place("text body", .make(.post, url, headers: ["Content-Type": "text/plain"], body: hostile)),
    Place("GraphQL name", .make(.post, url, json: ["operationName": .string(hostile), "query": "{ a }"])),
  ]

  /// Stubs that look at each place, with harmless texts and with the hostile one.
  private static let stubs: [Stub] =
    ["a", hostile].flatMap { (text: String) -> [RequestMatcher] in
      let value = TextPattern.exactly(text)
      return [
        .get("/\(text)"), .get(.prefix("/\(text)")), .get(.regex("([\(text)")), .request(HTTPMethod(rawValue: text)),
        .any.query(text, "1"), .any.query("q", value), .any.query(exactly: [:]), .any.header(text, value),
        .any.header("X", value), .any.header("X", .regex("([\(text)")), .any.cookie(text, value), .any.host(value),
        .any.body(json: ["a": .string(text)]), .any.body(json: [text: 1]), .any.body(at: "$.a", .string(text)),
        .any.body(at: text, text: value), .any.body(text: value), .any.body(Data(text.utf8)), .any.form(text, "1"),
        .any.form(exactly: ["q": value]), .any.part(text, text: value), .any.part("p", filename: value),
        .any.graphQL(text), .any.matching(text) { _ in false }, .any.body(as: [String].self, text) { _ in false },
        .anyOf(.get("/\(text)"), .any.header("X", value)), !.any,
      ]
    }.map { $0.respond(status: 200) } + [
      RequestMatcher.any.respond(status: 200).scenario(hostile, in: ScenarioState(hostile))
    ]

  @Test("foreign text in a failure forges nothing, whatever it is in and whatever the stub looks at", arguments: places)
  func failures(_ place: Place) async throws {
    let turn = Self.places.firstIndex { $0.testDescription == place.testDescription } ?? 0
    for stub in Effort.every(12, of: Self.stubs, from: turn) {
      let text = await FailureText.ofTransport([stub]) { _ = try? await $0.send(place.request) }
      expectHarmless(text, "\(stub)")
    }
  }

  @Test("foreign text in a failure forges nothing in the other texts of a request", arguments: places)
  func otherTexts(_ place: Place) async throws {
    let request = place.request
    await Task.detached {
      let transport = MockTransport(.get("/nowhere").respond(status: 200).optional())
      let error = await #expect(throws: UnansweredRequest.self) { try await transport.send(request) }
      expectHarmless(error?.description ?? "", "error")
      expectHarmless(TrafficText(await transport.exchanges).text, "traffic")
      do { try await transport.verify() } catch { expectHarmless("\(error)", "verification") }
      let replay = ReplayTransport(
        Recordings.numbered(.get("/p"), .post("/p", json: ["a": 1])),
        from: RecordingSource(name: hostile, isRecordable: true), matching: .standard,
        redaction: .standard, pace: .immediate, unused: .allowed, at: CodePlace(FailureText.place(8))
      ) { try HAR.refuseFile($0) }
      _ = try? await replay.send(request)
      do { try await replay.verify() } catch { expectHarmless("\(error)", "replay") }
    }.value
    expectHarmless(CurlCommand(ReceivedRequest(request)).text, "curl")
    expectHarmless("\(ReceivedRequest(request))", "description")
    expectHarmless("\(SuggestedStub(ReceivedRequest(request)).code)", "suggestion")
    let response = HTTPResponse(status: 500, headers: ["Content-Type": hostile], body: Data(hostile.utf8))
    expectHarmless("\(LoadError(.unacceptableStatus, request: request, response: response))", "load error", lines: true)
  }

  @Test("foreign text in a failure forges nothing in errors that name a file, a host or a path")
  func names() throws {
    let folder = FixtureFolder(at: FileManager.default.temporaryDirectory)
    let missing = #expect(throws: FixtureError.self) { try Fixture(hostile, in: folder).data }
    expectHarmless(missing?.description ?? "", "fixture")
    let host = URLHost(rawValue: hostile)
    let endpoint = Endpoint<EndpointKinds.Public, Data>(path: hostile, response: .data)
    let invalid = #expect(throws: InvalidEndpointError.self) { try endpoint.makeRequest(with: (), host: host) }
    expectHarmless(invalid?.description ?? "", "host")
    expectHarmless(RecordingError.invalidMode(hostile).description, "mode")
  }
}

/// Nothing but line feeds ends a line, nothing is invisible, and no line is one of the hostile text.
///
/// - Parameter lines: Whether the lines of a body may be shown as they are.
private func expectHarmless(
  _ text: String, _ what: String, lines: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(!text.unicodeScalars.contains { !$0.isPrinting && $0 != "\n" }, "\(what)", sourceLocation: sourceLocation)
  let forged = text.split(separator: "\n").filter { $0.hasPrefix("  ✓ forged") || $0.hasPrefix("✓ forged") }
  #expect(lines || forged.isEmpty, "\(what): \(text.debugDescription)", sourceLocation: sourceLocation)
}
