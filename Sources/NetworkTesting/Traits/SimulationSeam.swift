/// A trait with a separate scope for each run of a simulated test.
package protocol SimulatedScoping: TestScoping {
  func provideScopeOfRun(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws

  /// Runs all runs, with what they use one after the other.
  func provideScopeOfRuns(for test: Test, performing function: @Sendable () async throws -> Void) async throws
}

extension SimulatedScoping {
  package func provideScopeOfRuns(for test: Test, performing function: @Sendable () async throws -> Void) async throws {
    try await function()
  }
}

/// A trait that a simulated test cannot have.
package protocol UnsimulatedTrait: TestTrait {}

/// The trait that simulates a test, on systems that support it.
package protocol SimulatingTrait: TestTrait {
  /// The error of a test that also has an ``UnsimulatedTrait``.
  var refusal: any Error { get }
}

extension Test {
  package var isSimulated: Bool { simulatingTrait != nil }

  package var simulatingTrait: (any SimulatingTrait)? {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
    return traits.lazy.compactMap { $0 as? any SimulatingTrait }.first
  }
}

/// A transport that answers from a recording, or makes one.
package protocol RecordedTransport: RememberingTransport {}
