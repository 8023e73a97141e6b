import NetworkStubs
import NetworkTesting
import TestSupport

@Suite("The time limit of a wait", .timeLimit(.minutes(15)))
struct TimeLimitTests {
  private static let none = TimeLimit(duration: .zero, clock: ContinuousClock())

  @Test("the time limit of a wait ends a wait in time, whatever later ones were there before")
  func earlier() async {
    let (long, short) = (CallbackState(), CallbackState())
    async let later: Void = TimeLimit(duration: .seconds(3_600), clock: ContinuousClock())
      .waitForEnd(of: long, isolation: nil)
    await Self.none.waitForEnd(of: short, isolation: nil)
    #expect(short.outcome?.end == .timedOut)
    #expect(!long.hasEnded)
    long.release()
    await later
  }

  @Test(
    "the time limit of a wait is as late as the process that stood still, so that an answer that was due goes first")
  func stoodStill() async throws {
    let timeline = Timeline(on: ContinuousClock(), in: TestHarness())
    // It was due long ago: real time has to pass for that, and no length of it fails the test.
    try await yield(until: timeline.elapsed >= .milliseconds(60))
    let before = timeline.elapsed
    try await timeline.sleepTimeLimit(until: .milliseconds(1))
    #expect(timeline.elapsed - before >= .milliseconds(59))
  }

  @Test("the time limit of a wait leaves alone what has ended")
  func ended() async {
    let called = CallbackState()
    called.call {}
    await Self.none.waitForEnd(of: called, isolation: nil)
    #expect(called.outcome?.end == .called)
  }

  @Test("the time limit of a wait cancels the work that it ends")
  func cancelled() async throws {
    let never = Gate(), ended = Gate()
    let end = try await Self.none.run(isolation: nil) {
      await never.wait()
      ended.open()
    }
    #expect(end == .timedOut)
    await ended.wait()
  }
}
