/// A double that is asked for its problems when it is released, and if it never is, at the end of the process.
package protocol KeptDouble: AnyObject, Sendable {
  /// The test that it belongs to.
  var harness: any Harness { get }
  /// Whether it has promises, which tests that do not run would have kept.
  var hasPromises: Bool { get }

  /// Hands over the problems that were not reported yet.
  ///
  /// - Parameter isComplete: Whether its promises count, as those of a cancelled test do not; what it did wrong always does.
  func takeProblems(isComplete: Bool) -> [Problem]
}
