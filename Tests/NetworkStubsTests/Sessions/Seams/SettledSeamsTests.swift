import Foundation
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkSimulation
@testable import NetworkStubs

/// A way to a server, with a shape in which its answer is passed on.
struct SeamCell: Sendable, CustomTestStringConvertible {
  let seam: Seam
  let shape: SeamShape

  var testDescription: String { "\(seam), \(shape)" }

  /// Whose handler it is that sends is known on serial queues only.
  private var isKnown: Bool { seam != .handlerOfOtherOnQueue || shape != .secondRequest }

  /// All pairs in a full run, and otherwise a diagonal of every nth: each way has several shapes, and each shape several ways.
  ///
  /// - Parameters:
  ///   - step: The n.
  ///   - seams: The ways.
  ///   - turn: The place at which the diagonal begins, so that tests take different pairs.
  static func sample(_ step: Int, of seams: [Seam], from turn: Int = 0) -> [Self] {
    let isFull = Effort.isFull()
    return seams.enumerated().flatMap { row, seam in
      SeamShape.allCases.enumerated().filter { isFull || (row + $0.offset + turn).isMultiple(of: step) }
        .map { Self(seam: seam, shape: $0.element) }
    }
    .filter(\.isKnown)
  }
}

/// Every way to a server, with every shape in which its answer is passed on: a sample of them in ordinary runs, all of them, and all
/// tries, with `NETWORK_TESTING_FULL=1`.
@Suite("A step waits for what an answer leads to, whatever brings it", .timeLimit(.minutes(10)))
struct SettledSeamsTests {
  /// Lets an app load something every thirty seconds, and returns what is wrong after the first step.
  private static func wrong(_ cell: SeamCell, on home: (any Actor)?) async -> String? {
    let clock = VirtualClock()
    let texts = Protected<[String]>([])
    let use = SeamUse(server: SeamServer(cell.seam, clock: clock), clock: clock, home: home) { text in
      texts.withLock { $0.append(text) }
    }
    let task = Task {
      try await clock.sleep(for: .seconds(30))
      await use.perform(cell.shape, isolation: home)
    }
    // What comes after the answer sleeps for a second.
    await clock.advance(by: .seconds(31))
    let found = texts.withLock { $0 }
    _ = await task.result
    return found == [Seam.text] ? nil : "\(found)"
  }

  /// How many of several tries are wrong, on the pool and on the main actor.
  private static func check(_ cell: SeamCell) async {
    let tries = Effort.count(1, full: 20)
    for home in [nil, MainActor.shared] as [(any Actor)?] {
      var wrong: [String] = []
      for _ in 0..<tries { if let found = await Self.wrong(cell, on: home) { wrong.append(found) } }
      #expect(
        wrong.isEmpty,
        "\(cell.testDescription), \(home == nil ? "pool" : "main actor"): \(wrong.count) of \(tries) \(Set(wrong))")
    }
  }

  @Test("an injected transport, or a mocked session", arguments: SeamCell.sample(3, of: Seam.reached))
  func reached(_ cell: SeamCell) async {
    await Self.check(cell)
  }

  @Test(
    "a session that no test can reach", .everySession(Seam.stub), arguments: SeamCell.sample(3, of: Seam.ofOthers))
  func ofOthers(_ cell: SeamCell) async {
    await Self.check(cell)
  }

  /// How many uses at the same time are wrong.
  private static func checkAtOnce(_ cell: SeamCell) async {
    let wrong = await withTaskGroup(of: String?.self, returning: [String].self) { group in
      for number in 0..<Effort.count(10, full: 50) {
        group.addTask { await Self.wrong(cell, on: number.isMultiple(of: 2) ? nil : MainActor.shared) }
      }
      return await group.reduce(into: [] as [String]) { if let found = $1 { $0.append(found) } }
    }
    #expect(wrong.isEmpty, "\(cell.testDescription): \(wrong.count) wrong, as \(Set(wrong))")
  }

  @Test("fifty of them at once", arguments: SeamCell.sample(6, of: Seam.reached, from: 1))
  func atOnce(_ cell: SeamCell) async {
    await Self.checkAtOnce(cell)
  }

  @Test(
    "fifty at once over sessions that no test can reach", .everySession(Seam.stub),
    arguments: SeamCell.sample(4, of: Seam.ofOthers, from: 1))
  func atOnceOfOthers(_ cell: SeamCell) async {
    await Self.checkAtOnce(cell)
  }
}

extension SettledSeamsTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "the seed alone decides what a step waits for in a simulated run", .everySession(Seam.stub),
    arguments: SeamCell.sample(6, of: Seam.allCases, from: 3))
  func simulated(_ cell: SeamCell) async {
    let (seam, shape) = (cell.seam, cell.shape)
    // Here the trait is the test's, and not the run's, so that a handler of a second run would send in the first.
    if Seam.ofOthers.contains(seam), shape == .secondRequest { return }
    // Since Swift 6.2, a yield in an actor's turn goes through the pool, so the seed cannot decide when the task is back.
    let yields = [.threeActors, .mailbox].contains(shape) ? 0 : 3
    for home in [nil, MainActor.shared] as [(any Actor)?] {
      for seed in UInt64(1)...UInt64(Effort.count(1, full: 8)) {
        var runs: [SimulatedRun] = []
        for _ in 0..<Effort.count(2, full: 4) {
          runs.append(
            await SimulatedRun.of(seed: seed) {
              let clock: VirtualClock = .simulated
              let (texts, end) = AsyncStream.makeStream(of: String.self)
              let server = SeamServer(seam, clock: clock)
              let use = SeamUse(server: server, clock: clock, home: home, yields: yields) { end.yield($0) }
              async let sleep: Void = clock.sleep(for: .milliseconds(100))
              await use.perform(shape, isolation: home)
              for await text in texts.prefix(1) { if text != Seam.text { throw URLError(.cannotParseResponse) } }
              try await sleep
            })
        }
        let place = "\(seam), \(shape), \(home == nil ? "pool" : "main actor"), seed \(seed)"
        #expect(runs.allSatisfy { $0.end == .ended && $0.error == nil }, "\(place): \(runs.map(\.end))")
        #expect(
          runs.allSatisfy { $0.outsideWakes == 0 },
          "\(place): woken from outside \(runs.map { "\($0.outsideWakes) \($0.executor ?? "")" })")
        #expect(runs.allSatisfy { $0.trace == runs[0].trace && $0.time == runs[0].time }, "\(place): unstable")
      }
    }
  }
}
