import Foundation
import NetworkTesting
import TestSupport

@testable import NetworkEndpoints

@Suite("A socket whose two ends wait for each other")
struct ScriptWatchTests {
  private let outcome = ScriptOutcome(place: ("ChatTests/ChatTests.swift", "/ChatTests.swift", 12, 3))
  private let client = WebSocketInbox()
  private let server = WebSocketInbox()
  private let warnings = Guarded<[String]>([])

  /// Begins to read, and returns when the reader waits.
  private func wait(for inbox: WebSocketInbox) async -> Task<WebSocketMessage?, any Error> {
    let task = Task { try await inbox.next() }
    while inbox.awaitedNumber == nil { await Task.yield() }
    return task
  }

  /// Returns a watch for which ten seconds pass between two looks.
  ///
  /// - Parameter work: The seconds of them in which the threads of the process run.
  private func watch(work: Double = 0) -> ScriptWatch {
    outcome.onWarning { [warnings] text in warnings.withLock { $0.append(text) } }
    let start = ContinuousClock.now
    let looks = Guarded(0.0)
    return ScriptWatch(outcome, client: client, server: server, seconds: 1_000) {
      let count = looks.withLock { looks in
        looks += 1
        return looks
      }
      return (start + .seconds(10 * count), .seconds(work * count))
    }
  }

  /// Ends both ends, so that no reader and no outcome stays.
  private func end(_ readers: Task<WebSocketMessage?, any Error>...) async {
    client.finish()
    server.finish()
    for reader in readers { _ = await reader.result }
    outcome.end(nil)
    outcome.release()
  }

  @Test("says so once, when it has lasted from one look to the next")
  func both() async {
    let watch = watch()
    let readers = (await wait(for: client), await wait(for: server))
    watch.look()
    #expect(warnings.withLock { $0 }.isEmpty)
    watch.look()
    #expect(
      warnings.withLock { $0 } == [
        """
        The script of the WebSocket at ChatTests.swift:12 waits for message 1 of the client, and the client waits for the script.
        If the test hangs here, let the script send a message, close the socket or return.
        """
      ])
    await end(readers.0, readers.1)
  }

  @Test("takes its time in a busy process, where one of them may only want for a thread", arguments: [2.0, 20])
  func busyProcess(work: Double) async {
    let watch = watch(work: work)
    let readers = (await wait(for: client), await wait(for: server))
    for _ in 1...31 { watch.look() }
    #expect(warnings.withLock { $0 }.isEmpty)
    watch.look()
    #expect(warnings.withLock { $0 }.count == 1)
    await end(readers.0, readers.1)
  }

  @Test("says nothing while one of them works")
  func one() async {
    let watch = watch()
    let reader = await wait(for: client)
    for _ in 1...3 { watch.look() }
    #expect(warnings.withLock { $0 }.isEmpty)
    await end(reader)
  }

  @Test("says nothing while messages come")
  func messages() async throws {
    let watch = watch()
    let readers = (await wait(for: client), await wait(for: server))
    watch.look()
    server.add(.text("a"))
    _ = try await readers.1.value
    let next = await wait(for: server)
    watch.look()
    #expect(warnings.withLock { $0 }.isEmpty)
    await end(readers.0, next)
  }

  #if compiler(>=6.3)
    @Test("is a warning of its test, which then goes on", .quiet)
    func ofTest() async throws {
      let isTold = Gate()
      let texts = Guarded<[String]>([])
      // Intermittent, since the block may end before the known issue is counted. The texts are counted below.
      try await withKnownIssue(isIntermittent: true) {
        let socket = ScriptedWebSocket(tellingOfWaitsAfter: 0.001) { server in
          _ = try await server.next()
          try await server.send("hi")
        }
        let reader = Task { try await socket.next() }
        await isTold.wait()
        try await socket.send("go")
        #expect(try await reader.value == .text("hi"))
        try await socket.finish()
      } matching: { issue in
        texts.withLock { $0.append(issue.recordedText) }
        isTold.open()
        return true
      }
      #expect(texts.withLock { $0 }.count == 1)
      #expect(texts.withLock { $0 }.first?.hasPrefix("The script of the WebSocket at ScriptWatchTests.swift:") == true)
    }
  #endif
}
