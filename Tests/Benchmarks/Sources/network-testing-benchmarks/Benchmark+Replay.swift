import NetworkRecording
import NetworkTesting

// What a large recording costs, against small ones, each exchange used once.

private let most = 10_000.scaled
private let recorded = 4_096.scaled

extension Benchmark {
  /// Requests without secrets; finding and what has to be made for it, such as an index.
  static let replay = finding("replay from \(most.grouped) exchanges", many: { Replayed.many }, few: { Replayed.few })

  /// Requests with a token that the recording has redacted.
  static let replayRedacted = finding(
    "replay from \(most.grouped) redacted exchanges", many: { Replayed.manyRedacted }, few: { Replayed.fewRedacted })

  /// A file of 10,000 exchanges, read until the first request is answered, the time of one exchange.
  static let open = Benchmark(
    name: "open a recording of \(most.grouped), each",
    bound: 1.5,
    repetitions: most,
    samples: 7,
    subject: { _ in try await Opened.many.answerOne() },
    floor: { repetitions in for _ in 0..<100 { try await Opened.few.answerOne() } }
  )

  /// Exchanges that are recorded, redacted and written, the time of one.
  static let record = Benchmark(
    name: "record \(recorded.grouped) exchanges, each",
    bound: 1.5,
    repetitions: recorded,
    samples: 5,
    subject: { repetitions in try await Recorded.record(repetitions) },
    floor: { repetitions in for _ in 0..<16 { try await Recorded.record(repetitions / 16) } }
  )

  private static func finding(
    _ name: String, many: @escaping @Sendable () -> Replayed, few: @escaping @Sendable () -> Replayed
  ) -> Benchmark {
    Benchmark(
      name: name, bound: 1.5, repetitions: most, samples: Replayed.samples,
      subject: { try await many().replay($0) },
      floor: { try await few().replay($0) })
  }
}

private func exchanges(_ count: Int, isRedacted: Bool = false) -> [RecordedExchange] {
  let query = isRedacted ? "&access_token=kx83hqpl2sW4" : ""
  return (0..<count).map { number in
    let url = URL(string: "https://api.example.com/shops/\(number)/items?page=1\(query)")
    return RecordedExchange(
      request: URLRequest(url: url ?? URL(fileURLWithPath: "/")), response: .json(["title": "Tea"]),
      started: Date(timeIntervalSince1970: 0))
  }
}

/// Transports over a recording, one after the other as they are used up.
private actor Replayed {
  static let samples = 11
  static let many = Replayed(count: most, isRedacted: false), few = Replayed(count: most / 100, isRedacted: false)
  static let manyRedacted = Replayed(count: most, isRedacted: true)
  static let fewRedacted = Replayed(count: most / 100, isRedacted: true)

  private let requests: [URLRequest]
  private let transports: [ReplayTransport]
  private var next = 0

  init(count: Int, isRedacted: Bool) {
    let exchanges = exchanges(count, isRedacted: isRedacted)
    let har = HAR(isRedacted ? Redaction.standard.redacted(exchanges) : exchanges)
    requests = exchanges.map(\.request)
    // Some samples more, for those that warm up.
    transports = (0..<(Self.samples + 4) * most / count).map { _ in ReplayTransport(har) }
  }

  func replay(_ repetitions: Int) async throws {
    for _ in 0..<repetitions {
      let transport = transports[next / requests.count % transports.count]
      _ = try await transport.send(requests[next % requests.count])
      next += 1
    }
  }
}

/// The content of a file, and a request that it answers.
private struct Opened {
  static let many = Opened(count: most), few = Opened(count: most / 100)

  private let data: Data
  private let request: URLRequest

  init(count: Int) {
    let exchanges = exchanges(count, isRedacted: true)
    data = HAR(Redaction.standard.redacted(exchanges)).encoded()
    request = exchanges[count / 2].request
  }

  func answerOne() async throws {
    _ = try await ReplayTransport(HAR(data)).send(request)
  }
}

/// Exchanges that are recorded into a temporary folder.
private enum Recorded {
  static func record(_ count: Int) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "benchmark-\(UUID().uuidString)/Fixtures")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    let live = MockTransport(.any.respond(json: ["title": "Tea"]))
    let transport = try RecordingTransport(live, to: RecordingFile("a", in: FixtureFolder(at: folder)))
    for exchange in exchanges(count, isRedacted: true) { _ = try await transport.send(exchange.request) }
    try await transport.save()
  }
}
