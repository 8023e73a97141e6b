/// The test that a double was created in.
package struct TestHarness: Harness {
  package let context: TestContext?
  package let place: CodePlace
  /// Whether the double is in a static property, so that it belongs to no test.
  package let isShared: Bool

  /// Creates the harness of the current test; outside a test, that of whichever test uses the double.
  package init() { self.init(TestContext()) }

  package init(_ context: TestContext?, isShared: Bool = false) {
    self.context = context
    self.isShared = isShared
    place = .ofCurrentTest
  }

  /// The harness of a double: the current test's, or none in the initialization of a static property, of which it warns.
  ///
  /// - Parameter place: The line where it is made.
  package static func ofDouble(at place: CodePlace) -> Self {
    guard SharedProperty.isBeingMade else { return Self() }
    SharedProperty.warn(at: place)
    return Self(nil, isShared: true)
  }

  /// The harness of the current test; outside a test, that of the transport that a session or server is created for.
  package static func of(_ transport: any HTTPTransport) -> any Harness {
    let known = (transport as? any RememberingTransport)?.log.harness
    // Any test may be the first that uses a static session.
    if (known as? Self)?.isShared ?? SharedProperty.isBeingMade { return known ?? Self(nil, isShared: true) }
    let own = Self()
    return own.context == nil ? known ?? own : own
  }

  package var ofCaller: any Harness { Test.current == nil ? self : TestHarness() }

  package func caller(andTask: Bool) -> String {
    // One that was made for no case, as an argument, is that of all repetitions.
    guard let test = Test.current, test.id != context?.test || TestProcess.isRepeated && context?.testCase == nil else {
      return ""
    }
    let repetition = andTask && TestProcess.isRepeated ? TaskReference.current?.id : nil
    // It prints the ids of its arguments, and does not look into objects: a double among them changes with each request.
    return "\(test.id) \(String(describing: Test.Case.current)) \(repetition ?? 0)"
  }

  /// `verify()` may still throw a problem of no known test, unless no one asks. The release of a transport may come in the next one.
  package var isCurrent: Bool {
    Test.current != nil || context != nil || isShared || TestProcess.isExitTest || XCTestFailure.isTestCaseRunning
  }

  package var isCallerOutside: Bool { context != nil && Test.current == nil }

  package func record(_ problem: Problem) -> Bool { problem.record(in: Test.current == nil ? context : nil) }

  package func recordInOwnTest(_ problem: Problem) { problem.record(in: context) }

  package func warn(_ warning: Problem) { Problem.warn(warning.text, at: warning.place) }

  package func recordLate(_ problem: Problem) {
    #if canImport(FoundationNetworking)
      if record(problem) { ProcessEnd.fail() }
    #else
      // In Xcode, an issue of a test that has ended may end the run.
      UnattributedOutput.fail(problem)
    #endif
  }

  package func enter(_ body: @escaping @Sendable () -> Void) { context.enter(body) }

  package func perform<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard let context else { return try await operation() }
    return try await context.perform(operation)
  }
}

/// The maker of default harnesses, found by its name.
final class HarnessMaker: HarnessMaking {
  static func make(ofDouble: Bool) -> any Harness {
    ofDouble && SharedProperty.isBeingMade ? TestHarness(nil, isShared: true) : TestHarness()
  }
}

extension VirtualClock {
  /// Records an issue if a task still sleeps on this clock, and lists the deadlines; of the clock's own test, outside of any.
  ///
  /// - Parameter sourceLocation: The line that the issue names.
  public func verifyNobodySleeps(sourceLocation: SourceLocation = #_sourceLocation) {
    guard !deadlines.isEmpty else { return }
    let error = VirtualClockError(stillAsleepOn: self, at: CodePlace(sourceLocation))
    home.enter { Problem.record(error, at: CodePlace(sourceLocation)) }
  }
}
