/// The process of the tests, as far as it decides where a problem can be recorded.
enum TestProcess {
  /// Whether it is the body of an exit test, whose issues Swift Testing hands to that test.
  static let isExitTest: Bool = {
    // Swift Testing has removed the variable from the environment by now.
    guard let data = SystemFile.firstEnvironment else { return false }
    return ["SWT_EXIT_TEST_ID=", "SWT_EXPERIMENTAL_EXIT_TEST_ID="].contains { data.range(of: Data($0.utf8)) != nil }
  }()

  /// Whether an issue of no test fails the run, as under `swift test`. In Xcode, it would end it.
  static let takesIssues =
    !AppleDifference.noIssues.isOn && takesIssues(CommandLine.arguments, ProcessInfo.processInfo.environment)

  /// Returns whether a process with these arguments, in this environment, takes issues of no test.
  ///
  /// SwiftPM names the library to the tests on Linux, and to its helper on macOS. Xcode's runner sets variables.
  static func takesIssues(_ arguments: [String], _ environment: [String: String]) -> Bool {
    let isOfXcode = ["XCTestConfigurationFilePath", "XCTestSessionIdentifier", "XCTestBundlePath"].contains {
      environment[$0] != nil
    }
    return !isOfXcode && arguments.contains { ["swift-testing", "--testing-library=swift-testing"].contains($0) }
  }

  /// Whether a test may run more than once.
  static let isRepeated =
    CommandLine.arguments.contains { $0.contains("repetitions") }
    || ProcessInfo.processInfo.environment["XCTestConfigurationFilePath"] != nil

  /// Whether only some tests run.
  static let isFiltered = isExitTest || CommandLine.arguments.contains { $0 == "--filter" || $0 == "--skip" }
}

/// The end of the process, which is told of problems that no test was: it prints them, and does not end in success.
package enum ProcessEnd {
  private struct Contents {
    /// The doubles that are not released, and whether a trait attaches their traffic; a static property keeps one, a stub that holds
    /// its own transport, and a caller that waits for an answer.
    var doubles: [ObjectIdentifier: (double: any KeptDouble, isLeased: Bool)] = [:]
    var hasFailed = false
  }

  private static let contents = Guarded(Contents())
  /// The reports of other threads, which the end of the process awaits: it would find nothing left.
  static let reports = PendingReports()

  /// Fails the process, unless it fails anyway.
  static func fail() {
    isWatched
    contents.withLock { $0.hasFailed = true }
  }

  /// Keeps what a transport has left over for the end of the process, until the transport is released.
  package static func keep(_ double: any KeptDouble, isLeased: Bool = true) {
    isWatched
    contents.withLock { $0.doubles[ObjectIdentifier(double)] = (double, isLeased) }
  }

  /// Whether a trait attaches the traffic of a double, as of all that are not kept: they are the trait's.
  static func isLeased(_ double: any KeptDouble) -> Bool {
    contents.withLock { $0.doubles[ObjectIdentifier(double)]?.isLeased ?? true }
  }

  package static func release(_ double: any KeptDouble) {
    _ = contents.withLock { $0.doubles.removeValue(forKey: ObjectIdentifier(double)) }
  }

  /// The stubs of the current test that were never used, for the end of a wait's text.
  static var unusedNote: String {
    let engines = contents.withLock { $0.doubles.values.compactMap { $0.double as? StubEngine } }
    let own = engines.filter { ($0.log.harness as? TestHarness)?.context?.isCurrent == true }
    let ambient = (AmbientNetwork.current.transport as? any StubAnswering)?.engine
    let all = own + [ambient].compactMap { $0 }.filter { $0.trait != nil }
    return UnusedStubs.note(of: all.flatMap(\.neverUsed))
  }

  private static let isWatched: Void = {
    typealias Handler = @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void
    // Of the C library on Linux, where a handler is told the status and may change it.
    let onExit = RuntimeSymbol.function(
      "on_exit", as: (@convention(c) (Handler, UnsafeMutableRawPointer?) -> Int32).self)
    guard let onExit else { return _ = atexit { if ProcessEnd.report() { ProcessEnd.endInFailure() } } }
    _ = onExit({ status, _ in if ProcessEnd.report(), status == 0 { exit(EXIT_FAILURE) } }, nil)
  }()

  /// Ends the process at once, as the only way to fail it where no handler can change its status: `exit` may not be called again.
  ///
  /// What other handlers would do is lost, so what waits in buffers is written first. In Xcode the run then says that the process
  /// has ended unexpectedly, which is better than success.
  private static func endInFailure() -> Never {
    fflush(nil)
    _exit(EXIT_FAILURE)
  }

  /// Prints what was not told.
  ///
  /// A thread of its own does that: code of a test may run on and hold a lock that this needs, and the process must end all the same.
  ///
  /// - Parameter limit: The longest wait, in seconds.
  /// - Returns: Whether the process fails.
  static func report(within limit: Double = 20) -> Bool {
    let fails = Guarded(true)
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let rest = reportRest()
      fails.withLock { $0 = rest }
      isDone.signal()
    }
    if isDone.wait(timeout: .now() + limit) == .timedOut {
      StandardError.print(
        """
        The process ended while code of a test still ran and held a lock. Problems that no test was told of may be missing, such as \
        unused stubs. Check that closures and predicates of stubs end.
        """)
    }
    return fails.withLock { $0 }
  }

  private static func reportRest() -> Bool {
    var fails = false
    if !reports.wait() {
      fails = true
      StandardError.print(
        "The process ended while a problem was being recorded. The tests' output may not show that problem.")
    }
    for double in contents.withLock({ $0.doubles.values.map(\.double) }) {
      let home = double.harness as? TestHarness
      // Which tests use the stubs of a static property depends on the filter.
      let mayBeUnused = double.hasPromises && home?.isShared == true && TestProcess.isFiltered
      let owner =
        home?.context.map { "made in \($0.test)" } ?? (home?.isShared == true ? "in a static property" : "of no test")
      for problem in double.takeProblems(isComplete: home?.isCancelled != true)
      where !TestProcess.isExitTest || !mayBeUnused {
        let ending = double is KeptScript ? "" : "\nIts transport, \(owner), was never released."
        if !mayBeUnused, let context = home?.context, TestProcess.takesIssues {
          let isKnown = !Problem(text: problem.text + ending, place: problem.place).record(in: context)
          if isKnown, Problem.isKnownTold { continue }
        } else {
          StandardError.print("\(mayBeUnused ? "warning: " : "")\(problem.report)\(ending)")
        }
        fails = fails || !mayBeUnused
      }
    }
    return fails || contents.withLock { $0.hasFailed }
  }
}

/// The doubles that are handing over their problems.
final class PendingReports: Sendable {
  private let count = Guarded(0)

  /// Notes that a double hands over its problems.
  func begin() { count.withLock { $0 += 1 } }

  /// Notes that a double's problems are recorded.
  func end() { count.withLock { $0 -= 1 } }

  /// Waits until all of them are recorded, and returns whether they are.
  ///
  /// Looks are counted, and not the time: a machine that stands still, or whose date is changed, makes no difference.
  func wait(lookingEvery seconds: Double = 0.01, atMost looks: Int = 1_000) -> Bool {
    for _ in 0..<looks {
      if count.withLock({ $0 }) <= 0 { return true }
      Thread.sleep(forTimeInterval: seconds)
    }
    return count.withLock { $0 } <= 0
  }
}
