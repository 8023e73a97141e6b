/// The test, or the program, that a double belongs to: problems are reported to it, and the user's code runs in it.
package protocol Harness: Sendable {
  /// The line of the test, for problems that have none of their own.
  var place: CodePlace { get }
  /// The harness of the caller's test if it has one, and otherwise this one.
  var ofCaller: any Harness { get }

  /// The test of the caller, to which what others were told is new. With its task, each repetition is another.
  func owner(andTask: Bool) -> ProblemOwner

  /// The name of the test that made the double; empty outside a test.
  var testName: String { get }
  /// Whether the double was made in a test.
  var isOfTest: Bool { get }
  /// Whether that test has arguments, each of which it runs for.
  var hasArguments: Bool { get }
  /// Whether the double is in a static property, so that it belongs to no test.
  var isShared: Bool { get }
  /// Whether the double was made in a test, or in a run of tests that takes what no test is told.
  var hasTest: Bool { get }
  /// Whether the test was cancelled, by itself or by its time limit, so that its promises do not count.
  var isCancelled: Bool { get }
  /// Whether the test has ended; nil where that cannot be told.
  var isOver: Bool? { get }
  /// Whether a problem can be recorded immediately, by the caller.
  var isCurrent: Bool { get }
  /// Whether the caller runs outside the test, so that the user's code must be run with ``perform(_:)`` or ``enter(_:)``.
  var isCallerOutside: Bool { get }

  /// Records a problem in the test of the caller, or else in the harness's own.
  ///
  /// - Returns: Whether it is certain to fail a test.
  @discardableResult
  func record(_ problem: Problem) -> Bool

  /// Records a problem that no caller has, such as an unused stub, in the harness's own test.
  func recordInOwnTest(_ problem: Problem)

  /// Issues a warning, which fails nothing.
  func warn(_ warning: Problem)

  /// Reports a problem that came after the test had ended.
  func recordLate(_ problem: Problem)

  /// Keeps a double of the test until ``end(_:)``: what it has left is reported at the end of the process, unless it is before.
  func keep(_ double: any KeptDouble)

  /// Reports what a double has left, which is released, or whose test ends.
  ///
  /// - Parameter isComplete: Whether its test has come to its end, so that its promises count.
  func reportRest(of double: any KeptDouble, isComplete: Bool)

  /// Reports what a double has left that is released, and keeps it no longer.
  func end(_ double: any KeptDouble)

  /// Records problems that `verify()` has asked for in the current test; outside a test, throws them.
  func verify(_ problems: [Problem], at place: CodePlace) throws

  /// Runs a body in the test, and returns when it has finished.
  func enter(_ body: @escaping @Sendable () -> Void)

  /// Runs an operation in a task of the test, which is cancelled with the calling one.
  func perform<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value
}

extension Harness {
  package func owner(andTask: Bool) -> ProblemOwner { .own }
  package var testName: String { "" }
  package var isOfTest: Bool { false }
  package var hasArguments: Bool { false }
  package var isShared: Bool { false }
  package var hasTest: Bool { false }
  package var isCancelled: Bool { false }
  package var isOver: Bool? { nil }
  package func recordInOwnTest(_ problem: Problem) { record(problem) }
  package func recordLate(_ problem: Problem) { record(problem) }
  package func keep(_ double: any KeptDouble) {}

  package func reportRest(of double: any KeptDouble, isComplete: Bool) {
    for problem in double.takeProblems(isComplete: isComplete) { recordInOwnTest(problem) }
  }

  /// Records that the test has kept something waiting, and that the wait was ended; a warning where nobody knows whether the test
  /// has ended, since it may have left that behind.
  ///
  /// That is known with a trait, and without one from Swift 6.3 on, except in XCTest.
  package func recordHang(_ problem: Problem) {
    if isCancelled { return }
    if isOver == nil, !isShared { warn(problem) } else { record(problem) }
  }

  // Outside of a test there are no promises.
  package func end(_ double: any KeptDouble) { reportRest(of: double, isComplete: false) }

  package func verify(_ problems: [Problem], at place: CodePlace) throws {
    guard problems.isEmpty else { throw VerificationError(problems, at: place) }
  }
}

/// The harness of what belongs to no double, such as a step of a clock.
package enum DefaultHarness {
  // Found by its name, since a clock may be the first that a test uses.
  private static let maker = NSClassFromString("NetworkTesting.HarnessMaker") as? any HarnessMaking.Type

  /// The name of the current test; empty for none.
  package static var currentTestName: String { maker?.testName ?? "" }
  package static var current: any Harness { maker?.make(ofDouble: false) ?? ProgramHarness() }
  /// The harness of a double, which belongs to no test in a static property.
  package static var ofDouble: any Harness { maker?.make(ofDouble: true) ?? ProgramHarness() }
}

/// Code that knows tests.
package protocol HarnessMaking: AnyObject, Sendable {
  static func make(ofDouble: Bool) -> any Harness
  /// The name of the current test; empty for none.
  static var testName: String { get }
}

/// A program without tests: a demo mode, a preview, a UI test.
///
/// Problems are kept until `verify()` throws them. Those that no call asks for are printed when their transport ends.
package struct ProgramHarness: Harness {
  private let print: @Sendable (String) -> Void

  package init(print: @escaping @Sendable (String) -> Void = { StandardError.print($0) }) { self.print = print }

  package var place: CodePlace { CodePlace() }
  package var ofCaller: any Harness { self }
  package var isCurrent: Bool { false }
  package var isCallerOutside: Bool { false }

  package func record(_ problem: Problem) -> Bool {
    print(problem.report)
    return false
  }

  package func warn(_ warning: Problem) { print(warning.report) }

  package func enter(_ body: @escaping @Sendable () -> Void) { body() }

  package func perform<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await operation()
  }
}
