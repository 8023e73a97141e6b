import Dispatch
import NetworkTesting
import TestSupport

// Neither asks `getAllTasks`: that of FoundationNetworking reads the list of tasks on the delegate queue, while the session's own
// queue may change it, and a bare session dies of it as well.
@Suite("All tasks of a mocked session", .quiet)
struct SessionSweepTests {
  private static let rounds = Effort.count(100, full: 20_000)

  @Test("all tasks of a mocked session are cancelled at any time, and each ends once")
  func sweep() async throws {
    let session = URLSession.mocked(by: MockTransport(.any.respond(status: 204).optional()))
    for _ in 0..<Self.rounds { await Self.round(on: session, .test("/a")) }
  }

  /// Begins some calls, cancels those that have begun meanwhile from another queue, and waits for the end of each.
  private static func round(on session: URLSession, _ url: URL) async {
    let begun = Guarded<[URLSessionTask]>([])
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          // A second end would resume the continuation twice, which traps.
          await withCheckedContinuation { ended in
            let task = session.dataTask(with: url) { _, _, _ in ended.resume() }
            begun.withLock { $0.append(task) }
            task.resume()
          }
        }
      }
      group.addTask {
        await withCheckedContinuation { swept in
          DispatchQueue.global().async {
            for task in begun.withLock({ $0 }) { task.cancel() }
            swept.resume()
          }
        }
      }
    }
  }
}
