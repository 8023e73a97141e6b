import NetworkLoopback
import TestSupport

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

  private static func requests() throws -> [URLRequest] {
    func request(_ method: String, _ path: String, _ body: String? = nil, _ fields: [String: String] = [:]) throws
      -> URLRequest
    {
      var request = URLRequest(url: try #require(URL(string: "https://api.example.com\(path)")))
      request.httpMethod = method
      request.httpBody = body.map { Data($0.utf8) }
      for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
      return request
    }
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

  private struct Run {
    var answers: [String] = []
    var log: [String] = []
    var issues: [String] = []
  }

  private func run(_ depth: Depth) async throws -> Run {
    var run = Run()
    let requests = try Self.requests()
    let issues = await recordedIssues {
      let transport = MockTransport(Self.stubs())
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
    }
    run.issues = issues.map {
      $0.text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.contains("Sent by") }.joined(
        separator: "\n")
    }
    return run
  }

  @Test func `bodies, logs and failure texts are equal at the three depths`() async throws {
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
}
