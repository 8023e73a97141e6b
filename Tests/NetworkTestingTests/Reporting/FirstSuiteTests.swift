import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

#if os(macOS) || os(Linux)
  /// The suite of a new user, run in a process of its own, as its failures are meant.
  @Suite(.ownRun)
  struct FirstSuiteTests {
    @Test("exactly the wrong tests of a first suite fail, each in a few lines")
    func run() async throws {
      let output = try await OwnRun.output(of: "FirstSuite/", variables: ["FIRST_SUITE": "1"])
      let failed = output.compactMap(Self.failedCase)
      let counts = Dictionary(grouping: failed) { $0 }.mapValues(\.count)
      let names = FirstSuiteCase.wrong.map(\.testDescription)
      #expect(Set(failed) == Set(names))
      // One cause, one issue; two mistakes are two.
      let lines = names.map { "\(counts[$0] ?? 0) \($0)" }
      // Before Swift 6.3 a failed test cannot be told from others, and its unused stubs are issues as well.
      #if compiler(>=6.3)
        try expectGolden(lines.joined(separator: "\n"), "Trust/first-suite.txt")
      #endif
      let texts = output.filter { line in !line.hasPrefix("◇") && !line.hasPrefix("✔") && !line.hasPrefix("⎙") }
      #expect(texts.count <= 9 * names.count, "\(texts.count) lines for \(names.count) tests")
      let issues = texts.split(omittingEmptySubsequences: true) { $0.hasPrefix("✘") }.map { $0.count + 1 }
      #expect(issues.sorted()[issues.count / 2] <= 9, "\(issues)")
      #expect(output.count { $0.contains("Explained in") } == 1)
    }

    #if compiler(>=6.3)
      @Test("two mistakes in one test are two issues, unless one is the cause of the other")
      func pairs() async throws {
        let output = try await OwnRun.output(of: "FirstSuitePairs/", variables: ["FIRST_SUITE": "pairs"])
        let counts = Dictionary(grouping: output.compactMap(Self.failedCase)) { $0 }.mapValues(\.count)
        let lines = FirstSuitePair.all.compactMap { pair in
          let count = counts[pair.testDescription] ?? 0
          return count == pair.expectedCount ? nil : "\(count) \(pair.testDescription)"
        }
        try expectGolden(lines.joined(separator: "\n"), "Trust/first-suite-pairs.txt")
      }
    #endif

    /// The case of a line such as `✘ Test "wrong" recorded an issue with 1 argument example → no stub at …`.
    private static func failedCase(_ line: Substring) -> String? {
      guard line.contains("recorded an issue with 1 argument"), let start = line.firstRange(of: " → "),
        let end = line.firstRange(of: " at FirstSuite.swift") ?? line.firstRange(of: " at ")
      else { return nil }
      return String(line[start.upperBound..<end.lowerBound])
    }

    @Test("a run that is offline fails the tests that would send something, and names it outside of them")
    func offline() async throws {
      let output = try await OwnRun.output(of: "OfflineRun", variables: ["NETWORK_TESTING_OFFLINE": "1"])
      let text =
        "GET https://offline.invalid/items would have gone to the live network, but NETWORK_TESTING_OFFLINE is set."
      // One of the three is of no test: Swift Testing tells it twice where, at the same moment, a test's handler looks at an issue.
      #expect((3...4).contains(output.filter { $0.hasSuffix(text) }.count))
      #expect(Set(output.compactMap(Self.failedCase)).isSuperset(of: [#""transport""#, #""shared""#]), "\(output)")
    }

    @Test("a test that is offline fails by what the shared session would send")
    func offlineShared() async throws {
      let output = try await OwnRun.output(of: "OfflineSharedRun", variables: ["FIRST_SUITE": "1"])
      let text = "GET https://offline.invalid/items would have gone to the live network, but this test is offline."
      #expect(output.filter { $0.hasSuffix(text) }.count == 1)
      #expect(output.contains { $0.contains("recorded an issue") && $0.contains("FirstSuite.swift") })
      #expect(output.last?.contains("failed") == true && output.last?.contains("with 1 issue") == true, "\(output)")
    }
  }
#endif
