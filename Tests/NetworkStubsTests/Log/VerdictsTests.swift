import Foundation
import Testing

@testable import NetworkStubs

@Suite("The judgements of a log")
struct VerdictsTests {
  @Test("the judgements of a log know an error whose answer could not be made, until a reset")
  func unusable() {
    var verdicts = Verdicts()
    let error = CocoaError(.fileNoSuchFile)
    #expect(!verdicts.isReported(error))
    verdicts.noteUnusable(error)
    #expect(verdicts.isReported(error))
    verdicts.reset()
    #expect(!verdicts.isReported(error))
  }

  @Test("the judgements of a log know an error of a request that is not recorded, until a reset")
  func unrecorded() {
    var verdicts = Verdicts()
    let error = CocoaError(.fileNoSuchFile)
    verdicts.noteUnrecorded(error)
    #expect(verdicts.isReported(error))
    verdicts.reset()
    #expect(!verdicts.isReported(error))
  }
}
