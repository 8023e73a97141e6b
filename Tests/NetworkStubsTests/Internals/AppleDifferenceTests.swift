import Testing

@testable import NetworkStubs

@Suite("Differences of Apple platforms on Linux")
struct AppleDifferenceTests {
  @Test("differences of Apple platforms on Linux are off unless the variable names them")
  func names() {
    #expect(AppleDifference.active(nil).isEmpty)
    #expect(AppleDifference.active("").isEmpty)
    #expect(AppleDifference.active("poll,taskLocks,other") == [.poll, .taskLocks])
    #expect(AppleDifference.active("all") == Set(AppleDifference.allCases))
  }
}
