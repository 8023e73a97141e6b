import NetworkTesting

@Suite("The watch for failures of a test")
struct FailureWatchTests {
  /// An error whose description uses the watch that asks for it.
  private struct CuriousError: Error, CustomStringConvertible {
    let watch: FailureWatch
    var description: String { "after \(watch.texts.count)" }
  }

  @Test("the watch for failures of a test holds nothing while an error describes itself")
  func description() async throws {
    let test = try #require(Test.current)
    let watch = FailureWatch(isSilent: true)
    _ = try await watch.run(test, Test.Case.current) { Issue.record(CuriousError(watch: watch)) }
    #expect(watch.hasFailed)
    #expect(watch.texts.count == 1 && watch.texts.first?.contains("after 0") == true)
  }
}
