import NetworkEndpoints
import NetworkSimulation
import NetworkTesting

/// Correct code is cancelled at every moment: no test of it fails.
@Suite("Code that is cancelled at any await")
struct CancelledFlowTests {
  /// What apps do again and again, written as it should be.
  enum Flow: CaseIterable {
    case search, refresh, upload

    func run(_ loader: EndpointLoader) async throws {
      switch self {
      case .search:
        for text in ["t", "te", "tea"] {
          try await Task.sleep(for: .milliseconds(300), clock: .simulated)
          _ = try await loader.load(endpoint: .search(text))
        }
      case .refresh:
        do { try await loader.load(endpoint: .me, using: "old") } catch let error as LoadError
          where error.response.status == 401
        {
          let token = try await loader.load(endpoint: .token)
          try await loader.load(endpoint: .me, using: AccessToken(token))
        }
      case .upload:
        for part in 0..<3 { try await loader.load(endpoint: .upload(part)) }
        for try await line in try await loader.stream(endpoint: .progress).lines where line == "done" { return }
      }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "code that is cancelled at any await is green, whatever came until then",
    .simulated(runs: 20), .host("shop.test"),
    .network(
      .get("/search").respond(json: ["Tea"]).optional(),
      .get("/me").bearer("old").respond(status: 401).optional(),
      .get("/me").bearer("new").respond(json: ["name": "Ada"]).optional(),
      .post("/token").respond(with: .json("new")).optional(),
      .put("/parts/{part}").respond(status: 204).optional(),
      .get("/progress").respond(with: .stream("half\n", .pause(.milliseconds(500)), "done\n")).optional()),
    arguments: Flow.allCases, 0..<12)
  func cancelled(flow: Flow, step: Int) async throws {
    let loader = EndpointLoader()
    let task = Task { try await flow.run(loader) }
    try await Task.sleep(for: .milliseconds(250 * step), clock: .simulated)
    task.cancel()
    do { try await task.value } catch is CancellationError {} catch let error as URLError where error.code == .cancelled
    {}
  }
}

extension Endpoint where Kind == EndpointKinds.Public, Response == [String] {
  fileprivate static func search(_ text: String) -> Self {
    Self(path: "search", queryItems: [URLQueryItem(name: "q", value: text)])
  }
}

extension Endpoint where Kind == EndpointKinds.Public, Response == String {
  fileprivate static var token: Self { Self(method: .post, path: "token", response: .json()) }
  fileprivate static var progress: Self { Self(path: "progress") }
}

extension Endpoint where Kind == EndpointKinds.Public, Response == Void {
  fileprivate static func upload(_ part: Int) -> Self {
    Self(method: .put, path: "parts/\(part)", body: .data(Data(repeating: 7, count: 100_000), contentType: "image/png"))
  }
}

extension Endpoint where Kind == EndpointKinds.Private, Response == Void {
  fileprivate static var me: Self { Self(path: "me") }
}
