import Foundation
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

import NetworkStubs
@testable import NetworkTesting

@Suite("A suspended transport")
struct SuspendedTransportTests {
  private let transport = SuspendedTransport()

  private func load(_ path: String) -> Task<String, any Error> {
    Task { [transport] in
      String(decoding: try await transport.send(.make(.get, "https://api.example.com\(path)")).body, as: UTF8.self)
    }
  }

  @Test("a suspended transport answers in the order the test likes", arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
  func order(_ order: [Int]) async throws {
    let loads = (0..<3).map { load("/\($0)") }
    var calls: [SuspendedCall] = []
    for path in ["/0", "/1", "/2"] { calls.append(try await transport.nextCall(matching: .get(URLPattern(path)))) }
    #expect(await transport.waitingCount == 3)
    for index in order {
      calls[index].answer(with: .text("answer \(index)"))
      #expect(try await loads[index].value == "answer \(index)")
    }
    #expect(await transport.waitingCount == 0)
  }

  @Test("a suspended transport names the call that waits, also after an upload that broke off over a server")
  func brokenUpload() async throws {
    let issues = await recordedIssues {
      let transport = SuspendedTransport()
      transport.log.addBrokenUpload(ReceivedRequest(.post("/broken")), of: 10)
      let sending = Task { try await transport.send(.get("/waits")) }
      guard let call = try? await transport.nextCall() else { return }
      try? await transport.verify()
      call.answer(status: 204)
      _ = try? await sending.value
      let error = await #expect(throws: RequestWaitError.self) { try await transport.nextCall(timeout: .zero) }
      #expect(error.map { "\($0)" }?.contains("/waits (answered)") == true)
    }
    #expect(issues.map(\.text).filter { $0.contains("was not answered") }.count == 1)
    #expect(issues.contains { $0.text.contains("/waits was not answered") })
  }

  @Test("a suspended transport hands a call out to a test that waits for it, and each only once", arguments: [1, 50])
  func once(count: Int) async throws {
    let calls = try await withThrowingTaskGroup(of: String?.self) { group in
      for number in 0..<count {
        group.addTask {
          let call = try await transport.nextCall()
          call.answer(json: 1)
          return call.request.path
        }
        group.addTask {
          _ = try await load("/\(number)").value
          return nil
        }
      }
      return try await group.reduce(into: Set<String>()) { paths, path in if let path { paths.insert(path) } }
    }
    #expect(calls.count == count)
  }

  @Test(
    "a suspended transport tells the test that waits for a caller to leave of any end",
    arguments: [SuspendedWait.End.left, .answered, .dropped])
  func watched(end: SuspendedWait.End) {
    let request = ReceivedRequest(.make(.get, "https://test/a"))
    let wait = SuspendedWait(of: request, number: 1, origin: CodePlace())
    let watcher = CallbackState()
    wait.watch(watcher)
    #expect(!watcher.hasEnded)
    wait.finish(end, .failure(URLError(.cancelled)))
    #expect(watcher.hasEnded)
    #expect(wait.end == end)
  }

  @Test("a suspended transport shows in its log that a call failed")
  func failed() async throws {
    let load = load("/a")
    try await transport.nextCall().fail(.networkConnectionLost)
    await #expect(throws: URLError(.networkConnectionLost)) { try await load.value }
    guard case .failed(let error) = await transport.exchanges.first?.outcome else {
      Issue.record("It is not in the log.")
      return
    }
    #expect((error as? URLError)?.code == .networkConnectionLost)
  }

  @Test("a suspended transport fails a test that answers with what cannot be made")
  func unusable() async throws {
    var line = 0
    let issues = await recordedIssues {
      line = #line + 1
      let transport = SuspendedTransport()
      let load = Task { try await transport.send(.make(.get, "https://api.example.com/a")) }
      try await transport.nextCall().answer(with: .fixture("missing.json"))
      await #expect(throws: FixtureError.self) { try await load.value }
      guard case .failed(is FixtureError) = await transport.exchanges.first?.outcome else {
        Issue.record("It is not in the log.")
        return
      }
    }
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.text.contains("missing.json") == true)
  }

  @Test("a suspended transport knows when a caller leaves, and an answer after that changes nothing")
  func abandoned() async throws {
    let load = load("/a")
    let call = try await transport.nextCall()
    #expect(!call.isAbandoned)
    load.cancel()
    try await call.waitForAbandonment()
    #expect(call.isAbandoned)
    call.answer(json: 1)
    await #expect(throws: URLError(.cancelled)) { try await load.value }
  }

  @Test("a suspended transport hands on errors, delays and streams")
  func answers() async throws {
    let failing = load("/a")
    try await transport.nextCall().fail(.networkConnectionLost)
    await #expect(throws: URLError(.networkConnectionLost)) { try await failing.value }
    let streaming = load("/b")
    try await transport.nextCall().answer(with: .stream("a", "b"))
    #expect(try await streaming.value == "ab")
    let clock = VirtualClock()
    let slow = SuspendedTransport(clock: clock)
    async let answer = slow.send(.make(.get, "https://a/c"))
    try await slow.nextCall().answer(with: .status(204).delayed(by: .seconds(5)))
    try await clock.waitForSleepers(1)
    clock.wakeSleepers()
    #expect(try await answer.status == 204)
  }

  @Test("times a request out on its clock")
  func timedOut() async throws {
    let clock = VirtualClock()
    let transport = SuspendedTransport(clock: clock)
    let load = Task { try await transport.send(.make(.get, "https://api.example.com/a")) }
    let call = try await transport.nextCall()
    clock.jump(by: .seconds(60))
    await #expect(throws: URLError(.timedOut)) { try await load.value }
    #expect(call.isAbandoned)
  }

  @Test("a suspended transport answers with a status, JSON or any answer of a stub")
  func forms() async throws {
    struct Item: Encodable { let id = 1 }
    let answers: [(SuspendedCall) -> Void] = [
      { $0.answer(status: 204, headers: ["X-A": "1"]) },
      { $0.answer(json: ["id": 1], status: 201, headers: ["X-A": "1"]) },
      { $0.answer(json: Item(), headers: ["X-A": "1"]) },
      { $0.answer(json: ["id": 1 as Any], headers: ["X-A": "1"]) },
      { $0.answer { HTTPResponse(status: 204, headers: ["X-A": $0.method == .get ? "1" : "0"]) } },
      { $0.answer(with: .status(204, headers: ["X-A": "1"])) },
    ]
    var bodies: [String] = []
    for answer in answers {
      async let response = transport.send(.make(.get, "https://api.example.com/a"))
      answer(try await transport.nextCall())
      #expect(try await response.headers["X-A"] == "1")
      bodies.append(String(decoding: try await response.body, as: UTF8.self))
    }
    #expect(bodies == ["", #"{"id":1}"#, #"{"id":1}"#, #"{"id":1}"#, "", ""])
  }

  @Test("a suspended transport fails a test that releases a call, and its caller gets an error")
  func dropped() async throws {
    let load = load("/a?token=geheim-1234567")
    let issues = await recordedIssues { _ = try await transport.nextCall() }
    await #expect(throws: UnansweredRequest.self) { try await load.value }
    try expectGolden(try #require(issues.first).text.withoutLine, "Failures/suspended-dropped.txt")
    #expect(issues.count == 1)
  }

  @Test("a suspended transport fails a test that answers a call twice, at that line")
  func twice() async throws {
    let load = load("/a")
    let call = try await transport.nextCall()
    call.answer(json: 1)
    let issues = await recordedIssues { call.answer(json: 2) }
    #expect(try await load.value == "1")
    try expectGolden(try #require(issues.first).text, "Failures/suspended-twice.txt")
    #expect(issues.first?.line == #line - 3)
  }

  @Test("a suspended transport fails a test that waits for a call that does not come")
  func none() async throws {
    let answered = load("/a")
    try await transport.nextCall().answer(json: 1)
    _ = try await answered.value
    let waiting = load("/b")
    let call = try await transport.nextCall()
    let error = await #expect(throws: RequestWaitError.self) {
      try await transport.nextCall(matching: .post("/a"), timeout: .zero)
    }
    #expect(error?.code == .noRequest)
    try expectGolden(try #require(error?.description.withoutLine), "Failures/suspended-none.txt")
    call.answer(json: 1)
    _ = try await waiting.value
  }

  @Test("a suspended transport fails a test whose caller should have left")
  func stays() async throws {
    let waiting = load("/a")
    let call = try await transport.nextCall()
    let error = await #expect(throws: RequestWaitError.self) { try await call.waitForAbandonment(timeout: .zero) }
    #expect(error?.code == .notAbandoned)
    try expectGolden(try #require(error?.description.withoutLine), "Failures/suspended-stays.txt")
    call.answer(json: 1)
    _ = try await waiting.value
  }

  // Without a short limit: a wait that goes on after the answer takes ten seconds, and says so.
  @Test("a suspended transport ends the wait for a caller to leave with its answer", arguments: [true, false])
  func answered(isAnsweredBefore: Bool) async throws {
    let waiting = load("/a")
    let call = try await transport.nextCall()
    if isAnsweredBefore { call.answer(json: 1) }
    let leaving = Task { try await call.waitForAbandonment() }
    if !isAnsweredBefore { call.answer(json: 1) }
    let error = await #expect(throws: RequestWaitError.self) { try await leaving.value }
    #expect(error?.description.contains("did not give up before it was answered") == true)
    _ = try await waiting.value
  }

  @Test("a suspended transport reports the callers that still wait when it is verified")
  func verify() async throws {
    let waiting = load("/a")
    let call = try await transport.nextCall()
    let issues = await recordedIssues { try await transport.verify() }
    try expectGolden(try #require(issues.first).text, "Failures/suspended-waiting.txt")
    call.answer(json: 1)
    _ = try await waiting.value
    try await transport.verify()
  }

  @Test("a suspended transport stops waiting for a call when the test is cancelled")
  func cancelled() async throws {
    let task = Task { [transport] in try await transport.nextCall() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let load = load("/a")
    try await transport.nextCall().answer(json: 1)
    #expect(try await load.value == "1")
  }
}
