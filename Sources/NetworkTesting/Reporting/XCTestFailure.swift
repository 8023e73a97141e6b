/// A failure of the running XCTest case, without linking XCTest.
///
/// The function is found if the process has XCTest, as a test runner does.
enum XCTestFailure {
  /// Fails the current test case, if one runs; returns whether XCTest was told.
  static func record(_ problem: Problem) -> Bool {
    guard isTestCaseRunning else { return false }
    return XCTestSymbols.fail(problem.text.printableLines, file: problem.place.filePath, line: problem.place.line)
  }

  /// Whether a test case may be running.
  ///
  /// On Linux the function itself ignores a failure outside a case; on Apple platforms, where this is untested, it ends the run.
  static var isTestCaseRunning: Bool {
    #if canImport(FoundationNetworking)
      XCTestSymbols.canFail && !TestProcess.takesIssues
    #else
      XCTestSymbols.currentCase != nil
    #endif
  }
}
