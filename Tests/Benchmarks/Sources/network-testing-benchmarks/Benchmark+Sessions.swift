import NetworkTesting

extension Benchmark {
  /// A request through a mocked session, against the barest protocol that answers at once and knows one answer.
  ///
  /// Both sessions are made of the same configuration, without a cache, and are called alike. A third of a call is what the barest
  /// protocol does not: it prepares the request as a session does, and looks for what that would refuse; it matches and logs it,
  /// which is half of the third; and it hands the end over so that a cancellation wins until the caller is told.
  static let sessionOneStub = session("data(for:) through a mocked session, 1 stub", stubs: 1, send: load)

  /// The same, among 10,000 stubs.
  static let sessionManyStubs = session(
    "data(for:) through a mocked session, \(many.grouped) stubs", stubs: many, send: load)

  /// The same for a completion handler.
  ///
  /// It is told when the thread that has resumed the task could cancel it, which is one more look at that thread, on the queue that
  /// tells.
  static let sessionHandler = session(
    "completion handler through a mocked session, 1 stub", stubs: 1, bound: handlerBound, send: call)

  /// The same, among 10,000 stubs.
  static let sessionHandlerManyStubs = session(
    "completion handler through a mocked session, \(many.grouped) stubs", stubs: many, bound: handlerBound, send: call)

  private static let handlerBound = Bound(release: 2.2, debug: 4.5)

  /// The same, each answer from another address, so that no head serves for two: what matching and the log add to a call,
  /// where the lines above save the making of a head.
  ///
  /// Each head has the length and the date that a server adds, which the floor's has not, and Foundation parses them all.
  static let sessionNewHeads = session(
    "data(for:) through a mocked session, new heads", stubs: many, bound: Bound(release: 2.5, debug: 4.6)
  ) { session in
    for request in requests { _ = try await session.data(for: request) }
  }

  /// A redirect while other tasks of the session are open, against one while none is: what decides for a task is found at once.
  static let sessionOpenTasks: Benchmark = {
    let transport = { @Sendable () -> MockTransport in
      MockTransport(
        .get("/open").respond(with: .text("tea").delayed(by: .seconds(1_000))).optional(),
        .get("/items/0").respond(with: .redirect(to: "/items/1")).optional(),
        .get("/items/1").respond(with: .text("tea")).optional())
    }
    let (busy, idle) = (
      URLSession.mocked(by: transport(), configuration: configuration),
      URLSession.mocked(by: transport(), configuration: configuration)
    )
    let open = URLRequest(url: URL(string: "https://api.example.com/open") ?? URL(fileURLWithPath: "/"))
    for _ in 0..<2_000.scaled { busy.dataTask(with: open) { _, _, _ in }.resume() }
    return Benchmark(
      name: "redirect while \(2_000.scaled.grouped) tasks are open, by one while none is",
      bound: Bound(release: 1.5, debug: 1.5),
      repetitions: 50,
      samples: 51,
      subject: { repetitions in
        for _ in 0..<repetitions { try await load(busy) }
      },
      floor: { repetitions in
        for _ in 0..<repetitions { try await load(idle) }
      }
    )
  }()

  private static let many = 10_000.scaled

  private static func session(
    _ name: String, stubs: Int, bound: Bound = Bound(release: 1.7, debug: 3.7),
    send: @escaping @Sendable (URLSession) async throws -> Void
  ) -> Benchmark {
    let mocked = URLSession.mocked(by: transport(stubs: stubs), configuration: configuration)
    let bareConfiguration = configuration
    bareConfiguration.protocolClasses = [BareProtocol.self]
    let bare = URLSession(configuration: bareConfiguration)
    return Benchmark(
      name: name,
      bound: bound,
      repetitions: 50,
      samples: 201,
      subject: { repetitions in
        for _ in 0..<repetitions { try await send(mocked) }
      },
      floor: { repetitions in
        for _ in 0..<repetitions { try await send(bare) }
      }
    )
  }

  private static var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    return configuration
  }

  private static func transport(stubs: Int) -> MockTransport {
    MockTransport((0..<stubs).map { .get("/items/\($0)").respond(with: .text("tea")).optional() })
  }

  @Sendable private static func load(_ session: URLSession) async throws {
    _ = try await session.data(for: request)
  }

  @Sendable private static func call(_ session: URLSession) async {
    await withCheckedContinuation { done in
      session.dataTask(with: request) { _, _, _ in done.resume() }.resume()
    }
  }

  private static let requests = (0..<2).map { number in
    URLRequest(url: URL(string: "https://api.example.com/items/\(number)") ?? URL(fileURLWithPath: "/"))
  }

  private static let request = requests[0]
}

/// The floor: one answer, given at once.
private final class BareProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let fields = ["Content-Type": "text/plain; charset=utf-8"]
    guard let url = request.url,
      let head = HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: fields)
    else { return }
    client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data("tea".utf8))
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}
