/// A trait with a separate scope for each run of a simulated test.
package protocol SimulatedScoping: TestScoping {
  /// Runs a body in the scope.
  func provideScopeOfRun(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws
}

/// A trait that a simulated test cannot have.
package protocol UnsimulatedTrait: TestTrait {
  /// The corresponding error.
  var simulationError: SimulationError.Code { get }
}

/// The trait that simulates a test, on systems that support it.
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
