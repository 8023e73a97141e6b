import NetworkTesting
import TestSupport

@Suite("A mocked session")
struct SessionTests {
  @Test("a mocked session has the fields of each answer, also where answers are alike but for one")
  func similarHeads() async throws {
    let heads: [HTTPHeaders] = [["X-A": "1"], ["X-A": "2"], ["X-B": "2"], ["X-B": "2", "X-C": "3"], ["X-B": "2"]]
    let transport = MockTransport(heads.map { .get("/a").respond(with: .status(200, headers: $0)).once() })
    let session = URLSession.mocked(by: transport)
    for fields in heads {
      let head = try await session.answer(to: .test("/a")).head
      for name in ["X-A", "X-B", "X-C"] { #expect(head.value(forHTTPHeaderField: name) == fields[name]) }
    }
  }

  #if canImport(FoundationNetworking)
    @Test("a mocked session makes one head on Linux for answers that are alike")
    func sameHead() async throws {
      // The date of now would change with the second.
      let date: HTTPHeaders = ["Date": "Sun, 06 Nov 1994 08:49:37 GMT"]
      let session = URLSession.mocked(by: MockTransport(.get("/a").respond(status: 204, headers: date)))
      let first = try await session.answer(to: .test("/a")).head
      #expect(try await session.answer(to: .test("/a")).head === first)
    }
  #endif

  @Test("a mocked session returns the status, the header fields and the body of its answer")
  func answer() async throws {
    let session = URLSession.mocked(
      by: MockTransport(.get("/a").respond(with: .text("tea", status: 418, headers: ["X-Kind": "green"]))))
    let (text, head) = try await session.answer(to: .test("/a"))
    #expect(text == "tea")
    #expect(head.statusCode == 418)
    #expect(head.value(forHTTPHeaderField: "x-kind") == "green")
    #expect(head.url == .test("/a"))
  }

  @Test("a mocked session answers a task with a completion handler")
  func completionHandler() async throws {
    let session = URLSession.mocked(by: MockTransport(.get("/a").respond(with: .text("tea"))))
    let data = await withCheckedContinuation { continuation in
      session.dataTask(with: .test("/a")) { data, _, _ in continuation.resume(returning: data) }.resume()
    }
    #expect(data == Data("tea".utf8))
  }

  @Test("hands an error to the caller as the stub has it")
  func error() async {
    let session = URLSession.mocked(by: MockTransport(.get("/a").respond(with: .error(.notConnectedToInternet))))
    let error = await #expect(throws: URLError.self) { try await session.data(from: .test("/a")) }
    #expect(error?.code == .notConnectedToInternet)
  }

  @Test("delivers a body of any size whole", arguments: [0, 1, 65_536, 3_000_001])
  func whole(count: Int) async throws {
    let body = Data(String(repeating: "0123456789\n", count: count / 11 + 1).utf8.prefix(count))
    let session = URLSession.mocked(by: MockTransport(.get("/a").respond(with: .data(body))))
    #expect(try await session.data(from: .test("/a")).0 == body)
  }

  @Test(
    "a mocked session gives no body to an answer that has none", arguments: [("HEAD", 200), ("GET", 204), ("GET", 304)])
  func bodyless(method: String, status: Int) async throws {
    let session = URLSession.mocked(
      by: MockTransport(
        .any.respond { _ in HTTPResponse(status: status, headers: ["ETag": "1"], body: Data("never".utf8)) }))
    let (text, head) = try await session.answer(to: .test("/a", method))
    #expect(text.isEmpty)
    #expect(head.statusCode == status)
    #expect(head.value(forHTTPHeaderField: "ETag") == "1")
  }

  @Test(
    "hands on a demand for credentials, as on Apple platforms",
    arguments: [#"Basic realm="x""#, "Bearer", #"Digest realm="x", nonce="1""#])
  func unauthorized(challenge: String) async throws {
    let session = URLSession.mocked(
      by: MockTransport(.any.respond(with: .text("no", status: 401, headers: ["WWW-Authenticate": challenge]))),
      as: .apple)
    let (text, head) = try await session.answer(to: .test("/a"))
    #expect(text == "no")
    #expect(head.statusCode == 401)
    #expect(head.value(forHTTPHeaderField: "WWW-Authenticate") == challenge)
    #expect(head.url == .test("/a"))
  }

  @Test("a mocked session sends what the request says, and the configuration's header fields where it says nothing")
  func request() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["X-App": "1", "Accept": "text/html"]
    let transport = MockTransport(.any.respond(status: 201))
    let session = URLSession.mocked(by: transport, configuration: configuration)
    _ = try await session.data(for: .test("/a?b=c", "PUT", headers: ["Accept": "text/plain"], body: "tea"))
    let request = try #require(await transport.requests.first)
    #expect(request.method == "PUT")
    #expect(request.url == .test("/a?b=c"))
    #expect(request.body == Data("tea".utf8))
    #expect(request.headers["X-App"] == "1")
    #expect(request.headers["Accept"] == "text/plain")
  }

  @Test("a mocked session can be made from a configuration that changes before and after")
  func configuration() async throws {
    let transport = MockTransport(.any.respond(status: 200))
    let configuration = URLSessionConfiguration.mocked(by: transport)
    configuration.httpAdditionalHeaders = ["X-App": "1"]
    _ = try await URLSession(configuration: configuration).data(from: .test("/a"))
    let request = try #require(await transport.requests.first)
    #expect(request.headers["X-App"] == "1")
  }

  @Test("a mocked session takes any transport")
  func ownTransport() async throws {
    struct Echo: HTTPTransport {
      func send(_ request: URLRequest) async throws -> HTTPResponse { HTTPResponse(body: request.httpBody ?? Data()) }
    }
    let session = URLSession.mocked(by: Echo())
    #expect(try await session.answer(to: .test("/", "POST", body: "tea")).text == "tea")
  }

  @Test(
    "a mocked session keeps its queue to itself: a test that waited for a request may use the session at once",
    arguments: 0..<50)
  func ownQueue(number: Int) async throws {
    let transport = MockTransport(.any.respond(status: 200))
    let session = URLSession.mocked(by: transport)
    async let first = session.data(from: .test("/\(number)"))
    _ = try await transport.nextRequest()
    session.dataTask(with: .test("/again")).resume()
    _ = try await transport.nextRequest(matching: .get("/again"))
    _ = try await first
  }

  @Test("a mocked session may be used by the stub that answers for it")
  func reentrant() async throws {
    let session = Mutexed<URLSession>()
    let transport = MockTransport(
      .get("/inner").respond(with: .text("inner")),
      .get("/outer").respond { _ in
        HTTPResponse(body: try await #require(session.value).data(from: .test("/inner")).0)
      })
    session.value = .mocked(by: transport)
    #expect(try await session.value?.answer(to: .test("/outer")).text == "inner")
  }
}

// Set once, before it is read from elsewhere; the lock is for the compiler's peace and the sanitizer's.
final class Mutexed<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value?

  var value: Value? {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }

  func change<Result>(_ body: (inout Value?) -> Result) -> Result { lock.withLock { body(&stored) } }
}
