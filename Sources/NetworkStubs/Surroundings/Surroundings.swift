/// The test, or the program, that a double belongs to: problems are reported to it, and the user's code runs in it.
package protocol Surroundings: Sendable {
  /// The line of the test, for problems that have none of their own.
  var place: CodePlace { get }
  /// The surroundings of the caller if it has its own, and otherwise these.
  var here: any Surroundings { get }

  /// The test of the caller, to which what others were told is new; empty for their own. With its task, each repetition is another.
  func caller(andTask: Bool) -> String

  /// Whether the double is in a static property, so that it belongs to no test.
  var isShared: Bool { get }
  /// Whether a problem can be recorded immediately, by the caller.
  var areCurrent: Bool { get }
  /// Whether the caller has left them, so that the user's code must be run with ``perform(_:)`` or ``enter(_:)``.
  var areLeft: Bool { get }

  /// Records a problem in the test of the caller, or else in their own.
  ///
  /// - Returns: Whether it is certain to fail a test.
  @discardableResult
  func record(_ problem: Problem) -> Bool

  /// Records a problem that no caller has, such as an unused stub, in their own test.
  func recordAtHome(_ problem: Problem)

  /// Issues a warning, which fails nothing.
  func warn(_ warning: Problem)

  /// Reports a problem that came after they had ended.
  func recordLate(_ problem: Problem)

  /// Runs a body in them, and returns when it has finished.
  func enter(_ body: @escaping @Sendable () -> Void)

  /// Runs an operation in one of their tasks, which is cancelled with the calling one.
  func perform<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value
}

extension Surroundings {
  package func caller(andTask: Bool) -> String { "" }
  package var isShared: Bool { false }
  package func recordAtHome(_ problem: Problem) { record(problem) }
  package func recordLate(_ problem: Problem) { record(problem) }
}

/// The surroundings of what belongs to no double, such as a step of a clock.
package enum DefaultSurroundings {
  // Found by its name, since a clock may be the first that a test uses.
  private static let maker = NSClassFromString("NetworkTesting.SurroundingsMaker") as? any SurroundingsMaking.Type

  package static var current: any Surroundings { maker?.make(ofDouble: false) ?? ProgramSurroundings() }
  /// Those of a double, which are of no test in a static property.
  package static var ofDouble: any Surroundings { maker?.make(ofDouble: true) ?? ProgramSurroundings() }
}

/// Code that knows tests.
package protocol SurroundingsMaking: AnyObject, Sendable { static func make(ofDouble: Bool) -> any Surroundings }

/// A program without tests: a demo mode, a preview, a UI test.
///
/// Problems are kept until `verify()` throws them. Those that no call asks for are printed when their transport ends.
package struct ProgramSurroundings: Surroundings {
  private let print: @Sendable (String) -> Void

  package init(print: @escaping @Sendable (String) -> Void = { StandardError.print($0) }) { self.print = print }

  package var place: CodePlace { CodePlace() }
  package var here: any Surroundings { self }
  package var areCurrent: Bool { false }
  package var areLeft: Bool { false }

  package func record(_ problem: Problem) -> Bool {
    print(problem.report)
    return false
  }

  package func warn(_ warning: Problem) { print(warning.report) }

  package func enter(_ body: @escaping @Sendable () -> Void) { body() }

  package func perform<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value { try await operation() }
}
