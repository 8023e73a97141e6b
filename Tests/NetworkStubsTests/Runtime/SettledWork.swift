import Dispatch
import NetworkStubs
import NetworkTesting
import TestSupport

// What the polls of these tests do between two of their sleeps.
extension SettledTests {
  struct Tools: Sendable {
    let clock = VirtualClock()
    let transport: MockTransport
    let counter = Counter(), other = Counter()

    init() {
      transport = MockTransport(
        .get("/a").respond(json: ["a": 1]).times(0...10_000),
        .get("/late").respond(json: ["a": 1]).delayed(by: .seconds(1)).times(0...10_000),
        clock: clock)
    }
  }

  actor Counter {
    private var value = 0

    func count() { value += 1 }

    /// Starts a task for whoever calls.
    func begin(_ body: @escaping @Sendable () async -> Void) {
      value += 1
      Task.detached { await body() }
    }

    func perform(_ body: @Sendable () async throws -> Void) async rethrows { try await body() }

    /// Starts a task of this actor, which is in line behind this.
    func start(_ body: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
      Task {
        value += 1
        try await body()
      }
    }

    func startPolling(until isOver: @escaping @Sendable () -> Bool) -> Task<Void, any Error> {
      Task {
        while !isOver() {
          value += 1
          await Task.yield()
        }
      }
    }

    func countOften(with other: Counter) async {
      for _ in 0..<5 {
        await Task.yield()
        await other.count()
        value += 1
      }
    }

    func countOnMainActor() async {
      await MainActor.run {}
      value += 1
    }
  }

  @globalActor actor Shared {
    static let shared = Shared()

    @Shared static func yield() async { for _ in 0..<3 { await Task.yield() } }
  }

  enum Work: CaseIterable {
    case send, sendLate, actor, actors, yields, globalActor, mainActor, manyHops
    case asyncLet, group, sleepsInGroup, timeout, task, taskOfMainActor, detached, twoTasks
    case continuation, stream, streamOnMainActor, callback

    func perform(_ tools: Tools, isolation: isolated (any Actor)? = #isolation) async throws {
      let (counter, other) = (tools.counter, tools.other)
      switch self {
      case .send: _ = try await tools.transport.send(.test("/a"))
      case .sendLate: _ = try await tools.transport.send(.test("/late"))
      case .actor: await counter.count()
      case .actors: await counter.countOften(with: other)
      case .yields: for _ in 0..<10 { await Task.yield() }
      case .globalActor: await Shared.yield()
      case .mainActor: await counter.countOnMainActor()
      case .manyHops:
        for _ in 0..<20 {
          await counter.count()
          await other.count()
        }
      case .asyncLet:
        async let response = tools.transport.send(.test("/a"))
        async let count: Void = counter.count()
        _ = try await (response, count)
      case .group:
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<5 { group.addTask { _ = try await tools.transport.send(.test("/a")) } }
          try await group.waitForAll()
        }
      case .sleepsInGroup:
        try await withThrowingTaskGroup(of: Void.self) { group in
          for second in 1...3 { group.addTask { try await tools.clock.sleep(for: .seconds(second)) } }
          try await group.waitForAll()
        }
      case .timeout:
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { _ = try await tools.transport.send(.test("/a")) }
          group.addTask { try await tools.clock.sleep(for: .seconds(5)) }
          try await group.next()
          group.cancelAll()
        }
      case .task: await Task { await counter.countOften(with: other) }.value
      case .taskOfMainActor: await Task { @MainActor in await counter.count() }.value
      case .detached: await Task.detached { await counter.count() }.value
      case .twoTasks:
        let first = Task { await counter.count() }
        await Task { await first.value }.value
      case .continuation:
        await withCheckedContinuation { continuation in
          Task {
            await counter.count()
            continuation.resume()
          }
        }
      case .stream: await Self.readStream(counter, other)
      case .streamOnMainActor: await Task { @MainActor in await Self.readStream(counter, other) }.value
      case .callback:
        try await withCallback { (end: @escaping @Sendable () -> Void) in
          Task {
            await counter.count()
            end()
          }
        }
      }
    }

    private static func readStream(_ counter: Counter, _ other: Counter) async {
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      Task {
        for number in 0..<3 {
          await counter.count()
          continuation.yield(number)
        }
        continuation.finish()
      }
      for await _ in stream { await other.count() }
    }
  }

  protocol Poller: Sendable {
    var count: Int { get async }
    func poll(_ work: Work, _ tools: Tools) async throws
  }

  @MainActor final class MainPoller: Poller {
    private(set) var count = 0

    func poll(_ work: Work, _ tools: Tools) async throws {
      while true {
        try await tools.clock.sleep(for: .seconds(30))
        try await work.perform(tools)
        count += 1
      }
    }
  }

  actor ActorPoller: Poller {
    private(set) var count = 0

    func poll(_ work: Work, _ tools: Tools) async throws {
      while true {
        try await tools.clock.sleep(for: .seconds(30))
        try await work.perform(tools)
        count += 1
      }
    }
  }

  final class FreePoller: Poller {
    private let polls = Protected(0)

    var count: Int { polls.withLock { $0 } }

    func poll(_ work: Work, _ tools: Tools) async throws {
      while true {
        try await tools.clock.sleep(for: .seconds(30))
        try await work.perform(tools)
        polls.withLock { $0 += 1 }
      }
    }
  }
}
