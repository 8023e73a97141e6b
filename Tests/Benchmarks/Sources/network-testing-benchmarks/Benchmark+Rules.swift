import Foundation
import NetworkStubs
import NetworkTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private let count = 10_000.scaled

extension Benchmark {
  /// The six rules on requests of which each has a URL of its own, against a set of the URLs.
  static let checkTraffic = Benchmark(
    name: "six rules on \(count.grouped) requests, each",
    bound: Bound(release: 1.6, debug: 3.5),
    repetitions: count,
    samples: 21,
    subject: { _ in await Sent.requests.check() },
    floor: { _ in
      let urls = Set(await Sent.requests.transport().exchanges.map { $0.request.url?.absoluteString ?? "" })
      guard urls.count == count else { throw CocoaError(.coderValueNotFound) }
    }
  )

  /// The six rules on a million requests of which each has a URL of its own, against a hundred times 10,000.
  ///
  /// The rules take so little that half of a million's time waits for memory that no cache holds.
  static let checkMillion = Benchmark(
    name: "six rules on \(million.grouped) requests",
    bound: 2.8, repetitions: 1, samples: 5,
    subject: { _ in await Sent.million.check() },
    floor: { _ in for _ in 0..<(million / count) { await Sent.requests.check() } }
  )
}

private let million = 1_000_000.scaled

/// A transport that has answered a request for each of many items.
private actor Sent {
  static let requests = Sent(10_000.scaled), million = Sent(1_000_000.scaled)
  nonisolated private let count: Int
  private var known: Task<MockTransport, Never>?

  private init(_ count: Int) { self.count = count }

  nonisolated func check() async {
    await transport().check(
      .requests(atMost: count), .noRepeats, .noFanOut("/items/{id}"), .safeRetries, .nothingLeftRunning,
      .hosts("api.example.com"))
  }

  func transport() async -> MockTransport {
    let task =
      known
      ?? Task { [count] in
        let transport = MockTransport(.any.respond(json: ["title": "Tea"]))
        for number in 0..<count {
          let url = URL(string: "https://api.example.com/shops/\(number)/items?page=1")
          _ = try? await transport.send(URLRequest(url: url ?? URL(fileURLWithPath: "/")))
        }
        return transport
      }
    known = task
    return await task.value
  }
}
