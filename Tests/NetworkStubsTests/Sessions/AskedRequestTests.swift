import NetworkEndpoints
import NetworkLoopback
import NetworkStubs
import NetworkTesting
import TestSupport

@Suite("A question about the way of a request", .timeLimit(.minutes(15)))
struct AskedRequestTests {
  private static let closed = "http://127.0.0.1:9"
  private static let tea = Data("tea".utf8)

  private static func streamed(to url: String) -> URLRequest {
    var request = URLRequest.make(.post, url)
    request.httpBodyStream = InputStream(data: tea)
    return request
  }

  @Test(
    "the head decides about the way of a request whose body can be read only once",
    arguments: [
      (.post("/a"), true), (.post("/b"), false), (.get("/a"), false),
      (.post("/a").query("q", "1"), true), (.post("/a").query("q", "2"), false),
      (.post("/a").header("X-App", "1"), true), (.post("/a").header("X-App", "2"), false),
      (.post("/a").headers(exactly: ["X-App": "1", "Cookie": "id=1"]), true),
      (.post("/a").headers(exactly: [:]), false),
      (.post("/a").cookie("id", "1"), true), (.post("/a").cookie("id", "2"), false), (.any.port(8080), false),
      (.post("/a").body(text: "coffee"), true), (.post("/a").body(Data()), true),
      (.post("/a").body(json: ["id": 1]), true), (.post("/a").form(["id": "1"]), true),
      (.post("/a").matching("never") { _ in false }, true),
      (!RequestMatcher.any.matching("always") { _ in true }, true),
      (!RequestMatcher.any.header("X-App", "1"), false), (.post("/a") && !RequestMatcher.any.body(text: "tea"), true),
      (.get("/a") || .post("/b"), false), (.get("/a") || .any.body(text: "coffee"), true),
    ] as [(RequestMatcher, Bool)])
  func head(matcher: RequestMatcher, isTaken: Bool) {
    var request = Self.streamed(to: "https://api.example.com/a?q=1")
    request.setValue("1", forHTTPHeaderField: "X-App")
    request.setValue("id=1", forHTTPHeaderField: "Cookie")
    let received = ReceivedRequest(headOf: request)
    #expect(matcher.takes(received) == isTaken)
    // What it has not read is still there.
    #expect(request.withBodyRead().httpBody == Self.tea)
  }

  #if canImport(FoundationNetworking)
    @Test(
      "a question about the way of a request leaves a streamed body whole for the test's own server", .everySession())
    func server() async throws {
      let transport = await Task.detached { MockTransport(.post("/tea").respond(status: 201)) }.value
      try await withLoopbackServer(answering: transport) { server in
        let session = URLSession(configuration: .ephemeral)
        let (_, response) = try await session.data(for: Self.streamed(to: "\(server.host)/tea"))
        #expect((response as? HTTPURLResponse)?.statusCode == 201)
      }
      #expect(await transport.requests.map(\.body) == [Self.tea])
    }

    @Test(
      "a question about the way of a request leaves a streamed body whole for a stub",
      .everySession(.post("\(closed)/tea").body(text: "tea").respond(status: 201)))
    func stub() async throws {
      let session = URLSession(configuration: .ephemeral)
      let (_, response) = try await session.data(for: Self.streamed(to: "\(Self.closed)/tea"))
      #expect((response as? HTTPURLResponse)?.statusCode == 201)
    }

    @Test(
      "a question about the way of a request leaves a streamed body whole that a queue sends",
      .everySession(.post("/tea").body(text: "tea").respond(text: "thanks")).fromAnywhere())
    func queue() async {
      let session = URLSession(configuration: .ephemeral)
      let data: Data? = await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          session.dataTask(with: Self.streamed(to: "https://api.example.com/tea")) { data, _, _ in
            continuation.resume(returning: data)
          }.resume()
        }
      }
      #expect(data == Data("thanks".utf8))
    }

    @Test("a question about the way of a request asks no predicate about a body that it has not read")
    func predicate() async throws {
      let bodies = Protected<[Data]>([])
      let stub = Stub.post("\(Self.closed)/tea").matching("is tea") { request in
        bodies.withLock { $0.append(request.body) }
        return request.body == Self.tea
      }.respond(status: 201)
      let test = try #require(Test.current)
      try await EverySessionTrait.everySession(stub).provideScope(for: test, testCase: Test.Case.current) {
        _ = try await URLSession(configuration: .ephemeral).data(for: Self.streamed(to: "\(Self.closed)/tea"))
      }
      let asked = bodies.withLock { $0 }
      #expect(!asked.isEmpty && asked.allSatisfy { $0 == Self.tea })
    }

    @Test(
      "a question about the way of a request is about what the server gets: no dots, and the session's fields",
      .everySession(
        .get("\(closed)/b").header("X-App", "1").respond(text: "b")))
    func sent() async throws {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpAdditionalHeaders = ["X-App": "1"]
      let url = try #require(URL(string: "http://127.0.0.1:9/a/../b"))
      let (data, _) = try await URLSession(configuration: configuration).data(from: url)
      #expect(data == Data("b".utf8))
    }

    @Test(
      "a question about the way of a request knows the data of an upload",
      .everySession(.put("\(closed)/cup").body(text: "tea").respond(status: 204)),
      arguments: [false, true])
    func upload(isFile: Bool) async throws {
      let folder = try TemporaryFolder()
      let file = folder.url.appendingPathComponent("cup")
      try Self.tea.write(to: file)
      let session = URLSession(configuration: .ephemeral)
      let request = URLRequest.make(.put, "\(Self.closed)/cup")
      let (_, response) =
        isFile
        ? try await session.upload(for: request, fromFile: file)
        : try await session.upload(for: request, from: Self.tea)
      #expect((response as? HTTPURLResponse)?.statusCode == 204)
      // No stub is meant for it, so it is sent, and nothing answers there.
      let error = await #expect(throws: URLError.self) {
        try await session.upload(for: request, from: Data("ink".utf8))
      }
      #expect(error?.code == .cannotConnectToHost)
    }
  #endif
}
