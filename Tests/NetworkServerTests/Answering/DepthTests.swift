import NetworkLoopback
import NetworkTesting
import TestSupport

@testable import NetworkStubs

/// One list of stubs, at the three depths.
struct DepthTests {
  enum Depth: String, CaseIterable { case injected, session, socket }

  private static let stubs: @Sendable () -> [Stub] = {
    [
      .get("/items").query("page", 2).respond(json: ["Tea"]),
      .post("/items").body(json: ["title": "Tea"]).header("X-Kind", "a").respond(json: ["id": 1], status: 201),
      .get("/file").respond(with: .fixture("notes.txt")),
      .get("/stream").respond(with: .stream("one\n", "two\n")),
      .get("/closure").respond { HTTPResponse(status: 202, body: Data("\($0.method) \($0.path)".utf8)) },
      .get("/inOrder").respond(inOrder: .status(503), .text("second")),
      .put("/form").form("a", "b").respond(status: 204),
    ]
  }

  private static func request(
    _ method: String, _ path: String, _ body: String? = nil, _ fields: [String: String] = [:]
  ) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com\(path)")))
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    return request
  }

  private static func requests() throws -> [URLRequest] {
    return try [
      request("GET", "/items?page=2"),
      request("POST", "/items", #"{"title":"Tea"}"#, ["Content-Type": "application/json", "X-Kind": "a"]),
      request("GET", "/file"), request("GET", "/stream"), request("GET", "/closure"), request("GET", "/inOrder"),
      request("GET", "/inOrder"),
      request("PUT", "/form", "a=b", ["Content-Type": "application/x-www-form-urlencoded"]),
      request("POST", "/items", #"{"title":"Tee"}"#, ["Content-Type": "application/json", "X-Kind": "b"]),
      request("GET", "/itemz?page=3"),
    ]
  }

  private struct Run: Equatable {
    var answers: [String] = []
    var log: [String] = []
    var issues: [String] = []
  }

  private func run(_ depth: Depth, _ stubs: [Stub], _ requests: [URLRequest]) async throws -> Run {
    var run = Run()
    let issues = await recordedIssues {
      let transport = MockTransport(stubs)
      let server = try depth == .socket ? LoopbackServer(answering: transport, as: "api.example.com") : nil
      let session: URLSession? =
        depth == .injected ? nil : depth == .session ? .mocked(by: transport) : URLSession(configuration: .ephemeral)
      for request in requests {
        var request = request
        if let server, let url = request.url {
          request.url = URL(
            string: url.absoluteString.replacingOccurrences(of: "https://api.example.com", with: "\(server.host)"))
        }
        do {
          let sender: any HTTPTransport = session.map { URLSessionTransport(session: $0) } ?? transport
          let response = try await sender.send(request)
          // No client takes this one for an answer: at the other depths it is an error.
          run.answers.append(
            response.status == 501 ? "error" : "\(response.status) \(String(decoding: response.body, as: UTF8.self))")
        } catch {
          run.answers.append("error")
        }
      }
      run.log = await transport.exchanges.map { exchange in
        let own = ["Accept", "Accept-Encoding", "Accept-Language", "User-Agent"]
        let fields = exchange.request.headers.filter { !own.contains($0.name) }.map { "\($0.name)=\($0.value)" }
          .sorted()
        let outcome =
          switch exchange.outcome {
          case .answered(let response): "\(response.status) \(response.body.count)"
          case .unanswered: "unanswered"
          default: "\(exchange.outcome)"
          }
        return
          "\(exchange.number) \(exchange.request) \(fields) \(String(decoding: exchange.request.body, as: UTF8.self)) \(outcome)"
      }
      session?.invalidateAndCancel()
      await server?.stop()
      try await transport.verify()
    }
    run.issues = issues.map {
      $0.text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.contains("Sent ") }.joined(
        separator: "\n")
    }
    return run
  }

  private func run(_ depth: Depth) async throws -> Run { try await run(depth, Self.stubs(), Self.requests()) }

  @Test("bodies, logs and failure texts are equal at the three depths") func sameAtEachDepth() async throws {
    let (injected, session, socket) = (try await run(.injected), try await run(.session), try await run(.socket))
    #expect(injected.answers.filter { $0 == "error" }.count == 2)
    #expect(session.answers == injected.answers)
    #expect(socket.answers == injected.answers)
    #expect(session.log == injected.log)
    #expect(socket.log == injected.log)
    #expect(injected.issues.count == 2)
    #expect(session.issues == injected.issues)
    #expect(socket.issues == injected.issues)
  }

  @Test(
    "drawn lists of stubs and requests have equal bodies, logs and failure texts at the three depths",
    arguments: Effort.seeds(1, full: 60))
  func drawnRequests(
    seed: UInt64
  ) async throws {
    // Each depth has stubs of its own, drawn alike.
    func drawn() throws -> ([Stub], [URLRequest]) {
      var generator = Dice(seed: seed)
      let stubs = (0..<(1 + generator.index(below: 6))).map { _ in Self.stub(&generator) }
      return (stubs, try (0..<(1 + generator.index(below: 9))).map { _ in try Self.request(&generator) })
    }
    let (stubs, requests) = try drawn()
    let injected = try await run(.injected, stubs, requests)
    for depth in [Depth.session, .socket] {
      let (stubs, requests) = try drawn()
      let run = try await run(depth, stubs, requests)
      #expect(run.answers == injected.answers, "\(depth), seed \(seed)")
      #expect(run.log == injected.log, "\(depth), seed \(seed)")
      #expect(run.issues == injected.issues, "\(depth), seed \(seed)")
    }
  }

  private static let methods = ["GET", "POST", "PUT", "DELETE", "PATCH"]
  private static let paths = ["/a", "/b", "/a/7", "/a/x%20y", "/é"]
  private static let bodies: [(text: String, type: String)] = [
    (#"{"id":1,"name":"Ada"}"#, "application/json"), (#"{"id":2}"#, "application/json"),
    ("a=b&c=d", "application/x-www-form-urlencoded"),
    ("Grüße", "text/plain; charset=utf-8"), (String(repeating: "x", count: 70_000), "application/octet-stream"),
  ]

  private static func stub(_ generator: inout Dice) -> Stub {
    func draw<Value>(_ values: [Value]) -> Value { values[generator.index(below: values.count)] }
    let url = draw(["/a", "/b", "/a/{id}", "/a/*", "/**", "https://api.example.com/a", "/\u{E9}"]) as URLPattern
    var matcher = draw([.any(url)] + methods.map { .request(HTTPMethod(rawValue: $0), url) }) as RequestMatcher
    if draw([true, false, false]) { matcher = matcher.query("page", 2) }
    if draw([true, false, false]) { matcher = matcher.header("X-Kind", "a") }
    switch draw([0, 1, 2, 3, 4, 5, 6]) {
    case 0: matcher = matcher.body(json: ["id": 1, "name": "Ada"])
    case 1: matcher = matcher.form("a", "b")
    case 2: matcher = matcher.bearer("12345")
    default: break
    }
    let stub: Stub =
      switch draw([0, 1, 2, 3, 4, 5, 6, 7]) {
      case 0: matcher.respond(json: ["id": 1])
      case 1: matcher.respond(status: draw([201, 204, 304, 404, 500, 503]))
      case 2: matcher.respond(with: .stream("one ", "two"))
      case 3: matcher.respond(with: .fixture("notes.txt"))
      case 4: matcher.respond { HTTPResponse(status: 202, headers: ["X-Path": $0.path], body: $0.body) }
      case 5: matcher.respond(inOrder: .status(503), .text("then"))
      case 6: matcher.respond(with: .data(Data(repeating: 0xFF, count: 100_000)))
      default: matcher.respond(with: .text("late").delayed(by: .milliseconds(1)))
      }
    return draw([stub, stub, stub.once(), stub.optional(), stub.times(2)])
  }

  private static func request(_ generator: inout Dice) throws -> URLRequest {
    func draw<Value>(_ values: [Value]) -> Value { values[generator.index(below: values.count)] }
    let method = draw(methods)
    let path = draw(paths) + draw(["", "", "?page=2", "?page=3&q=%20", "?q"])
    let (body, type) = draw(bodies)
    var fields: [String: String] = [:]
    if draw([true, false]) { fields["X-Kind"] = draw(["a", "b"]) }
    if draw([true, false, false]) { fields["Authorization"] = draw(["Bearer 12345", "Bearer 54321"]) }
    // A session sends no body with GET.
    guard method != "GET", draw([true, true, false]) else { return try request(method, path, nil, fields) }
    fields["Content-Type"] = type
    return try request(method, path, body, fields)
  }
}
