import TestSupport

@testable import NetworkStubs
@testable import NetworkTesting

@Suite("The deadlines of waits", .timeLimit(.minutes(5)))
struct DeadlinesTests {
  @Test("end a wait in time, whatever later ones were there before")
  func earlier() async {
    let deadlines = Deadlines()
    let (long, short) = (CallbackState(), CallbackState())
    deadlines.add(long, after: .seconds(3_600))
    deadlines.add(short, after: .zero)
    await short.waitForEnd(isolation: nil)
    #expect(short.outcome?.end == .timedOut)
    #expect(!long.hasEnded)
  }

  @Test("end one wait after another, and leave alone what has ended")
  func others() async {
    let deadlines = Deadlines()
    for _ in 0..<3 {
      let (called, waiting) = (CallbackState(), CallbackState())
      called.call {}
      deadlines.add(called, after: .zero)
      deadlines.add(waiting, after: .zero)
      await waiting.waitForEnd(isolation: nil)
      #expect(waiting.outcome?.end == .timedOut)
      #expect(called.outcome?.end == .called)
    }
  }
}
