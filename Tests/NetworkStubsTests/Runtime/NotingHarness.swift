import NetworkStubs
import TestSupport

/// A harness that only notes what it is told.
struct NotingHarness: Harness {
  let problems: Protected<[Problem]>

  var place: CodePlace { CodePlace() }
  var ofCaller: any Harness { self }
  var isCurrent: Bool { true }
  var isCallerOutside: Bool { false }

  func record(_ problem: Problem) -> Bool {
    problems.withLock { $0.append(problem) }
    return true
  }

  func warn(_ warning: Problem) {}
  func recordLate(_ problem: Problem) {}
  func enter(_ body: @escaping @Sendable () -> Void) { body() }
  func perform<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await operation()
  }
}
