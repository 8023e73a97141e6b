/// The waits of tests that end by themselves after some time, and say what they waited for. Meanwhile no ``WaitWatch`` speaks up.
package enum TimedWaits {
  private static let tests = Guarded<[String: Int]>([:])

  /// Notes a wait of the current test, for as long as the result is kept; nil if it is too short to matter.
  package static func note(_ limit: TimeLimit) -> ReleaseAction? {
    guard limit.duration >= .seconds(1), limit.isOnRealClock else { return nil }
    let test = DefaultHarness.currentTestName
    tests.withLock { $0[test, default: 0] += 1 }
    return ReleaseAction {
      tests.withLock { tests in tests[test] = tests[test].flatMap { $0 > 1 ? $0 - 1 : nil } }
    }
  }

  /// Returns whether a test is in such a wait.
  package static func includes(_ test: @autoclosure () -> String) -> Bool {
    // The name of a test is a long text, and often nothing waits.
    if tests.withLock({ $0.isEmpty }) { return false }
    let test = test()
    return tests.withLock { $0[test] != nil }
  }
}
