import NetworkStubs
import NetworkTesting
import TestSupport

@Suite("The doubles of a test with a trait")
struct TestDoublesTests {
  @Test(
    "the doubles of a test with a trait tell at its end of callers that wait for it, though nothing releases the double"
  )
  func callers() async throws {
    let (kept, callers) = (Protected<[SuspendedTransport]>([]), Protected<[Task<Void, Never>]>([]))
    let issues = await recordedIssues {
      try await TestDoubles.scope {
        let transport = SuspendedTransport()
        kept.withLock { $0.append(transport) }
        let caller = Task { _ = try? await transport.send(.test("/a")) }
        callers.withLock { $0.append(caller) }
        _ = try await transport.nextRequest()
      }
    }
    #expect(issues.count == 1, "\(issues)")
    #expect(issues.first?.text.contains("was not taken by the test") == true, "\(issues)")
    // Once is enough.
    let afterwards = await recordedIssues {
      for caller in callers.withLock({ $0 }) { caller.cancel() }
      for caller in callers.withLock({ $0 }) { await caller.value }
      kept.withLock { $0 = [] }
    }
    #expect(afterwards.isEmpty, "\(afterwards)")
  }

  @Test(
    "the doubles of a test with a trait are released after its end, with all that they have received",
    .timeLimit(.minutes(15)), .testTasksAreNamed,
    arguments: ["a transport", "a session", "a call that waits", "one that is made too late"])
  func released(_ kind: String) async throws {
    let released = Gate()
    let late = Protected<Task<Void, any Error>?>(nil)
    let isOver = Gate()
    try await NetworkTrait.network().provideScope(for: #require(Test.current), testCase: Test.Case.current) {
      let request = WitnessedRequest(released)
      switch kind {
      case "a transport": _ = try await MockTransport(.post("/a").respond(status: 204)).send(request.value)
      case "a session":
        let session = URLSession.mocked(by: MockTransport(.post("/a").respond(status: 204)))
        _ = try await session.data(for: request.value)
        session.finishTasksAndInvalidate()
      case "a call that waits":
        let transport = SuspendedTransport()
        async let answer = transport.send(request.value)
        try await transport.nextCall().answer(status: 204)
        _ = try await answer
      default:
        late.withLock {
          $0 = Task {
            await isOver.wait()
            _ = try await MockTransport(.post("/a").respond(status: 204)).send(request.value)
          }
        }
      }
    }
    isOver.open()
    try await late.withLock { $0.take() }?.value
    await released.wait()
  }
}

/// A request whose body says that it is released.
private struct WitnessedRequest {
  let value: URLRequest

  init(_ released: Gate) {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 1_000, alignment: 1)
    var request = URLRequest.post("/a")
    request.httpBody = Data(
      bytesNoCopy: bytes, count: 1_000,
      deallocator: .custom { bytes, _ in
        bytes.deallocate()
        released.open()
      })
    value = request
  }
}
