import NetworkStubs
import NetworkTesting
import TestSupport

@Suite("The texts of callback failures", .timeLimit(.minutes(15)))
struct CallbackTextTests {
  @Test(
    "each says what happened, what was there and what to do",
    arguments: [
      (.dropped, 0, "dropped.txt"),
      (.timedOut, 0, "timed-out.txt"),
      (.calledAgain, 3, "called-again.txt"),
      (.calledAfterTimeout, 1, "called-after-timeout.txt"),
      (.calledAfterEnd, 2, "called-after-end.txt"),
    ] as [(CallbackError.Code, Int, String)]
  )
  func text(code: CallbackError.Code, calls: Int, file: String) throws {
    let limit = TimeLimit(duration: .seconds(10), clock: ContinuousClock())
    let error = CallbackError(code, limit: limit, sourceLocation: .example).counting(calls)
    try expectGolden("\(error)", "Callbacks/\(file)")
  }

  @Test("an answer that is neither a value nor an error says what it was")
  func withoutValue() async throws {
    let error = await #expect(throws: CallbackError.self) {
      try await withCallback(sourceLocation: .example) { answer($0) }
    }
    try expectGolden("\(try #require(error))", "Callbacks/called-without-value.txt")
  }

  private func answer(_ completion: @escaping (Int?, URL?, (any Error)?) -> Void) {
    completion(1, nil, nil)
  }

  @Test("a clock that is not the real one is named")
  func otherClock() throws {
    let limit = TimeLimit(duration: .milliseconds(1500), clock: VirtualClock())
    let error = CallbackError(.timedOut, limit: limit, sourceLocation: .example)
    #expect("\(error)".hasPrefix("The callback was not called within 1.5 seconds on VirtualClock\n"))
  }

  @Test(
    "durations are said in seconds",
    arguments: [
      (.seconds(1), "1 second"), (.seconds(90), "90 seconds"), (.milliseconds(250), "0.25 seconds"),
      (.zero, "0 seconds"), (.nanoseconds(1), "0.000000001 seconds"), (.milliseconds(-1500), "-1.5 seconds"),
    ] as [(Duration, String)]
  )
  func durations(duration: Duration, words: String) {
    #expect(duration.inWords == words)
  }
}
