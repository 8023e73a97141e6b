import NetworkStubs
import NetworkTesting
import Testing

@Suite("The state of a callback", .timeLimit(.minutes(15)))
struct CallbackStateTests {
  @Test("the state of a callback lets go of the work, whose calls do not count then")
  func letGo() {
    let state = CallbackState()
    var hasRun = false
    state.letGo {
      hasRun = true
      state.call {}
    }
    #expect(hasRun)
    #expect(state.outcome == nil)
  }

  @Test("the state of a callback knows when it is released, and that no call can come then")
  func released() async {
    let state = CallbackState()
    state.call {}
    #expect(state.outcome?.isHeld == true)
    async let calls = state.waitForCalls(beyond: 1)
    state.release()
    #expect(await calls == 1)
    #expect(state.outcome?.isHeld == false)
  }
}
