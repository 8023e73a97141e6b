import NetworkTesting
import TestSupport

#if (os(macOS) || os(Linux)) && compiler(>=6.3)
  /// The wrong tests of `WrongVerdicts.swift` beside the right ones of `RightVerdicts.swift`, in processes of their own.
  @Suite("A verdict does not depend on what else runs", .ownRun)
  struct VerdictTests {
    /// A test of the two files.
    private struct Listed {
      let suite: String
      let name: String

      var isWrong: Bool { suite.hasPrefix("Wrong") }
      /// The beginning of its name in a run.
      var start: String { "\(name)(" }
      /// What a run has to say of it.
      var verdict: OwnRun.Verdict { isWrong ? .failed : name == "rCancelledDisabled" ? .absent : .passed }
    }

    private func listed() throws -> [Listed] {
      var found: [Listed] = []
      let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      for file in ["WrongVerdicts.swift", "RightVerdicts.swift"] {
        var suite = ""
        for line in try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8).split(separator: "\n")
        {
          if let match = line.firstMatch(of: #/^\s*struct (\w+) \{/#) { suite = String(match.1) }
          // Those of the two files begin so.
          if let match = line.firstMatch(of: #/func ([wr][A-Z]\w+)\(/#) {
            found.append(Listed(suite: suite, name: String(match.1)))
          }
        }
      }
      return found
    }

    private func run(_ filter: String, _ options: [String] = []) async throws -> OwnRun.Result {
      try await OwnRun.run(filter, options: options, variables: ["WRONG_SUITE": "1"])
    }

    /// The tests, and the arguments, of which a text says that they have failed.
    private func failed(_ text: String) -> [(name: String, arguments: String)] {
      text.matches(of: #/Test (\w+)\([^)]*\) recorded an issue(?: with \d+ arguments? (.*?))? at \w+\.swift:/#)
        .map { (String($0.1), $0.2.map { String($0) } ?? "") }
    }

    /// How many of a test's cases must fail: all of a matrix, and else at least one.
    private func cases(of test: Listed) -> Int {
      switch test.name {
      case "wDoubles": VerdictDouble.pairs(with: VerdictMistake.self).count
      case "wDoublesWithTrait": VerdictDouble.pairs(with: VerdictMistake.self, from: 1).count
      case "wDoublesAskedBy": VerdictDouble.pairs(with: VerdictWay.self).count
      default: 1
      }
    }

    /// Runs some suites together, and compares what is said of each of their tests.
    private func verdicts(of tests: [Listed], in suites: [String], mode: OwnRun.Mode) async throws {
      let result = try await run("\\.(\(suites.joined(separator: "|")))/", mode.options)
      let failed = Dictionary(grouping: failed(result.text), by: \.name)
      for test in tests where suites.contains(test.suite) {
        let counts = Dictionary(grouping: failed[test.name] ?? [], by: \.arguments).mapValues(\.count)
        // What nothing releases is told when the last repetition has ended.
        let red = counts.filter { $0.value >= mode.count }.count
        let verdict = result.verdict(of: test.start, times: mode.count)
        #expect(
          verdict == test.verdict && (!test.isWrong || red >= cases(of: test)),
          "\(test.name) \(verdict): \(red) cases, \(counts)\n\(result.text)")
      }
    }

    @Test(
      "each wrong one fails by its own name, and no right one does, however they are run", arguments: OwnRun.Mode.all())
    func verdicts(mode: OwnRun.Mode) async throws {
      let tests = try listed()
      #expect(tests.filter(\.isWrong).reduce(0) { $0 + cases(of: $1) } >= (Effort.isFull() ? 240 : 100))
      #expect(tests.count { !$0.isWrong } >= 40)
      try await verdicts(of: tests, in: Set(tests.map(\.suite)).sorted(), mode: mode)
    }

    @Test("each suite says the same by itself", .enabled(if: Effort.isFull(), "each is a process"))
    func suites() async throws {
      let tests = try listed()
      for suite in Set(tests.map(\.suite)) { try await verdicts(of: tests, in: [suite], mode: .parallel) }
    }

    @Test("each wrong one fails alone, and each right one passes")
    func alone() async throws {
      // Each is a process.
      for test in Effort.every(30, of: try listed(), from: 17) {
        let result = try await run("\(test.suite)/\(test.name)\\(")
        #expect(result.verdict(of: test.start) == test.verdict, "\(test.name)\n\(result.text)")
        #expect(Set(failed(result.text).map(\.name)) == (test.isWrong ? [test.name] : []), "\(result.text)")
        #expect((result.status != 0) == test.isWrong, "\(result.text)")
      }
    }
  }
#endif
