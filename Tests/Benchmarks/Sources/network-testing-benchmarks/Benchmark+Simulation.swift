@_spi(Benchmarks) import NetworkSimulation
import NetworkTesting

extension Benchmark {
  /// Thirty seconds of virtual time in steps of a tenth, against the same sleeps on a clock that is moved, and no simulation.
  static let simulatePolling = Benchmark(
    name: "simulate 30 seconds of polling",
    bound: 3,
    repetitions: 10.scaled,
    samples: 51,
    subject: { repetitions in
      for seed in 1...UInt64(repetitions) {
        try await simulateForBenchmark(seed: seed) {
          let clock = VirtualClock.simulated
          for _ in 0..<300 { try await clock.sleep(for: .milliseconds(100)) }
        }
      }
    },
    floor: { repetitions in try await step(repetitions * 300, VirtualClock()) }
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

  /// A step in which one task wakes and falls asleep again, against a task that is woken by a stream and says so by another.
  ///
  /// A third of a debug build's looks the types of generic code up and counts references, which the floor's optimised code does not.
  static let steps = Benchmark(
    name: "step of a virtual clock",
    bound: Bound(release: 6, debug: 13.5),
    repetitions: 1_000.scaled,
    subject: { repetitions in try await step(repetitions, VirtualClock()) },
    floor: wakeByStream
  )

  /// The same, while the answer to a request of a mocked session waits for the clock, against no session.
  static let stepsOfSession = Benchmark(
    name: "step of a virtual clock, with a session's request under way",
    bound: 5,
    repetitions: 1_000.scaled,
    subject: { repetitions in
      let clock = VirtualClock()
      let answer = RequestMatcher.any.respond(status: 204).delayed(by: .seconds(1_000_000))
      let session = URLSession.mocked(by: MockTransport(answer, clock: clock))
      let task = Task { try await session.data(for: request) }
      try await clock.waitForSleepers(1)
      try await step(repetitions, clock, sleepers: 1)
      task.cancel()
      _ = await task.result
    },
    floor: { repetitions in try await step(repetitions, VirtualClock()) }
  )

  private static let wakeByStream: Work = { repetitions in
    let (turns, turn) = AsyncStream.makeStream(of: Void.self)
    let (answers, answer) = AsyncStream.makeStream(of: Void.self)
    let poll = Task { for await _ in turns { answer.yield() } }
    var iterator = answers.makeAsyncIterator()
    for _ in 0..<repetitions {
      turn.yield()
      await iterator.next()
    }
    turn.finish()
    await poll.value
  }

  private static func step(_ count: Int, _ clock: VirtualClock, sleepers: Int = 0) async throws {
    let poll = Task { while (try? await clock.sleep(for: .seconds(1))) != nil {} }
    try await clock.waitForSleepers(sleepers + 1)
    for _ in 0..<count { await clock.advance(by: .seconds(1)) }
    poll.cancel()
    await poll.value
  }

  private static func sleepAndWake(_ count: Int) async throws {
    let clock = VirtualClock()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...count { group.addTask { try await clock.sleep(for: .milliseconds(number)) } }
      try await clock.waitForSleepers(count, timeout: .seconds(60))
      for _ in 1...count { clock.jump(by: .milliseconds(1)) }
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
