import Dispatch
import Foundation
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkSimulation

/// An executor as an app has it for its database.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class DatabaseExecutor: TaskExecutor, SerialExecutor {
  static let shared = DatabaseExecutor()

  private let queue = DispatchQueue(label: "database")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in
      job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private actor Database {
  private var rows = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { DatabaseExecutor.shared.asUnownedSerialExecutor() }

  func add() async -> Int {
    await Task.yield()
    rows += 1
    return rows
  }
}

@Suite("A task on an executor of the app", .timeLimit(.minutes(15)))
struct AppExecutorTests {
  enum Way: CaseIterable, Sendable { case task, preference, group, actor }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func use(_ way: Way) async {
    switch way {
    // One that has ended before it is awaited wakes nobody, and so is not seen.
    case .task:
      for _ in 0..<500 { await Task(executorPreference: DatabaseExecutor.shared) { await Task.yield() }.value }
    case .preference: await withTaskExecutorPreference(DatabaseExecutor.shared) { await Task.yield() }
    case .group:
      for _ in 0..<50 {
        await withTaskGroup(of: Void.self) { group in
          group.addTask(executorPreference: DatabaseExecutor.shared) { await Task.yield() }
        }
      }
    case .actor: _ = await Database().add()
    }
  }

  #if os(Linux)
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test(
      "a task on an executor of the app is known by the executor's name, however it came there", arguments: Way.allCases
    )
    func known(_ way: Way) async {
      for seed in UInt64(1)...5 {
        let run = await Exploration().replay(seed) { await Self.use(way) }
        #expect(run.executor == "DatabaseExecutor", "\(run.outsideWakes)")
      }
    }
  #endif

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("a task on an executor of the app is not seen in a run without one, whatever else wakes it")
  func none() async {
    let run = await Exploration().replay(1) {
      await withCheckedContinuation { continuation in DispatchQueue.global().async { continuation.resume() } }
      await Task.detached { await Task.yield() }.value
      await MainActor.run {}
    }
    #expect(run.executor == nil)
  }
}
