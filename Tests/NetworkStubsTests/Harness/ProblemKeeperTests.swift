import Testing

@testable import NetworkStubs

@Suite("The problems of a double in a program without tests")
struct ProblemKeeperTests {
  private let problem = Problem(text: "wrong", place: CodePlace())

  @Test("are kept until they are asked for, each once") func kept() {
    var keeper = ProblemKeeper(ProgramHarness { _ in })
    for _ in 1...2 { #expect(keeper.note(problem, by: "") == .nothing) }
    #expect(keeper.takeReported())
    #expect(!keeper.takeReported())
    #expect(keeper.take() == [problem])
    #expect(keeper.take().isEmpty)
  }

  @Test("are gone after a reset, as if there had been none") func reset() {
    var keeper = ProblemKeeper(ProgramHarness { _ in })
    _ = keeper.note(problem, by: "")
    keeper.reset()
    #expect(!keeper.takeReported())
    #expect(!keeper.knows(problem, by: ""))
    #expect(keeper.texts.isEmpty)
    #expect(keeper.take().isEmpty)
  }

  @Test("belong to no test, which nobody cancels") func program() {
    let harness = ProgramHarness { _ in }
    #expect(!harness.hasTest)
    #expect(!harness.isCancelled)
    #expect(!harness.isShared)
  }
}
