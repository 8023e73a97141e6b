/// The test that a double was created in.
package struct TestSurroundings: Surroundings {
  private static let areDefault: Void = DefaultSurroundings.make.withLock { $0 = { TestSurroundings() } }

  package let context: TestContext?
  package let place: CodePlace

  /// Creates the surroundings of the current test; outside a test, those of whichever test uses the double.
  package init() { self.init(TestContext()) }

  package init(_ context: TestContext?) {
    Self.areDefault
    self.context = context
    place = .ofCurrentTest
  }

  /// The surroundings of the current test; outside a test, those of the transport that a session or server is created for.
  package static func of(_ transport: any HTTPTransport) -> any Surroundings {
    let own = TestSurroundings()
    return own.context == nil ? (transport as? any RememberingTransport)?.log.surroundings ?? own : own
  }

  package var here: any Surroundings { Test.current == nil ? self : TestSurroundings() }

  package var areCurrent: Bool {
    guard let current = Test.current?.id else { return false }
    return context == nil || context?.test == current
  }

  package var areLeft: Bool { context != nil && Test.current == nil }

  package func record(_ problem: Problem) -> Bool { problem.record(in: context) }

  package func warn(_ warning: Problem) { Problem.warn(warning.text, at: warning.place) }

  // In Xcode, an issue of a test that has ended may end the run.
  package func recordLate(_ problem: Problem) { UnattributedOutput.current.write(problem) }

  package func enter(_ body: @escaping @Sendable () -> Void) { context.enter(body) }

  package func perform<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard let context else { return try await operation() }
    return try await context.perform(operation)
  }
}

extension VirtualClock {
  /// Records an issue if a task still sleeps on this clock, and lists the deadlines.
  ///
  /// - Parameter sourceLocation: The line that the issue names.
  public func verifyNobodySleeps(sourceLocation: SourceLocation = #_sourceLocation) {
    guard !deadlines.isEmpty else { return }
    let place = CodePlace(sourceLocation)
    Problem.record(VirtualClockError(stillAsleepOn: self, at: place), at: place)
  }
}
