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

  #if canImport(Glibc)
    @Test("a difference of Apple platforms hides only symbols that Linux has", arguments: AppleDifference.allCases)
    func symbols(of difference: AppleDifference) {
      for symbol in difference.symbols { #expect(RuntimeSymbol.existing(symbol) != nil, "\(symbol)") }
    }
  #endif
}
