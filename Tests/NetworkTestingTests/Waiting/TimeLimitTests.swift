import TestSupport

@testable import NetworkStubs
@testable import NetworkTesting

@Suite("The time limit of a wait", .timeLimit(.minutes(5)))
struct TimeLimitTests {
  private static let none = TimeLimit(duration: .zero, clock: ContinuousClock())

  @Test("ends a wait in time, whatever later ones were there before")
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

  @Test("leaves alone what has ended")
  func ended() async {
    let called = CallbackState()
    called.call {}
    await Self.none.waitForEnd(of: called, isolation: nil)
    #expect(called.outcome?.end == .called)
  }
}
