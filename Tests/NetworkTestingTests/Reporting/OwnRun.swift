import NetworkTesting
import TestSupport

#if os(macOS) || os(Linux)
  /// A run of some tests of this program, in a process of its own.
  enum OwnRun {
    /// How a run goes through its tests.
    enum Mode: CaseIterable {
      case parallel, inLine, repeated, repeatedInLine

      /// The options of the program.
      var options: [String] {
        switch self {
        case .parallel: []
        case .inLine: ["--no-parallel"]
        case .repeated: ["--repetitions", "3"]
        case .repeatedInLine: ["--no-parallel", "--repetitions", "2"]
        }
      }

      /// How often it runs each test.
      var count: Int {
        switch self {
        case .parallel, .inLine: 1
        case .repeated: 3
        case .repeatedInLine: 2
        }
      }

      /// Whether its tests run one after another.
      var isInLine: Bool { self == .inLine || self == .repeatedInLine }

      /// All of them in a full run of a file. Else those that show the most in the fewest passes.
      static func all(_ file: String = #fileID) -> [Self] {
        Effort.isFull(file) ? allCases : [.parallel, .repeatedInLine]
      }
    }

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
      ///
      /// - Parameters:
      ///   - test: The test, as the run names it, or the beginning of its name.
      ///   - file: The file whose line the issue names; empty for any.
      func issues(of test: String, in file: String = "") -> [Substring] {
        text.split(separator: "\n").filter { line in
          line.contains("Test \(test)") && line.contains(" recorded an issue")
            && (file.isEmpty || line.contains(" at \(file):"))
        }
      }

      /// What the run says of a test.
      ///
      /// A test without an issue may not have passed: it may be disabled, or not compiled.
      ///
      /// - Parameters:
      ///   - test: The test, as the run names it, or the beginning of its name.
      ///   - file: The file whose lines its issues name; empty for any.
      ///   - count: How often it has to end.
      func verdict(of test: String, in file: String = "", times count: Int = 1) -> Verdict {
        guard issues(of: test, in: file).isEmpty else { return .failed }
        let ends = text.split(separator: "\n").count {
          $0.contains("Test \(test)") && $0.contains(#/ (?:passed|was cancelled) after [0-9]/#)
        }
        return ends >= count ? .passed : .absent
      }
    }

    /// What a run says of a test.
    enum Verdict { case passed, failed, absent }

    /// A run in each mode that several tests look at.
    actor Shared {
      private let filter: String
      private let variables: [String: String]
      private var runs: [Mode: Task<Result, any Error>] = [:]

      init(_ filter: String, variables: [String: String]) {
        self.filter = filter
        self.variables = variables
      }

      /// What the run in a mode has printed, which the first test that asks begins.
      func result(_ mode: Mode) async throws -> Result {
        let run = runs[mode] ?? Task { try await OwnRun.run(filter, options: mode.options, variables: variables) }
        runs[mode] = run
        return try await run.value
      }
    }

    /// Runs tests in a process of their own.
    static func run(
      _ filter: String, options: [String] = [], variables: [String: String] = [:]
    ) async throws -> Result {
      try await run(["--testing-library", "swift-testing", "--filter", filter] + options, variables)
    }

    #if os(Linux)
      /// Runs the wrong test cases of a class of XCTest, which is another program on macOS.
      static func runTestCases(_ name: String) async throws -> Result {
        try await run(["NetworkTestingTests.\(name)"], ["WRONG_SUITE": "1"])
      }
    #endif

    private static func run(_ arguments: [String], _ variables: [String: String]) async throws -> Result {
      let program = try #require(TestProgram.current)
      let variables = variables.merging(["NO_COLOR": "1"]) { $1 }
      let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
      // In a shell, so that both streams are one.
      let command = #"exec "$@" 2>&1"#
      let words = ["-c", command, "sh", program.file.path] + program.arguments + arguments
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

  extension Trait where Self == ConditionTrait {
    /// Where the program of the tests can be started again.
    static var ownRun: Self { .enabled(if: TestProgram.current != nil, "only `swift test` can be started again") }
  }
#endif
