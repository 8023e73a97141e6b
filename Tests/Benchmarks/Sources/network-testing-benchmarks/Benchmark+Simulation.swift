@_spi(Benchmarks) import NetworkSimulation
import NetworkTesting

extension Benchmark {
  /// Thirty seconds of virtual time in steps of a tenth, against a thousandth of the five seconds that a thousand such tests
  /// may take.
  static let simulatePolling = Benchmark(
    name: "simulate 30 seconds of polling",
    bound: Bound(release: 1, debug: 6),
    repetitions: 10.scaled,
    samples: 51,
    floorTime: .milliseconds(5),
    subject: { repetitions in
      for seed in 1...UInt64(repetitions) {
        try await simulateForBenchmark(seed: seed) {
          let clock = VirtualClock.simulated
          for _ in 0..<300 { try await clock.sleep(for: .milliseconds(100)) }
        }
      }
    },
    floor: { _ in }
  )

  /// One run of a test of two requests at once, against the two requests and no simulation.
  static let simulateRequests = Benchmark(
    name: "simulate two requests",
    bound: 20,
    repetitions: 100.scaled,
    subject: { repetitions in
      for seed in 1...UInt64(repetitions) { try await simulateForBenchmark(seed: seed) { try await sendTwo() } }
    },
    floor: { repetitions in
      for _ in 0..<repetitions { try await sendTwo() }
    }
  )

  /// 32,000 tasks that sleep until times of their own and wake one after the other, against eight times 4,000.
  static let manySleepers = Benchmark(
    name: "32,000 sleepers of a virtual clock",
    bound: 3,
    repetitions: 1,
    samples: 5,
    subject: { _ in try await sleepAndWake(32_000.scaled) },
    floor: { _ in for _ in 0..<8 { try await sleepAndWake(4_000.scaled) } }
  )

  private static func sleepAndWake(_ count: Int) async throws {
    let clock = VirtualClock()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...count { group.addTask { try await clock.sleep(for: .milliseconds(number)) } }
      try await clock.waitForSleepers(count, timeout: .seconds(60))
      for _ in 1...count { clock.advance(by: .milliseconds(1)) }
      try await group.waitForAll()
    }
  }

  private static func sendTwo() async throws {
    let transport = MockTransport(.get("/items/latest").respond(json: ["title": "Tea"]))
    async let first = transport.send(request)
    async let second = transport.send(request)
    _ = try await (first, second)
  }

  private static let request = URLRequest(
    url: URL(string: "https://api.example.com/items/latest") ?? URL(fileURLWithPath: "/"))
}
