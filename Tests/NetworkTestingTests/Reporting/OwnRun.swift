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
    ) async throws -> [Substring] {
      try await run(filter, options: options, variables: variables).text.split(separator: "\n")
    }

    /// What a run printed, and how it ended.
    struct Result {
      let text: String
      let status: Int32

      /// The lines that say that a test has recorded an issue, which are not those of known ones.
      func issues(of test: String) -> [Substring] {
        text.split(separator: "\n").filter { $0.contains("Test \(test) recorded an issue") }
      }
    }

    /// Runs tests in a process of their own.
    static func run(
      _ filter: String, options: [String] = [], variables: [String: String] = [:]
    ) async throws -> Result {
      try await run(["--testing-library", "swift-testing", "--filter", filter] + options, variables)
    }

    /// Runs the wrong test cases of a class of XCTest.
    static func runTestCases(_ name: String) async throws -> Result {
      try await run(["NetworkTestingTests.\(name)"], ["WRONG_SUITE": "1"])
    }

    private static func run(_ arguments: [String], _ variables: [String: String]) async throws -> Result {
      let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      let variables = variables.merging(["NO_COLOR": "1"]) { $1 }
      let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
      // In a shell, so that both streams are one.
      let command = #"exec "$@" 2>&1"#
      let words = ["-c", command, "sh", program.path] + arguments
      let process = try ChildProcess(URL(fileURLWithPath: "/bin/sh"), words, environment: environment)
      // A thread of its own waits: one of the pool would be missing to the tests beside it, for minutes.
      return try await withCheckedThrowingContinuation { done in
        Thread.detachNewThread {
          done.resume(
            with: Swift.Result {
              let (text, status) = try process.result()
              return Result(text: text, status: status)
            })
        }
      }
    }
  }
#endif
