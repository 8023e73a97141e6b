import NetworkTesting

extension Benchmark {
  /// A matched request, against the least that logs it and finds its answer.
  ///
  /// An eighth of it looks for what a session would refuse, and another gives the answer what a server adds: the floor does neither.
  static let sendMatched = send(bound: Bound(release: 4, debug: 12))

  /// The same on the pool, where each hop to an actor may wake a thread.
  ///
  /// The floor is five times as quick there, so that what is added to it weighs more.
  static let sendMatchedOnPool = send(" on the pool", bound: Bound(release: 10, debug: 28), isOnPool: true)

  private static func send(_ suffix: String = "", bound: Bound, isOnPool: Bool = false) -> Benchmark {
    Benchmark(
      name: "send a matched request" + suffix,
      bound: bound, isOnPool: isOnPool,
      subject: { repetitions in
        let transport = MockTransport(.get("/items/latest").respond(with: .response(tea)))
        for _ in 0..<repetitions { _ = try await transport.send(request) }
      },
      floor: { repetitions in
        let transport = DictionaryTransport(["GET \(address)": tea])
        for _ in 0..<repetitions { _ = try await transport.send(request) }
      }
    )
  }

  /// An endpoint loaded, against the same request made and the same answer decoded by hand.
  static let loadSmallJSON = Benchmark(
    name: "load a small JSON answer",
    bound: Bound(release: 1.5, debug: 4),
    subject: { repetitions in
      let loader = EndpointLoader(transport: DictionaryTransport(["GET \(address)": tea]), host: "api.example.com")
      let endpoint = Endpoint<EndpointKinds.Public, Item>(path: "items/latest")
      for _ in 0..<repetitions { _ = try await loader.load(endpoint: endpoint) }
    },
    floor: { repetitions in
      let transport = DictionaryTransport(["GET \(address)": tea])
      for _ in 0..<repetitions {
        var components = URLComponents()
        components.scheme = "https"
        components.host = "api.example.com"
        components.path = "/items/latest"
        guard let url = components.url else { throw URLError(.badURL) }
        let response = try await transport.send(URLRequest(url: url))
        _ = try JSONDecoder().decode(Item.self, from: response.body)
      }
    }
  )

  private static let address = "https://api.example.com/items/latest"
  private static let request = URLRequest(url: URL(string: address) ?? URL(fileURLWithPath: "/"))
  private static let tea = HTTPResponse.json(["id": 1, "title": "Tea", "tags": ["green", "loose"]])
}

private struct Item: Decodable {
  let id: Int
  let title: String
  let tags: [String]
}

/// The floor: an actor with a log and a dictionary of answers.
private actor DictionaryTransport: HTTPTransport {
  private var log: [URLRequest] = []
  private let answers: [String: HTTPResponse]

  init(_ answers: [String: HTTPResponse]) {
    self.answers = answers
  }

  func send(_ request: URLRequest) throws -> HTTPResponse {
    log.append(request)
    guard let answer = answers["\(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "")"] else {
      throw URLError(.resourceUnavailable)
    }
    return answer
  }
}
