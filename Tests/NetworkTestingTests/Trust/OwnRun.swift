import NetworkTesting
import TestSupport

#if os(Linux)
  /// A run of some tests of this program, in a process of its own.
  enum OwnRun {
    /// The lines that it prints.
    ///
    /// - Parameters:
    ///   - filter: Which tests.
    ///   - options: More options of the program.
    ///   - variables: What the environment has besides that of this process.
    static func output(
      of filter: String, options: [String] = [], variables: [String: String] = [:]
    ) throws -> [Substring] {
      let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      let variables = variables.merging(["NO_COLOR": "1"]) { $1 }
      let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
      // In a shell, so that both streams are one.
      let command = #"exec "$@" 2>&1"#
      let words = ["-c", command, "sh", program.path, "--testing-library", "swift-testing", "--filter", filter]
      let process = try ChildProcess(URL(fileURLWithPath: "/bin/sh"), words + options, environment: environment)
      return try process.result().text.split(separator: "\n")
    }
  }
#endif
