/// A difference of Apple platforms that can be made to happen on Linux, to see which tests fall with it.
///
/// `.ci/as-if-darwin-running` turns on each alone, and all together. Each is off otherwise, and costs one branch where it is asked.
/// A difference that would need more is left out, and its row in the article *On Apple platforms* says that it isn't known.
package enum AppleDifference: String, CaseIterable, Sendable {
  /// A running task is known by the lock of its thread, and not by a flag.
  case taskLocks
  /// The states of tasks can't be read.
  case unknownTasks
  /// The runtime has no variable for jobs on their way to the pool.
  case noJobHook
  /// The runtime has no variable for the main actor's executor, as before macOS 26.
  case noMainActorHook
  /// The actors' lines of waiting jobs can't be read.
  case noActorLines
  /// The run takes no issue of no test, as in Xcode.
  case noIssues
  /// The C library has no `on_exit`, so that a handler can't see the status of the process.
  case noExitStatus
  /// Sockets are watched by `poll`.
  case poll
  /// The system doesn't tell whether the client at the other end of a socket is gone.
  case silentPeers
  /// A session asks where a request goes on a queue, where no test is known; the code that sends is kept with the task.
  case asksOnQueue
  /// The same, and each protocol class is asked twice.
  case asksTwice
  /// The same, and the requests of all sessions begin on one thread.
  case oneLoadingThread
  /// The same, and nobody sees who resumes a task.
  case unseenSenders
  /// A session provides the bodies of requests as streams alone.
  case bodiesAsStreams
  /// The C library lacks calls that Linux alone has: for pipes and sockets that no child process inherits, and for threads' numbers.
  case noLinuxCalls
  /// The runtime has no functions that tell of the current task and its executor.
  case noTaskFunctions
  /// Nothing lists the active calls of a thread or task.
  case noBacktraces

  /// The variable with the names of those that are on, separated by commas; `all` for all.
  package static let variable = "NETWORK_TESTING_AS_IF_DARWIN"

  private static let active = active(ProcessInfo.processInfo.environment[variable])

  /// Returns those that a value of the variable turns on.
  static func active(_ value: String?) -> Set<Self> {
    guard let value else { return [] }
    return value == "all" ? Set(allCases) : Set(value.split(separator: ",").compactMap { Self(rawValue: String($0)) })
  }

  /// The symbols that the process lacks with it.
  var symbols: [String] {
    switch self {
    case .noJobHook: ["swift_task_enqueueGlobal_hook"]
    case .noMainActorHook: ["swift_task_getMainExecutor_hook"]
    case .noExitStatus: ["on_exit"]
    case .poll: ["epoll_create1"]
    case .noLinuxCalls: ["accept4", "gettid", "pipe2"]
    case .noTaskFunctions:
      [
        "swift_task_getCurrent", "swift_task_getJobTaskId", "swift_task_getCurrentTaskName", "swift_task_cancel",
        "swift_task_getCurrentExecutor",
      ]
    case .noBacktraces: ["backtrace"]
    default: []
    }
  }

  private static let hidden = Set(active.flatMap(\.symbols))

  /// Returns whether the process lacks a symbol, as far as that was turned on.
  static func hides(_ symbol: String) -> Bool { hidden.contains(symbol) }

  /// Whether it was turned on for this process.
  package var isOn: Bool { Self.active.contains(self) }

  /// Those that a test turns on for its own code, where they can be told apart by the task that asks.
  @TaskLocal package static var ofTest: Set<Self> = []

  /// Whether it was turned on for this process, or for the current code.
  var isOnInTest: Bool { isOn || Self.ofTest.contains(self) }
}
