import NetworkTesting

// What many stubs cost, against few. Half of them are exact paths, half are templates.

extension Benchmark {
  /// Requests whose targets came before.
  static let findKnown = finding("find among 100,000 stubs, known") { number, stubs in
    path(number % 10 * stubs / 10, "1")
  }

  /// Requests whose targets are all new.
  static let findNew = finding("find among 100,000 stubs, new") { number, stubs in
    path((number * 7919 % stubs) | 1, "\(number)")
  }

  /// Requests that no indexed stub takes; a stub for anything answers them, as a report would cost more than finding does.
  static let findNothing = finding("find nothing among 100,000 stubs") { number, _ in "/nothing/\(number)" }

  /// Stubs added to a transport, the time of one.
  static let register = Benchmark(
    name: "register 100,000 stubs, each",
    bound: 1.5,
    repetitions: 100_000,
    samples: 11,
    subject: { _ in _ = MockTransport(stubs(100_000)) },
    floor: { repetitions in for _ in 0..<repetitions / 1_000 { _ = MockTransport(stubs(1_000)) } }
  )

  /// An unanswered request with a body of 10 MB among 10,000 stubs, from the request to its text, against 50 ms.
  static let explain = Benchmark(
    name: "explain among 10,000 stubs, 10 MB",
    bound: 1,
    repetitions: 1,
    samples: 21,
    floorTime: .milliseconds(50),
    subject: { _ in
      guard (try? await crowded.send(large)) == nil else { throw URLError(.badServerResponse) }
    },
    floor: { _ in }
  )

  private static func finding(_ name: String, _ path: @escaping @Sendable (Int, Int) -> String) -> Benchmark {
    let many = Searched(count: 100_000, path: path), few = Searched(count: 10, path: path)
    return Benchmark(
      name: name, bound: 1.5, repetitions: 2_000, samples: 51,
      subject: { try await many.search($0) },
      floor: { try await few.search($0) })
  }

  private static let crowded = MockTransport(
    stubs(10_000).map { $0.optional() } + [.post("/uploads/{id}").body(json: ["a": 1]).respond(status: 200).optional()])
  private static let large: URLRequest = {
    var request = URLRequest(url: URL(string: "https://api.example.com/upload/1") ?? URL(fileURLWithPath: "/"))
    request.httpMethod = "POST"
    request.httpBody = Data(repeating: UInt8(ascii: "1"), count: 10_000_000)
    return request
  }()
}

/// A transport with many stubs, and requests made before the time is taken.
private final class Searched: Sendable {
  private let transport: MockTransport
  private let requests: [URLRequest]

  init(count: Int, path: (Int, Int) -> String) {
    transport = MockTransport(stubs(count) + [.any.respond(status: 404).optional()])
    requests = (0..<200_000).map { number in
      URLRequest(url: URL(string: "https://api.example.com\(path(number, count))") ?? URL(fileURLWithPath: "/"))
    }
  }

  private let position = Position()

  func search(_ repetitions: Int) async throws {
    let start = await position.advance(by: repetitions)
    for number in start..<start + repetitions { _ = try await transport.send(requests[number % requests.count]) }
  }
}

private actor Position {
  private var value = 0

  func advance(by count: Int) -> Int {
    defer { value += count }
    return value
  }
}

private func stubs(_ count: Int) -> [Stub] {
  (0..<count).map { RequestMatcher.get(URLPattern(path($0, "{id}"))).respond(status: 200).optional() }
}

/// Even numbers are exact paths, odd ones have a parameter.
private func path(_ number: Int, _ id: String) -> String {
  number.isMultiple(of: 2) ? "/shops/\(number)/items/latest" : "/shops/\(number)/items/\(id)"
}
