/// The functions of XCTest, if the process has it, without linking it.
package enum XCTestSymbols {
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

  /// Whether the process has the function that fails a test case.
  package static var canFail: Bool { function != nil }

  /// Fails the current test case; returns whether XCTest was told.
  package static func fail(_ text: String, file: String, line: Int) -> Bool {
    guard let function else { return false }
    function.call(text, lasting(file), UInt(max(0, line)))
    return true
  }

  /// The test case that runs, on Apple platforms.
  package static var currentCase: AnyObject? {
    RuntimeSymbol.function("_XCTCurrentTestCase", as: (@convention(c) () -> AnyObject?).self)?()
  }

  /// Returns a text in the form that the function takes, which stays in memory: there is one for each failure.
  private static func lasting(_ text: String) -> StaticString {
    guard let bytes = strdup(text) else { return "" }
    // The contents of a StaticString: a pointer, a count, and a flag for a pointer to text that need not be ASCII.
    let parts = (UInt(bitPattern: bytes), UInt(text.utf8.count), UInt8(0))
    return unsafeBitCast(parts, to: StaticString.self)
  }
}
