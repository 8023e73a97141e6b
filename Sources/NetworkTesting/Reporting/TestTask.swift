/// The task of a test, or of its case, which tells whether the test was cancelled, also when it has ended.
///
/// `Test.cancel()` and a time limit cancel it. A double may be released after that, on a thread that knows of no test.
package final class TestTask: Sendable {
  // Unchecked: a task is an object, which is kept here, and its flag may be read from everywhere. Only that of an `async let` is
  // none, and is not taken.
  private nonisolated(unsafe) let task: UnsafeCurrentTask
  private let reference = TaskReference.current

  private init(_ task: UnsafeCurrentTask) { self.task = task }

  /// Whether the test was cancelled.
  var isCancelled: Bool { task.isCancelled }

  /// Whether the test has ended, so that one of the same name is another repetition; false where that cannot be told.
  var hasEnded: Bool { reference.map(TaskStatus.hasEnded) == true }

  /// The task of the current test: that of a trait's scope, or the current one if Swift Testing has made it.
  ///
  /// A test may cancel tasks of its own: their doubles keep their promises. So a task that nobody knows as the test's is nil.
  static var ofTest: TestTask? { TestDoubles.current?.task ?? (isOfRunner ? current : nil) }

  /// The current task, unless it is that of an `async let`.
  static var current: TestTask? {
    guard let kind = TaskKind.current, !kind.isAsyncLet else { return nil }
    return withUnsafeCurrentTask { $0.map(TestTask.init) }
  }

  /// Whether the current task is one that Swift Testing runs a test in: it names them, except those of tests with a time limit.
  private static var isOfRunner: Bool {
    #if compiler(>=6.3)
      guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), let test = Test.current,
        TaskKind.current?.isInGroup == true
      else { return false }
      if let name = Task.name { return name.hasPrefix("[Swift Testing]") }
      return test.timeLimit != nil
    #else
      // A test cannot be cancelled yet, and its time limit fails it.
      return false
    #endif
  }
}
