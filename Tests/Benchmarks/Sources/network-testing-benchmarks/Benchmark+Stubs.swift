import Foundation
import NetworkTesting

// What many stubs cost, against few. Half of them are exact paths, half are templates.

private let most = 100_000.scaled

extension Benchmark {
  /// Requests whose targets came before.
  static let findKnown = finding("find among \(most.grouped) stubs, known", many: { Known.many }, few: { Known.few })

  /// Requests whose targets are all new.
  static let findNew = finding("find among \(most.grouped) stubs, new", many: { New.many }, few: { New.few })

  /// Requests that no indexed stub takes; a stub for anything answers them, as a report would cost more than finding does.
  static let findNothing = finding(
    "find nothing among \(most.grouped) stubs", many: { Nothing.many }, few: { Nothing.few })

  /// Stubs added to a transport, the time of one.
  static let register = Benchmark(
    name: "register \(most.grouped) stubs, each",
    bound: 1.5,
    repetitions: most,
    samples: 11,
    subject: { _ in _ = MockTransport(stubs(most)) },
    floor: { repetitions in for _ in 0..<100 { _ = MockTransport(stubs(repetitions / 100)) } }
  )

  /// Stubs of one path with two conditions, the time of one.
  static let registerAlike = registering("of one path, two JSON paths") {
    .post("/items").body(at: "$.kind", "tea").body(at: "$.id", .integer($0))
  }

  /// Stubs for many paths, the time of one.
  static let registerWide = registering("that begin with **") { .get(URLPattern("/**/\($0)")) }

  private static func registering(_ name: String, _ matcher: @escaping @Sendable (Int) -> RequestMatcher) -> Benchmark {
    let count = most / 10
    @Sendable func make(_ count: Int) {
      _ = MockTransport((0..<count).map { matcher($0).respond(status: 200).optional() })
    }
    return Benchmark(
      name: "register \(count.grouped) stubs \(name), each", bound: 1.5, repetitions: count, samples: 11,
      subject: { _ in make(count) }, floor: { _ in for _ in 0..<10 { make(count / 10) } })
  }

  /// The report on a query of 1,000 repeated items of which one is missing, against ten reports on 100.
  static let reportRepeated = Benchmark(
    name: "report on 1,000 repeated query items", bound: 3, repetitions: 1, samples: 11,
    subject: { _ in try await explainRepeated(1_000) },
    floor: { _ in for _ in 0..<10 { try await explainRepeated(100) } })

  /// An unanswered request with a body of 10 MB among 10,000 stubs, from the request to its text, against reading the body as text.
  static let explain = Benchmark(
    name: "explain among \((most / 10).grouped) stubs, 10 MB",
    bound: 20,
    repetitions: 1,
    samples: 21,
    subject: { _ in
      guard (try? await crowded.send(large)) == nil else { throw URLError(.badServerResponse) }
    },
    floor: { _ in
      let text = String(decoding: large.httpBody ?? Data(), as: UTF8.self)
      guard text.unicodeScalars.allSatisfy({ $0 == "1" }) else { throw URLError(.badServerResponse) }
    }
  )

  private static func explainRepeated(_ count: Int) async throws {
    let items = (0..<count).map { "a=\($0 % 10)" }
    let transport = MockTransport(
      .get("/items?\(items.joined(separator: "&"))").respond(status: 200).optional())
    let url = "https://api.example.com/items?\(items.dropLast().joined(separator: "&"))"
    let request = URLRequest(url: URL(string: url) ?? URL(fileURLWithPath: "/"))
    guard await transport.explain(request).stub == nil else { throw URLError(.badServerResponse) }
  }

  private static func finding(
    _ name: String, many: @escaping @Sendable () -> Searched, few: @escaping @Sendable () -> Searched
  ) -> Benchmark {
    Benchmark(
      name: name, bound: 1.5, repetitions: 2_000.scaled, samples: 51,
      subject: { try await many().search($0) },
      floor: { try await few().search($0) })
  }

  private static let crowded = StubTransport(
    stubs(most / 10).map { $0.optional() } + [
      .post("/uploads/{id}").body(json: ["a": 1]).respond(status: 200).optional()
    ])
  private static let large: URLRequest = {
    var request = URLRequest(url: URL(string: "https://api.example.com/upload/1") ?? URL(fileURLWithPath: "/"))
    request.httpMethod = "POST"
    request.httpBody = Data(repeating: UInt8(ascii: "1"), count: 10_000_000)
    return request
  }()
}

// Made by the benchmark that needs them, in the sample that warms up: so many objects would slow all the others.

private enum Known {
  static let many = Searched(count: most, path: path), few = Searched(count: 10, path: path)
  static let path: Searched.Path = { number, stubs in shopPath(number % 10 * stubs / 10, "1") }
}

private enum New {
  static let many = Searched(count: most, path: path), few = Searched(count: 10, path: path)
  static let path: Searched.Path = { number, stubs in shopPath((number * 7919 % stubs) | 1, "\(number)") }
}

private enum Nothing {
  static let many = Searched(count: most, path: path), few = Searched(count: 10, path: path)
  static let path: Searched.Path = { number, _ in "/nothing/\(number)" }
}

/// A transport with many stubs, and requests made before the time is taken.
private final class Searched: Sendable {
  typealias Path = @Sendable (_ number: Int, _ stubs: Int) -> String

  private let transport: MockTransport
  private let requests: [URLRequest]

  init(count: Int, path: Path) {
    transport = MockTransport(stubs(count) + [.any.respond(status: 404).optional()])
    requests = (0..<2 * most).map { number in
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
  (0..<count).map { RequestMatcher.get(URLPattern(shopPath($0, "{id}"))).respond(status: 200).optional() }
}

/// Even numbers are exact paths, odd ones have a parameter.
private func shopPath(_ number: Int, _ id: String) -> String {
  number.isMultiple(of: 2) ? "/shops/\(number)/items/latest" : "/shops/\(number)/items/\(id)"
}
