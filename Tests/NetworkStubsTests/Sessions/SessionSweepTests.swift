import NetworkTesting
import TestSupport

// `getAllTasks` of FoundationNetworking reads the list of tasks on the delegate queue, while the session's own queue may change it.
// So a bare session may crash in it.
@Suite("All tasks of a mocked session", .quiet)
struct SessionSweepTests {
  private static let rounds = Effort.count(100, full: 20_000)

  @Test("all tasks of a mocked session are cancelled by what getAllTasks lists, and each ends once")
  func sweep() async throws {
    let session = URLSession.mocked(by: MockTransport(.any.respond(status: 204).optional()))
    for _ in 0..<Self.rounds { await Self.round(on: session, .test("/a")) }
  }

  /// Begins some calls, cancels all that is listed meanwhile, and waits for the end of each.
  static func round(on session: URLSession, _ url: URL) async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          await withCheckedContinuation { ended in
            session.dataTask(with: url) { _, _, _ in ended.resume() }.resume()
          }
        }
      }
      group.addTask {
        await withCheckedContinuation { (listed: CheckedContinuation<Void, Never>) in
          session.getAllTasks { tasks in
            for task in tasks { task.cancel() }
            listed.resume()
          }
        }
      }
    }
  }

  #if os(Linux)
    // Not run usually, as it may crash.
    @Test(
      "all tasks of a bare session are cancelled in the same way, or the process crashes",
      .enabled(if: ProcessInfo.processInfo.environment["FIRST_SUITE"] != nil), .localServer)
    func bareSweep() async throws {
      let server = try await ProbeServer.python()
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      let session = URLSession(configuration: configuration)
      let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/plain"))
      for _ in 0..<Self.rounds { await Self.round(on: session, url) }
    }
  #endif
}
