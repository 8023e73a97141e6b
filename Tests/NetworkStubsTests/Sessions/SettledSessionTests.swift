import Dispatch
import Foundation
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkSimulation
@testable import NetworkStubs

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Every way to use a mocked session, in steps of a clock and in simulated runs.
@Suite("Time over a mocked session", .timeLimit(.minutes(15)))
struct SettledSessionTests {
  @Test(
    "time over a mocked session passes when the session has nothing left to tell: all ten polls are seen",
    arguments: [true, false], Use.allCases)
  func polls(isOnMainActor: Bool, _ use: Use) async throws {
    for number in 0..<Effort.count(1, full: 20) {
      let network = Network(clock: VirtualClock())
      let count = Protected(0)
      let task = Task {
        while true {
          try await network.clock.sleep(for: .seconds(30))
          if isOnMainActor { try await Self.onMainActor(use, network) } else { try await use.perform(network) }
          count.withLock { $0 += 1 }
        }
      }
      // Without that wait too: a step begins when what the test has started waits.
      if (number + (isOnMainActor ? 1 : 0)).isMultiple(of: 2) { try await network.clock.waitForSleepers(1) }
      await network.clock.advance(by: .seconds(359))
      #expect((10...11).contains(count.withLock { $0 }))
      task.cancel()
      _ = try? await task.value
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "time over a mocked session is the seed's in a simulated run, which replays with nothing from outside",
    arguments: [true, false], Use.allCases)
  func replays(isOnMainActor: Bool, _ use: Use) async throws {
    for seed in UInt64(1)...UInt64(Effort.count(1, full: 8)) {
      var runs: [SimulatedRun] = []
      for _ in 0..<Effort.count(2, full: 4) {
        runs.append(
          await SimulatedRun.of(seed: seed) {
            let network = Network(clock: .simulated)
            async let sleep: Void = network.clock.sleep(for: .milliseconds(100))
            if isOnMainActor { try await Self.onMainActor(use, network) } else { try await use.perform(network) }
            async let second: Void = use.perform(network)
            _ = try await (sleep, second)
          })
      }
      #expect(runs[0].end == .ended && runs[0].error == nil)
      #expect(runs.allSatisfy { $0.outsideWakes == 0 && $0.trace == runs[0].trace && $0.time == runs[0].time })
      #expect(runs.allSatisfy { $0.steps == runs[0].steps })
    }
  }

  @MainActor private static func onMainActor(_ use: Use, _ network: Network) async throws {
    try await use.perform(network)
  }
}

extension SettledSessionTests {
  final class Network: Sendable {
    let clock: VirtualClock
    let transport: MockTransport
    let session, onMainQueue, onOwnQueue, ofConfiguration: URLSession
    let queue = OperationQueue()

    init(clock: VirtualClock) {
      self.clock = clock
      transport = MockTransport(
        .get("/a").respond(json: ["a": 1]).times(0...10_000), .post("/a").respond(json: ["a": 1]).times(0...10_000),
        .get("/late").respond(json: ["a": 1]).delayed(by: .seconds(1)).times(0...10_000),
        .get("/slow").respond(json: ["a": 1]).delayed(by: .seconds(100)).times(0...10_000),
        .get("/busy").query("try", "1").respond(status: 503).times(0...10_000),
        .get("/busy").query("try", "2").respond(json: ["a": 1]).times(0...10_000),
        .get("/moved").respond(status: 302, headers: ["Location": "/a"]).times(0...10_000),
        .get("/offline").respond(with: .error(URLError(.notConnectedToInternet))).times(0...10_000),
        .get("/stream").respond(with: .stream("a", "b", "c")).times(0...10_000),
        .get("/closure").respond { _ in .json(["a": 1]) }.times(0...10_000), clock: clock)
      session = .mocked(by: transport)
      onMainQueue = .mocked(by: transport, delegateQueue: .main)
      queue.maxConcurrentOperationCount = 1
      onOwnQueue = .mocked(by: transport, delegateQueue: queue)
      ofConfiguration = URLSession(configuration: .mocked(by: transport))
    }

    deinit {
      for session in [session, onMainQueue, onOwnQueue, ofConfiguration] { session.finishTasksAndInvalidate() }
    }

    /// Waits for a completion handler.
    func handle(_ path: String, with session: URLSession) async {
      await withCheckedContinuation { continuation in
        session.dataTask(with: URL.test(path)) { _, _, _ in continuation.resume() }.resume()
      }
    }

    /// Waits for the end of a delegate.
    func delegate(_ path: String, startsTask: Bool = false, _ make: (EndDelegate) -> URLSession) async {
      var kept: URLSession?
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        let session = make(
          EndDelegate {
            guard startsTask else { return continuation.resume() }
            Task {
              await Task.yield()
              continuation.resume()
            }
          })
        kept = session
        session.dataTask(with: URL.test(path)).resume()
      }
      kept?.finishTasksAndInvalidate()
    }
  }

  final class EndDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) { end() }
  }

  actor Client {
    private let session: URLSession

    init(session: URLSession) { self.session = session }

    func load() async throws {
      _ = try await session.data(from: .test("/a"))
      await Task.yield()
      _ = try await session.data(from: .test("/late"))
    }
  }

  enum Use: CaseIterable {
    case data, dataOfURL, post, upload, error, redirect, late, stream, closure, timeout
    case handler, handlerOnMainQueue, handlerOnOwnQueue, lateHandler, handlerWithTask, handlerWithRequest
    case delegate, delegateWithTask, delegateOnMainQueue, delegateOnOwnQueue, delegateOfStream, taskDelegate
    case ofConfiguration, handlerOfConfiguration, delegateOfConfiguration
    case cancelled, cancelledHandler, cancelledByGroup
    case inTurn, atOnce, byName, manySessions, withTransport, ofActor, detached, retry, handlerToMainActor

    func perform(_ network: Network) async throws {
      let (session, transport) = (network.session, network.transport)
      switch self {
      case .data: _ = try await session.data(for: .test("/a"))
      case .dataOfURL: _ = try await session.data(from: .test("/a"))
      case .post: _ = try await session.data(for: Self.posted)
      case .upload: _ = try await session.upload(for: Self.posted, from: Data("a".utf8))
      case .error: _ = try? await session.data(from: .test("/offline"))
      case .redirect: _ = try await session.data(from: .test("/moved"))
      case .late: _ = try await session.data(from: .test("/late"))
      case .stream: _ = try await session.data(from: .test("/stream"))
      case .closure: _ = try await session.data(from: .test("/closure"))
      case .timeout:
        var request = URLRequest(url: .test("/slow"))
        request.timeoutInterval = 5
        _ = try? await session.data(for: request)
      case .handler: await network.handle("/a", with: session)
      case .handlerOnMainQueue: await network.handle("/a", with: network.onMainQueue)
      case .handlerOnOwnQueue: await network.handle("/a", with: network.onOwnQueue)
      case .lateHandler: await network.handle("/late", with: session)
      case .handlerWithTask:
        await withCheckedContinuation { continuation in
          session.dataTask(with: URL.test("/a")) { _, _, _ in
            Task {
              await Task { @MainActor in await Task.yield() }.value
              continuation.resume()
            }
          }.resume()
        }
      case .handlerWithRequest:
        await withCheckedContinuation { continuation in
          session.dataTask(with: URL.test("/a")) { _, _, _ in
            session.dataTask(with: URL.test("/a")) { _, _, _ in continuation.resume() }.resume()
          }.resume()
        }
      case .delegate: await network.delegate("/a") { .mocked(by: transport, delegate: $0) }
      case .delegateWithTask: await network.delegate("/a", startsTask: true) { .mocked(by: transport, delegate: $0) }
      case .delegateOnMainQueue:
        await network.delegate("/a") { .mocked(by: transport, delegate: $0, delegateQueue: .main) }
      case .delegateOnOwnQueue:
        await network.delegate("/a") { .mocked(by: transport, delegate: $0, delegateQueue: network.queue) }
      case .delegateOfStream: await network.delegate("/stream") { .mocked(by: transport, delegate: $0) }
      case .taskDelegate: _ = try await session.data(for: .test("/a"), delegate: EndDelegate {})
      case .ofConfiguration: _ = try await network.ofConfiguration.data(from: .test("/a"))
      case .handlerOfConfiguration: await network.handle("/a", with: network.ofConfiguration)
      case .delegateOfConfiguration:
        await network.delegate("/a") {
          URLSession(configuration: .mocked(by: transport), delegate: $0, delegateQueue: nil)
        }
      case .cancelled:
        let task = Task { _ = try? await session.data(from: .test("/slow")) }
        try await network.clock.sleep(for: .seconds(1))
        task.cancel()
        await task.value
      case .cancelledHandler:
        await withCheckedContinuation { continuation in
          let task = session.dataTask(with: URL.test("/slow")) { _, _, _ in continuation.resume() }
          task.resume()
          Task {
            try? await network.clock.sleep(for: .seconds(1))
            task.cancel()
          }
        }
      case .cancelledByGroup:
        await withTaskGroup(of: Void.self) { group in
          group.addTask { _ = try? await session.data(from: .test("/slow")) }
          group.addTask { try? await network.clock.sleep(for: .seconds(4)) }
          await group.next()
          group.cancelAll()
        }
      case .inTurn: for _ in 0..<3 { _ = try await session.data(from: .test("/a")) }
      case .atOnce:
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<4 { group.addTask { _ = try await session.data(from: .test("/a")) } }
          try await group.waitForAll()
        }
      case .byName:
        async let one = session.data(from: .test("/a"))
        async let other = network.ofConfiguration.data(from: .test("/late"))
        _ = try await (one, other)
      case .ofActor: try await Client(session: session).load()
      case .detached: _ = try await Task.detached { try await session.data(from: .test("/a")) }.value
      case .retry:
        for number in 1...3 {
          let (_, answer) = try await session.data(from: .test("/busy?try=\(number)"))
          if (answer as? HTTPURLResponse)?.statusCode == 200 { return }
          try await network.clock.sleep(for: .seconds(2))
        }
      case .handlerToMainActor:
        await withCheckedContinuation { continuation in
          session.dataTask(with: URL.test("/a")) { _, _, _ in
            Task { @MainActor in
              _ = try? await session.data(from: .test("/a"))
              continuation.resume()
            }
          }.resume()
        }
      case .manySessions:
        for session in [session, network.ofConfiguration, .mocked(by: transport)] {
          _ = try await session.data(from: .test("/a"))
        }
      case .withTransport:
        _ = try await session.data(from: .test("/a"))
        _ = try await transport.send(.test("/a"))
      }
    }

    private static var posted: URLRequest {
      var request = URLRequest(url: .test("/a"))
      request.httpMethod = "POST"
      return request
    }
  }
}

extension SettledSessionTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("time over a mocked session leaves no session behind, each of which holds two descriptors")
  func released() async throws {
    final class Weak: Sendable {
      nonisolated(unsafe) weak var session: URLSession?
      init(_ session: URLSession) { self.session = session }
    }
    let sessions = Protected<[Weak]>([])
    for seed in UInt64(1)...20 {
      let run = await SimulatedRun.of(seed: seed) {
        let session = URLSession.mocked(by: MockTransport(.get("/a").respond(json: 1)))
        sessions.withLock { $0.append(Weak(session)) }
        _ = try await session.data(from: .test("/a"))
      }
      #expect(run.error == nil)
    }
    try await eventually {
      sessions.withLock { $0.count { $0.session != nil } }
    } satisfies: {
      $0 == 0
    }
  }

  @Test("time goes on after a second where the app has suspended the delegate queue, and the issue says so")
  func suspendedQueue() async throws {
    let network = Network(clock: VirtualClock())
    network.queue.name = "the app's"
    network.queue.isSuspended = true
    let issues = await recordedIssues {
      let end = Gate()
      let task = Task {
        try await network.clock.sleep(for: .seconds(30))
        network.onOwnQueue.dataTask(with: URL.test("/a")) { _, _, _ in end.open() }.resume()
      }
      _ = try? await network.clock.waitForSleepers(1)
      await network.clock.advance(by: .seconds(60))
      network.queue.isSuspended = false
      await end.wait()
      _ = await task.result
    }
    #expect(
      issues.map(\.text) == [
        """
        A mocked session's delegate queue "the app's" is suspended, so time goes on without what waits there

        Set its isSuspended to false before the time moves, or create the session without a delegate queue.
        """
      ])
  }
}

extension SettledSessionTests {
  @Test("includes the answer to a request that was sent before the step", arguments: [true, false], [true, false])
  func sentBefore(isOnMainActor: Bool, hasHandler: Bool) async throws {
    for _ in 0..<Effort.count(5, full: 20) {
      let network = Network(clock: VirtualClock())
      let log = Protected<[String]>([])
      @Sendable func load() async throws {
        if hasHandler {
          await network.handle("/late", with: network.session)
        } else {
          try await Use.late.perform(network)
        }
        await Task.yield()
        log.withLock { $0.append("answered") }
        try await network.clock.sleep(for: .seconds(1))
        log.withLock { $0.append("slept") }
      }
      let task = isOnMainActor ? Task { @MainActor in try await load() } : Task { try await load() }
      try await network.clock.waitForSleepers(1)
      await network.clock.advance(by: .seconds(1))
      #expect(log.withLock { $0 } == ["answered"])
      await network.clock.advance(by: .seconds(1))
      #expect(log.withLock { $0 } == ["answered", "slept"])
      _ = try await task.value
    }
  }
}
