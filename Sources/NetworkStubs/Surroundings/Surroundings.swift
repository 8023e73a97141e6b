/// The test, or the program, that a double belongs to: it is told of problems, and the user's code runs in it.
package protocol Surroundings: Sendable {
  /// The line of the test, for problems that have none of their own.
  var place: CodePlace { get }

  /// Those of the caller where it has its own, and else these.
  var here: any Surroundings { get }

  /// Whether a problem can be recorded at once, where the caller is.
  var areCurrent: Bool { get }

  /// Whether the caller has left them, so that the user's code has to be run with ``perform(_:)`` or ``enter(_:)``.
  var areLeft: Bool { get }

  /// Records a problem.
  ///
  /// - Returns: Whether it is sure to fail a test.
  @discardableResult
  func record(_ problem: Problem) -> Bool

  /// Says something that fails nothing.
  func warn(_ warning: Problem)

  /// Reports a problem that came when they had ended.
  func recordLate(_ problem: Problem)

  /// Runs a body in them, and returns when it is done.
  func enter(_ body: @escaping @Sendable () -> Void)

  /// Runs an operation in a task of theirs, which is cancelled with the calling one.
  func perform<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value
}

/// A program without tests: a demo mode, a preview, a UI test.
///
/// Problems are kept until they are asked for; those that nobody asks for are printed.
package struct ProgramSurroundings: Surroundings {
  package init() {}

  package var place: CodePlace { CodePlace() }
  package var here: any Surroundings { self }
  package var areCurrent: Bool { false }
  package var areLeft: Bool { false }

  package func record(_ problem: Problem) -> Bool {
    StandardError.print(problem.report)
    return false
  }

  package func warn(_ warning: Problem) { StandardError.print(warning.report) }
  package func recordLate(_ problem: Problem) { StandardError.print(problem.report) }
  package func enter(_ body: @escaping @Sendable () -> Void) { body() }

  package func perform<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value { try await operation() }
}
