import NetworkStubs
import NetworkTesting

@Suite("A request that waits for its answer")
struct WaitNoteTests {
  @Test(
    "a request that waits for its answer is under way before a test can see it, and no more once its caller has left")
  func noted() throws {
    let engine = StubTransport(.get("/slow").respond(status: 204).delayed(by: .seconds(1_000)).optional()).engine
    let reception = try engine.receive(URLRequest(url: #require(URL(string: "https://test/slow"))))
    guard case .waits(let answer) = reception else { Issue.record("It was answered at once."); return }
    #expect(engine.log.exchanges.map(\.isRunning) == [true])
    answer.endWait()
    #expect(engine.log.exchanges.map(\.isRunning) == [false])
  }
}
