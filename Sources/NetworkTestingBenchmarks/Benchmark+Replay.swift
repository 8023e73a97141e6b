import NetworkTesting

// What a large recording costs, against a small one.

extension Benchmark {
  /// Requests without secrets, each of its own.
  static let replay = finding("replay from 10,000 exchanges", many: { Replayed.many }, few: { Replayed.few })

  /// Requests with a token that the recording has redacted.
  static let replayRedacted = finding(
    "replay from 10,000 redacted exchanges", many: { Replayed.manyRedacted }, few: { Replayed.fewRedacted })

  private static func finding(
    _ name: String, many: @escaping @Sendable () -> Replayed, few: @escaping @Sendable () -> Replayed
  ) -> Benchmark {
    Benchmark(
      name: name, bound: 1.5, repetitions: 1_000, samples: 31,
      subject: { try await many().replay($0) },
      floor: { try await few().replay($0) })
  }
}

/// Transports over a recording of so many different requests, each made anew when it is used up.
private actor Replayed {
  static let many = Replayed(count: 10_000, isRedacted: false), few = Replayed(count: 100, isRedacted: false)
  static let manyRedacted = Replayed(count: 10_000, isRedacted: true)
  static let fewRedacted = Replayed(count: 100, isRedacted: true)

  private let har: HAR
  private let requests: [URLRequest]
  private let transport: ReplayTransport
  private var next = 0

  init(count: Int, isRedacted: Bool) {
    let requests = (0..<count).map { number in
      var request = URLRequest(
        url: URL(string: "https://api.example.com/shops/\(number)/items?page=1") ?? URL(fileURLWithPath: "/"))
      if isRedacted { request.url?.append(queryItems: [URLQueryItem(name: "access_token", value: "kx83hqpl2sW4")]) }
      return request
    }
    // Each request as often as it is asked for: 31 samples and one to warm up.
    let rounds = 32_000 / count + 1
    let once = requests.map {
      RecordedExchange(request: $0, response: .json(["title": "Tea"]), started: Date(timeIntervalSince1970: 0))
    }
    let recorded = isRedacted ? Redaction.standard.redacted(once) : once
    let all = (0..<max(rounds, 1)).flatMap { _ in recorded }
    har = HAR(all)
    self.requests = requests
    transport = ReplayTransport(har)
  }

  func replay(_ repetitions: Int) async throws {
    for _ in 0..<repetitions {
      _ = try await transport.send(requests[next % requests.count])
      next += 1
    }
  }
}
