import NetworkTesting
import TestSupport

#if os(Linux) && compiler(>=6.3)
  /// The wrong tests of `WrongVerdicts.swift` beside the right ones of `RightVerdicts.swift`, in processes of their own.
  @Suite("A verdict does not depend on what else runs")
  struct VerdictTests {
    /// How the tests are run.
    enum Mode: CaseIterable {
      case parallel, inLine, repeated, bySuite

      var options: [String] {
        switch self {
        case .parallel, .bySuite: []
        case .inLine: ["--no-parallel"]
        case .repeated: ["--repetitions", "3"]
        }
      }
    }

    /// A test of the two files.
    private struct Listed {
      let suite: String
      let name: String

      var isWrong: Bool { suite.hasPrefix("Wrong") }
    }

    private func listed() throws -> [Listed] {
      var found: [Listed] = []
      let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      for file in ["WrongVerdicts.swift", "RightVerdicts.swift"] {
        var suite = ""
        for line in try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8).split(separator: "\n")
        {
          if let match = line.firstMatch(of: #/^\s*struct (\w+) \{/#) { suite = String(match.1) }
          // Those of the two files begin so; the one that is disabled is right as well.
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
      case "wDoubles", "wDoublesWithTrait": VerdictDouble.allCases.count * VerdictMistake.allCases.count
      case "wDoublesAskedBy": VerdictDouble.allCases.count * VerdictWay.allCases.count
      default: 1
      }
    }

    @Test("each wrong one fails by its own name, and no right one does, however they are run", arguments: Mode.allCases)
    func verdicts(mode: Mode) async throws {
      let tests = try listed()
      #expect(tests.filter(\.isWrong).reduce(0) { $0 + cases(of: $1) } >= 240)
      #expect(tests.count { !$0.isWrong } >= 40)
      let suites = Set(tests.map(\.suite)).sorted()
      for filter in mode == .bySuite ? suites : [suites.joined(separator: "|")] {
        let own = tests.filter { filter.split(separator: "|").contains(Substring($0.suite)) }
        let result = try await run("\\.(\(filter))/", mode.options)
        let failed = Dictionary(grouping: failed(result.text), by: \.name)
        // What nothing releases is told when the last repetition has ended.
        let times = mode == .repeated ? 3 : 1
        for test in own {
          let counts = Dictionary(grouping: failed[test.name] ?? [], by: \.arguments).mapValues(\.count)
          let red = counts.filter { $0.value >= times }.count
          #expect(
            test.isWrong ? red >= cases(of: test) : counts.isEmpty,
            "\(test.name): \(red) cases, \(counts)\n\(result.text)")
        }
      }
    }

    @Test("each wrong one fails alone, and each right one passes")
    func alone() async throws {
      let tests = try listed()
      // Each is a process: all of them in a full run, and else one of each suite.
      let suites = Dictionary(grouping: tests, by: \.suite).values
      for test in Effort.isFull() ? tests : suites.compactMap(\.first) {
        let result = try await run("\(test.suite)/\(test.name)\\(")
        #expect(Set(failed(result.text).map(\.name)) == (test.isWrong ? [test.name] : []), "\(result.text)")
        #expect((result.status != 0) == test.isWrong, "\(result.text)")
      }
    }
  }
#endif
