#if !os(tvOS) && !os(watchOS)
  public import Testing

  /// A trait of a test that keeps a processor busy for seconds, so that it runs without hundreds of others beside it.
  ///
  /// An ordinary run skips it. A full run of its file runs it, and so does `NETWORK_TESTING_FULL=alone`, by which `.ci/run` runs the
  /// files of all such tests by themselves.
  public struct AloneTrait: TestTrait, SuiteTrait {
    private let reason: Comment
    private let isPossible: @Sendable () -> Bool

    /// Tests of a suite have the trait too.
    public var isRecursive: Bool { true }

    /// Skips a test unless this run is one for it.
    public func prepare(for test: Test) async throws {
      // The test's own file: a default argument of the properties below would be this one.
      let isWanted = Effort.runsAlone(test.sourceLocation.fileID)
      try await ConditionTrait.enabled(if: isWanted && isPossible(), reason).prepare(for: test)
    }
  }

  extension Trait where Self == AloneTrait {
    /// Where there is Chromium: to start it takes longer than hundreds of tests.
    public static var chromium: Self {
      Self(reason: "chromium is not on PATH, or this run is not full") { ClientProgram.chromium != nil }
    }
    /// Until a test notices that its process has ended, Swift Testing keeps a processor busy, which takes seconds while a thousand
    /// other tests are under way.
    public static var exitTest: Self { Self(reason: "an exit test, and this run is not full") { true } }
  }

  extension AloneTrait {
    fileprivate init(reason: Comment, _ isPossible: @escaping @Sendable () -> Bool) {
      self.reason = reason
      self.isPossible = isPossible
    }
  }
#endif
