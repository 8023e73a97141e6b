import Foundation
import TestSupport
import Testing

@testable import NetworkSimulation
@testable import NetworkStubs
@testable import NetworkTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A run that cannot go on", .timeLimit(.minutes(15)))
struct StuckTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A continuation that is never resumed is found, and its task is cancelled")
  func continuation() async {
    let run = await Exploration(patience: .zero).replay(1) {
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      for await _ in stream {}
      withExtendedLifetime(continuation) {}
    }
    #expect(run.end == .stuck)
    #expect(run.record.waitTexts.isEmpty)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("It says which answers, requests and calls are waited for")
  func waits() async {
    let run = await Exploration(patience: .zero).replay(1) {
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      let transport = MockTransport(
        .get("/never").respond { _ in
          for await _ in stream {}
          return HTTPResponse(status: 204)
        })
      let suspended = SuspendedTransport()
      async let _ = transport.nextRequest(matching: .get("/other"))
      async let _ = suspended.nextCall(matching: .get("/call"))
      var request = URLRequest.to("/never")
      request.timeoutInterval = 0
      _ = try await transport.send(request)
      withExtendedLifetime(continuation) {}
    }
    #expect(run.end == .stuck)
    #expect(
      Set(run.record.waitTexts) == [
        "the answer to #1 GET https://test/never", #"a request matching .get("/other")"#,
        #"a request matching .get("/call")"#,
      ])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A request whose answer does not come times out in virtual time")
  func timeout() async {
    let run = await Exploration(patience: .zero).replay(1) {
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      let transport = MockTransport(
        .get("/never").respond { _ in
          for await _ in stream {}
          return HTTPResponse(status: 204)
        })
      _ = try await transport.send(.to("/never"))
      withExtendedLifetime(continuation) {}
    }
    #expect(run.end == .ended)
    #expect((run.error as? URLError)?.code == .timedOut)
    #expect(run.time >= .seconds(60))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A sleep in real time is named, and where it is", arguments: [false, true])
  func realSleep(isInChild: Bool) async throws {
    let run = await Exploration(patience: .zero).replay(1) {
      async let child: Void = isInChild ? sleepForReal() : ()
      if !isInChild { try await sleepForReal() }
      try await child
    }
    #expect(run.end == .stuck)
    let report = SimulationReport(run: run, seed: 1, number: 1, count: 1, settings: SimulationSettings())
    #if os(Linux)
      #expect(report.text.contains("  probably a sleep in real time, in sleepForReal()\n"), "\(report.text)")
    #endif
    #expect(report.text.contains("give it a parameter for its clock, and pass .simulated here"))
    #expect(report.text.contains("a longer patience: than 5 seconds"))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("The report has what repeats itself once, and how often")
  func polls() async throws {
    let run = await Exploration().replay(1) {
      let transport = MockTransport(.get("/state").respond(json: "waiting"))
      for _ in 1...50 {
        _ = try await transport.send(.to("/state"))
        try await VirtualClock.simulated.sleep(for: .seconds(1))
      }
      throw URLError(.timedOut)
    }
    let text = SimulationReport(run: run, seed: 1, number: 1, count: 1, settings: SimulationSettings()).text
    let network = text.components(separatedBy: "What the network did:").last?.split(separator: "\n") ?? []
    #expect(network.count == 5, "\(text)")
    #expect(network.dropFirst(2).first?.hasSuffix("the same 48 times more") == true, "\(text)")
    #expect(network.last?.contains("#50 200") == true, "\(text)")
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Each of its tasks is cancelled, so that a test that waits for a task of its own can end; the text names both")
  func otherTasks() async throws {
    let run = await Exploration(patience: .zero).replay(1) {
      let tasks = [Task { await waitForNothing() }, Task.detached { await waitForNothing() }]
      for task in tasks { await task.value }
    }
    #expect(run.end == .stuck)
    let report = SimulationReport(run: run, seed: 1, number: 1, count: 1, settings: SimulationSettings())
    #if os(Linux)
      #expect(report.text.contains("  The test itself is in StuckTests.otherTasks().\n"), "\(report.text)")
      #expect(
        report.text.contains("  Its other tasks are in waitForNothing(), or were there last.\n"), "\(report.text)")
    #endif
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A task that runs on an executor of the app when its run is stuck is cancelled later, when it waits")
  func taskElsewhere() async {
    let lock = DispatchSemaphore(value: 0)
    var settings = SimulationSettings()
    settings.patience = .zero
    let run = await Simulation(seed: 1, settings: settings).run(
      { await Task.detached { await OwnQueue().wait(for: lock) }.value }, onFailure: { _ in lock.signal() })
    #expect(run.end == .stuck)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("One that waits for work outside is not stuck beside 100 tasks that sleep and wake, or 20,000 in full mode")
  func manySleepers() async throws {
    let isOver = Protected(false)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<(Effort.count(100, full: 20_000)) {
        group.addTask { while !isOver.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(1)) } }
      }
      group.addTask {
        for seed in 1...2 as ClosedRange<UInt64> {
          let run = await Exploration(patience: .milliseconds(250)).replay(seed) {
            let (steps, end) = AsyncStream.makeStream(of: Void.self)
            startOutsideSimulation {
              // It needs the pool again and again.
              for _ in 0..<20 { await Task.yield() }
              end.finish()
            }
            for await _ in steps {}
          }
          #expect(run.end == .ended)
        }
        isOver.withLock { $0 = true }
      }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("One that runs for ever is stopped")
  func endless() async {
    let run = await Exploration(stepLimit: 1_000).replay(1) {
      while !Task.isCancelled { await Task.yield() }
    }
    #expect(run.end == .endless)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A step that blocks its thread ends the run, which says where the thread is", arguments: [false, true])
  func blocked(isOnMainActor: Bool) async throws {
    var settings = SimulationSettings()
    settings.stepTime = .milliseconds(250)
    let lock = DispatchSemaphore(value: 0)
    let run = await Simulation(seed: 1, settings: settings).run(
      { if isOnMainActor { await MainActor.run { waitHere(for: lock) } } else { waitHere(for: lock) } },
      onFailure: { _ in lock.signal() }
    )
    guard case .blocked(_, let frames) = run.end else {
      Issue.record("It ended otherwise: \(run.end)")
      return
    }
    #if os(Linux)
      #expect(frames.contains { $0.contains("waitHere") }, "\(frames)")
    #endif
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A step that waits for the turn of a busy queue has not blocked its thread")
  func busyQueue() async {
    var settings = SimulationSettings()
    settings.stepTime = .milliseconds(250)
    let run = await Simulation(seed: 1, settings: settings).run {
      // The queue never comes to it.
      _ = OperationQueue().waitForEnd(lookingEvery: 0.05, atMost: 1) { _ in }
    }
    #expect(run.end == .ended)
  }

  // A process of its own exists on these systems only.
  #if os(macOS) || os(Linux)
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("One that stays blocked ends the process, with a message", .exitTest)
    func staysBlocked() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var settings = SimulationSettings()
        settings.name = "'A/b'"
        settings.stepTime = .milliseconds(250)
        settings.grace = .milliseconds(250)
        _ = await Simulation(seed: 5, settings: settings).run { waitHere(for: DispatchSemaphore(value: 0)) }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("NETWORK_TESTING_SEED=5 swift test --filter 'A/b'"))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("One that crashes names its seed", .exitTest)
    func crashed() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var settings = SimulationSettings()
        settings.name = "'A/b'"
        for seed in 1...3 as ClosedRange<UInt64> {
          _ = await Simulation(seed: seed, settings: settings).run { @MainActor in
            await Task.yield()
            if seed == 3 { fatalError("a bug") }
          }
        }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("the process crashed in a simulated run with seed 3"))
      #expect(text.contains("NETWORK_TESTING_SEED=3 swift test --filter 'A/b'"))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("One that does not heed its cancellation ends the process, with a message", .exitTest)
    func abandoned() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = await Exploration(patience: .zero, grace: .milliseconds(100)).replay(1) {
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("NetworkTesting ends the test process: a simulated test got stuck"))
      #expect(
        text.contains("Simulated tests in this process: 0 passed.\nFailed: none.\nStill running, and cut off: none."))
    }
  #endif
}

/// An actor on a queue of the app.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private actor OwnQueue {
  private final class Executor: SerialExecutor {
    private let queue = DispatchQueue(label: "own")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
  }

  private let executor = Executor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func wait(for lock: DispatchSemaphore) async {
    waitHere(for: lock)
    await waitForNothing()
  }
}

@inline(never)
private func sleepForReal() async throws {
  try await Task.sleep(for: .seconds(3_600))
}

@inline(never)
private func waitForNothing() async {
  let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
  for await _ in stream {}
  withExtendedLifetime(continuation) {}
}

private func waitHere(for lock: DispatchSemaphore) {
  lock.wait()
}
