import Testing

@testable import NetworkStubs

@Suite("The problems of a double in a program without tests")
struct ProblemKeeperTests {
  private let problem = Problem(text: "wrong", place: CodePlace())

  @Test("the problems of a double in a program without tests are kept until they are asked for, each once") func kept()
  {
    var keeper = ProblemKeeper(ProgramHarness { _ in })
    let duties = [keeper.note(problem, of: .own), keeper.note(problem, of: .own)]
    #expect(duties == [.nothing, .nothing])
    let reports = [keeper.takeReported(), keeper.takeReported()]
    #expect(reports == [true, false])
    let kept = [keeper.take(), keeper.take()]
    #expect(kept == [[problem], []])
  }

  @Test("the problems of a double in a program without tests are gone after a reset, as if there had been none")
  func reset() {
    var keeper = ProblemKeeper(ProgramHarness { _ in })
    _ = keeper.note(problem, of: .own)
    keeper.reset()
    let hasReported = keeper.takeReported()
    #expect(!hasReported)
    #expect(!keeper.knows(problem, of: .own))
    #expect(keeper.texts.isEmpty)
    let kept = keeper.take()
    #expect(kept.isEmpty)
  }

  @Test("the problems of a double in a program without tests belong to no test, which nobody cancels") func program() {
    let harness = ProgramHarness { _ in }
    #expect(!harness.hasTest)
    #expect(!harness.isCancelled)
    #expect(!harness.isShared)
  }
}
