import NetworkEndpoints
import NetworkLoopback
import NetworkStubs
import TestSupport

/// Server-sent events that are read over a socket; browsers read them in `OtherClientTests`.
struct EventStreamTests {
  private static let prices = Endpoint<EndpointKinds.Public, Void>(path: "prices")
  private static let first = ServerSentEvent("one", id: "é 1", retry: .milliseconds(1))

  private static func read(_ host: URLHost) async throws -> [String] {
    let loader = EndpointLoader(transport: URLSessionTransport(), host: host)
    var read: [String] = []
    for try await event in loader.events(endpoint: prices) { read.append("\(event.id ?? "-") \(event.data)") }
    return read
  }

  @Test(
    "the next connection goes on after the last event, whatever ended the one before",
    .loopbackServer(
      .get("/prices").respond(
        inOrder: .events([first]),
        .stream(
          "id: 2\ndata: two\n\nid: 3\ndata: lost", .failure(.networkConnectionLost),
          headers: ["Content-Type": "text/event-stream"]),
        .fault(.connectionClosedBeforeHead), .events([ServerSentEvent("four", id: "4")]), .status(204))))
  func resumesEvents() async throws {
    let server = try LoopbackServer.current
    #expect(try await Self.read(server.host) == ["é 1 one", "2 two", "4 four"])
    #expect(
      await MockTransport.current.requests.map { $0.headers["Last-Event-ID"] } == [nil, "é 1", "2", "2", "4"])
  }

  @Test(
    "cancellation ends the connection",
    .loopbackServer(.get("/prices").respond(with: .events(["one"]).delayed(by: .seconds(5)))), .virtualTime)
  func cancellation() async throws {
    let host = try LoopbackServer.current.host
    let reader = Task { try await Self.read(host) }
    try await VirtualClock.current?.waitForSleepers(1)
    reader.cancel()
    await #expect(throws: CancellationError.self) { try await reader.value }
  }

  @Test(
    "a page in place of events is an error",
    .loopbackServer(.get("/prices").respond(with: .text("<html>", contentType: "text/html"))))
  func pageForEvents() async throws {
    let host = try LoopbackServer.current.host
    let error = await #expect(throws: LoadError.self) { try await Self.read(host) }
    #expect(error?.code == .notEvents)
  }
}
