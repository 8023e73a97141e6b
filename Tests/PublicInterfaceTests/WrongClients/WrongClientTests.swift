import Foundation
import NetworkStubs
import NetworkTesting
import TestSupport

/// A test of a wrong app is red, by a text of its own, and ends.
@Suite("A test whose app keeps it waiting", .timeLimit(.minutes(15)))
struct WrongClientTests {
  /// Returns what is wrong with the verdict on a cell; nil if it is right.
  private static func wrong(_ cell: WaitingCell, isolation: isolated (any Actor)? = #isolation) async -> String? {
    await WaitWatch.$interval.withValue(.milliseconds(1)) {
      let clock = VirtualClock()
      let transport: any RememberingTransport
      if cell.test.isSuspended {
        transport = SuspendedTransport(clock: clock)
      } else if cell.way == .everySession {
        let current = MockTransport.current
        current.engine.use(clock)
        await current.replace(with: cell.test.stubs(cell.mistake))
        transport = current
      } else {
        transport = MockTransport(cell.test.stubs(cell.mistake), clock: clock)
      }
      let app = WrongClient(cell, clock: clock, transport: transport)
      let issues = await recordedIssues {
        // On the actor of the caller.
        _ = isolation
        try await cell.test.run(app)
      }
      if cell.mistake == .none { return issues.isEmpty ? nil : "red: \(issues.map(\.text))" }
      return issues.isEmpty ? "green" : nil
    }
  }

  private static func check(_ cell: WaitingCell) async {
    let found = cell.isOnMainActor ? await wrong(cell, isolation: MainActor.shared) : await wrong(cell, isolation: nil)
    #expect(found == nil, "\(cell.testDescription)")
  }

  @Test(
    "a wrong app is red, and ends", .testTasksAreNamed, arguments: WaitingCell.all.filter { $0.way != .everySession })
  func reached(_ cell: WaitingCell) async { await Self.check(cell) }

  @Test(
    "a wrong app whose session nobody can reach is red, and ends", .everySession(),
    arguments: WaitingCell.all.filter { $0.way == .everySession })
  func ofOthers(_ cell: WaitingCell) async { await Self.check(cell) }
}
