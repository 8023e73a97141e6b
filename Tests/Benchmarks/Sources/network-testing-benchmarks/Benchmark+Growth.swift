import Foundation
import NetworkTesting

// What a test does with many stubs and requests, against few, and what a failure costs.

extension Benchmark {
  /// A stub that is added to many of its path, and used.
  static let addAndUse = Benchmark(
    name: "add a stub to \(5_000.grouped) of its path and use it, each", bound: 1.5, repetitions: 500.scaled,
    samples: 21,
    subject: { try await OnePathTransport.many.addAndUse($0) },
    floor: { try await OnePathTransport.few.addAndUse($0) })

  /// Requests taken out one after the other that have all come.
  static let drain = Benchmark(
    name: "take \(10_000.scaled.grouped) requests with nextRequest, each", bound: 1.5, repetitions: 10_000.scaled,
    samples: 11,
    subject: { try await drained($0, at: $0) },
    floor: { try await drained($0, at: 100) })

  /// 200 stubs that were not used, after 1,000 requests that each of them nearly takes, against comparing their JSON.
  static let verifyUnused = Benchmark(
    name: "verify 200 unused stubs after \(1_000.grouped) requests", bound: 20, repetitions: 1,
    samples: 11,
    subject: { _ in
      let transport = MockTransport(
        (0..<200).map { .post("/items").body(json: ["id": .integer(-1 - $0)]).respond(status: 200) }
          + [.post("/items").respond(status: 201)])
      for number in 0..<1_000 { _ = try await transport.send(item(number)) }
      guard (try? await transport.verify()) == nil else { throw URLError(.badServerResponse) }
    },
    floor: { _ in
      for number in 0..<200 {
        let expected: JSONValue = ["id": .integer(-1 - number)]
        for other in 0..<1_000 where try JSONValue(parsing: item(other).httpBody ?? Data()) == expected {
          throw URLError(.badServerResponse)
        }
      }
    })

  /// The report on a request whose JSON of 400 kB three stubs nearly take, against reading that JSON.
  static let reportLarge = Benchmark(
    name: "report on JSON of 400 kB, three stubs", bound: Bound(release: 10, debug: 12), repetitions: 1, samples: 21,
    subject: { _ in
      guard await MockTransport(largeStubs).explain(largeRequest).description.contains("$[1000].id") else {
        throw URLError(.badServerResponse)
      }
    },
    floor: { _ in _ = try JSONValue(parsing: largeRequest.httpBody ?? Data()) })

  private static func drained(_ count: Int, at once: Int) async throws {
    for _ in 0..<(count / once) {
      let transport = MockTransport(.post("/items").respond(status: 201))
      for number in 0..<once { _ = try await transport.send(item(number)) }
      for _ in 0..<once { _ = try await transport.nextRequest() }
    }
  }

  private static func item(_ number: Int) -> URLRequest {
    var request = URLRequest(url: URL(string: "https://api.example.com/items") ?? URL(fileURLWithPath: "/"))
    request.httpMethod = "POST"
    request.httpBody = Data(#"{"id":\#(number)}"#.utf8)
    return request
  }

  private static func largeJSON(changed: Int?) -> JSONValue {
    .array(
      (0..<4_000).map { number in
        [
          "id": .integer(number == changed ? -1 : number),
          "name": "item \(number)", "tags": ["tea", "green"], "price": 12.5,
          "note": "a note of some length, as in life",
        ]
      })
  }

  private static let largeStubs: [Stub] = (0..<3).map {
    .post("/items").body(json: largeJSON(changed: 1_000 + $0)).respond(status: 200).optional()
  }

  private static let largeRequest: URLRequest = {
    var request = item(0)
    request.httpBody = Data(largeJSON(changed: nil).description.utf8)
    return request
  }()
}

/// A transport with stubs of one path, all of them used up but the one that was added last.
private final class OnePathTransport: Sendable {
  static let many = OnePathTransport(5_000), few = OnePathTransport(10)

  private let transport: MockTransport

  init(_ count: Int) {
    transport = MockTransport(
      (0..<count).map { .get("/page").header("X-Page", .exactly("\($0)")).respond(status: 200).times(0) })
  }

  func addAndUse(_ repetitions: Int) async throws {
    let request = URLRequest(url: URL(string: "https://api.example.com/page") ?? URL(fileURLWithPath: "/"))
    for _ in 0..<repetitions {
      await transport.add(.get("/page").respond(status: 201).once())
      _ = try await transport.send(request)
    }
  }
}
