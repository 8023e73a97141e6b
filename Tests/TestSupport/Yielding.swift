/// Yields until something is so that no event tells of.
///
/// It ends with the test's task: a bare loop would go on when the time limit has passed, so that the run hangs in place of being red.
///
/// - Parameters:
///   - isSo: What has to be so.
///   - isolation: The caller's isolation.
/// - Throws: `CancellationError` if the task is cancelled before.
public func yield(
  until isSo: @autoclosure () -> Bool, isolation: isolated (any Actor)? = #isolation
) async throws {
  while !isSo() {
    try Task.checkCancellation()
    await Task.yield()
  }
}
