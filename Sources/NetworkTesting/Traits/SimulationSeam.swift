/// A trait with a separate scope for each run of a simulated test.
package protocol SimulatedScoping: TestScoping {
  func provideScopeOfRun(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws
}

/// A trait that a simulated test cannot have.
package protocol UnsimulatedTrait: TestTrait {
  /// The feature that cannot be simulated.
  var unsimulated: Unsimulated { get }
}

/// Something that is not a part of a simulation.
package enum Unsimulated { case sharedSession, loopbackServer }

/// The trait that simulates a test, on systems that support it.
package protocol SimulatingTrait: TestTrait {
  /// Returns the error of a test that has another trait as well.
  func refusal(of trait: any UnsimulatedTrait) -> any Error
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
