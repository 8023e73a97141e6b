/// A trait whose scope each run of a simulated test opens anew.
package protocol SimulatedScoping: TestScoping {
  /// Runs a body in the scope.
  func provideScopeOfRun(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws
}

/// A trait that a simulated test cannot have.
package protocol UnsimulatedTrait: TestTrait {
  /// The error that says so.
  var simulationError: SimulationError.Code { get }
}

/// The trait that simulates a test, where this system can.
package protocol SimulatingTrait: TestTrait {}

extension Test {
  /// Whether a trait simulates it.
  package var isSimulated: Bool {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return false }
    return traits.contains { $0 is any SimulatingTrait }
  }
}

/// A transport that answers from a recording, or makes one.
package protocol RecordedTransport: RememberingTransport {}
