/// A failure of the running XCTest case, without linking XCTest.
///
/// The function is found if the process has XCTest, as a test runner does.
enum XCTestFailure {
  /// `XCTFail(_:file:line:)`. A structure keeps the function's own calling convention, which a generic cast would change.
  private struct Function: @unchecked Sendable {
    // A function of a library, without captures.
    let call: (String, StaticString, UInt) -> Void
  }

  private struct Closure {
    let code: UnsafeMutableRawPointer
    let context: UnsafeMutableRawPointer?
  }

  private static let function: Function? = {
    guard let code = RuntimeSymbol.address("$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF") else { return nil }
    return unsafeBitCast(Closure(code: code, context: nil), to: Function.self)
  }()

  /// Fails the current test case, if one runs; returns whether XCTest was told.
  static func record(_ problem: Problem) -> Bool {
    guard isTestCaseRunning, let function else { return false }
    function.call(problem.text.printableLines, lasting(problem.place.filePath), UInt(max(0, problem.place.line)))
    return true
  }

  /// Whether a test case may be running.
  ///
  /// On Linux the function itself ignores a failure outside a case; on Apple platforms, where this is untested, it ends the run.
  static var isTestCaseRunning: Bool {
    #if canImport(FoundationNetworking)
      function != nil && !TestProcess.takesIssues
    #else
      RuntimeSymbol.function("_XCTCurrentTestCase", as: (@convention(c) () -> AnyObject?).self)?() != nil
    #endif
  }

  /// Returns a text in the form that the function takes, which stays in memory: there is one for each failure.
  private static func lasting(_ text: String) -> StaticString {
    guard let bytes = strdup(text) else { return "" }
    // The contents of a StaticString: a pointer, a count, and a flag for a pointer to text that need not be ASCII.
    let parts = (UInt(bitPattern: bytes), UInt(text.utf8.count), UInt8(0))
    return unsafeBitCast(parts, to: StaticString.self)
  }
}
