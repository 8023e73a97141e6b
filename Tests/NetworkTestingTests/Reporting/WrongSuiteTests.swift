import NetworkTesting
import TestSupport

#if os(macOS) || os(Linux)
  /// Wrong tests, run in processes of their own.
  @Suite("A problem that comes up outside of its double's test", .ownRun)
  struct WrongSuiteTests {
    /// Suites that share a process, whose start costs more than they do.
    private static let together = OwnRun.Shared(
      "WrongStatics|RightBesideWrong|WrongKinds|WrongClocks", variables: ["WRONG_SUITE": "1"])

    private func run(
      _ filter: String, _ mode: OwnRun.Mode = .parallel, options: [String] = []
    ) async throws -> OwnRun.Result {
      try await OwnRun.run(filter, options: mode.options + options, variables: ["WRONG_SUITE": "1"])
    }

    @Test(
      "a problem outside of its double's test fails each test that makes the request, however they are run",
      arguments: OwnRun.Mode.all())
    func statics(mode: OwnRun.Mode) async throws {
      let result = try await Self.together.result(mode)
      for name in ["transport", "loader", "session", "handler", "unimplemented", "clock", "replay"] {
        for number in 1...3 {
          let count = result.issues(of: "\(name)(number:)").count { $0.contains("number → \(number) ") }
          #expect(count == mode.count, "\(name) \(number)\n\(result.text)")
        }
      }
      for name in ["transportAgain()", "expectation()"] + (areKnownIssuesTold ? ["knownBefore()"] : []) {
        #expect(result.issues(of: name).count == mode.count, "\(name)\n\(result.text)")
      }
      for name in ["answered(number:)", "once()", "suspended()"] {
        let verdict = result.verdict(of: name, in: "WrongSuite.swift", times: mode.count)
        #expect(verdict == .passed, "\(name)\n\(result.text)")
      }
      #expect(result.status != 0)
    }

    @Test(
      "a problem outside of its double's test fails each test by its own name, whatever keeps the double, or loses it",
      arguments: OwnRun.Mode.all())
    func kinds(mode: OwnRun.Mode) async throws {
      let result = try await Self.together.result(mode)
      let names = [
        "ofFunction", "ofActor", "ofMainActor", "taskLocal", "handler", "stubbed", "copied", "released",
        "stubTransport", "suspended",
      ]
      for name in names.map({ "\($0)()" }) + ["argument(transport:)"] {
        #expect(result.issues(of: name, in: "WrongKinds.swift").count == mode.count, "\(name)\n\(result.text)")
      }
      #expect(result.issues(of: "«unknown»", in: "WrongKinds.swift").isEmpty, "\(result.text)")
    }

    @Test(
      "a problem outside of its double's test fails a test that is alone with it",
      arguments: Effort.every(3, of: ["transport", "loader", "session", "unimplemented", "clock", "replay"]))
    func alone(name: String) async throws {
      let result = try await run("WrongStatics/\(name)\\(")
      #expect(result.issues(of: "\(name)(number:)").count == 3, "\(result.text)")
    }

    // Each exit test is a process.
    @Test(
      "a problem outside of its double's test is handed to the exit test",
      arguments: Effort.isFull() ? OwnRun.Mode.allCases : [.repeatedInLine])
    func exits(mode: OwnRun.Mode) async throws {
      let result = try await run("WrongExits", mode)
      for name in ["unanswered", "expectation", "ofStatic", "leavingEarly", "unused"] {
        #expect(result.issues(of: "\(name)()").count == mode.count, "\(name)\n\(result.text)")
      }
    }

    @Test(
      "a problem outside of its double's test keeps a promise beside the same trait on a suite, filtered or not",
      arguments: ["", "Promised"])
    func promises(start: String) async throws {
      let result = try await run(start.isEmpty ? "OfferedNetwork|PromisedNetwork" : "PromisedNetwork")
      for name in ["promised()", "promisedWithin()"] {
        #expect(result.issues(of: name).count == 1, "\(name)\n\(result.text)")
      }
      for name in ["offered()", "offeredWithin()"] {
        // The filter leaves out the suite of one.
        let isAbsent = name == "offered()" && !start.isEmpty
        #expect(result.verdict(of: name) == (isAbsent ? .absent : .passed), "\(name)\n\(result.text)")
      }
    }

    @Test(
      "a problem outside of its double's test fails the run by no test's name, and blames none",
      arguments: OwnRun.Mode.all())
    func detached(mode: OwnRun.Mode) async throws {
      let result = try await run("WrongDetached", mode)
      // Two of the expectation, which has no transport.
      let iterations = result.text.split(separator: #/Iteration \d+ started\./#)
      for problem in [
        "MockTransport.current was used outside", "Expected at least 1 request", "would have gone to the live network",
        "The callback was called twice\n", "A task still sleeps on the virtual clock",
        "No stub answers GET https://shop.test/a", "No recorded exchange answers GET https://api.example.com/detached",
        "The stub .get(\"/left\") was never used.",
      ] {
        #expect(iterations.count { $0.contains(problem) } == mode.count, "\(problem)\n\(result.text)")
      }
      // Swift Testing tells an issue of no test twice where, at the same moment, a test's handler looks at another: it has its
      // configuration in the list of all of them a second time then.
      let count = 8 * mode.count
      #expect((count...2 * count).contains(result.issues(of: "«unknown»").count), "\(result.text)")
      for name in ["live", "expectation", "sleeper", "callback", "ofStatic", "ofReplay", "ofRelease"] {
        #expect(result.verdict(of: "\(name)()", times: mode.count) == .passed, "\(name)\n\(result.text)")
      }
      #expect(result.text.contains("may have made it: "))
      #expect(result.status != 0)
    }

    @Test(
      "a problem outside of its double's test fails no test that watches for issues, but a simulated run of its own")
    func watching() async throws {
      let result = try await run("WatchingTests")
      for name in ["network", "simulation"] {
        #expect(result.verdict(of: "\(name)()") == .passed, "\(result.text)")
        #expect(!result.text.contains("Attached 'WatchingTests.\(name)"), "\(result.text)")
      }
      #expect(result.issues(of: "ofRun()").count == 1, "\(result.text)")
      #expect(result.text.contains("Run 1 of 3, with seed 1, failed."), "\(result.text)")
      #expect(result.status != 0)
    }

    @Test(
      "a problem outside of its double's test fails the test that a clock was made in, and none for a static one",
      arguments: OwnRun.Mode.all())
    func clocks(mode: OwnRun.Mode) async throws {
      let result = try await Self.together.result(mode)
      for name in ["local()", "ofTrait()"] {
        #expect(result.issues(of: name).count == mode.count, "\(name)\n\(result.text)")
      }
      #expect(result.issues(of: "property(number:)").count == 2 * mode.count, "\(result.text)")
      #expect(result.verdict(of: "ofStatic()", times: mode.count) == .passed, "\(result.text)")
      #expect((mode.count...2 * mode.count).contains(result.issues(of: "«unknown»").count), "\(result.text)")
    }

    @Test("a problem outside of its double's test fails the test of a clock that is all that a run uses")
    func firstClock() async throws { #expect(try await run("WrongClocks/local").issues(of: "local()").count == 1) }

    @Test("a problem outside of its double's test is told at the end of the process, where nothing was released")
    func kept() async throws {
      let result = try await run("WrongKeeping")
      for text in [
        "The stub .get(\"/held\") was never used.", "The stub .get(\"/static\") was never used.",
        "#1 GET https://api.example.com/recorded",
        "The call #1 GET https://shop.test/suspended was not taken by the test, and has no answer",
      ] {
        #expect(result.text.contains(text), "\(text)\n\(result.text)")
      }
      #expect(result.status != 0)
    }

    @Test("a problem outside of its double's test fails the process after the run, unless the test takes its issues")
    func afterRun() async throws {
      let result = try await run("WrongAfterRun/ofTest")
      #expect(result.text.contains("The stub .get(\"/late\") was never used."), "\(result.text)")
      // Before, nobody can tell whether an issue is known.
      #if compiler(>=6.3)
        #expect(result.status != 0, "\(result.text)")
        let taken = try await run("WrongAfterRun/takenAway")
        #expect(taken.status == 0, "\(taken.text)")
      #endif
    }

    @Test(
      "a problem outside of its double's test is a warning for a static property, where only some tests run",
      arguments: ["ofStatic", "recorded"])
    func filtered(name: String) async throws {
      let result = try await run("WrongKeeping/\(name)")
      #expect(result.text.contains("warning: "), "\(result.text)")
      #expect(result.text.contains("in a static property, was never released."), "\(result.text)")
      #expect(result.status == 0)
    }

    @Test("a problem outside of its double's test is no warning for a request that still waits, whichever tests run")
    func waiting() async throws {
      let result = try await run("WrongKeeping/suspended")
      #expect(
        result.text.contains(
          "The call #1 GET https://shop.test/suspended was not taken by the test, and has no answer"), "\(result.text)")
      #expect(result.status != 0)
    }

    @Test("a problem outside of its double's test has its traffic attached, where the failure is the test's own")
    func attached() async throws {
      let folder = try TemporaryFixtures()
      _ = try await run("WrongAnswers|WrongAlone", options: ["--attachments-path", folder.url.path])
      let tests = ["decoding", "status", "value", "replayed", "recorded", "unanswered"].map { "WrongAnswers.\($0)" }
      let names = (tests + ["WrongAlone.unanswered"]).flatMap { ["\($0).traffic.har", "\($0).traffic.txt"] }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == names.sorted())
    }

    #if os(Linux)
      @Test("a problem outside of its double's test is told in full by XCTest alone, in its test case")
      func testCase() async throws {
        let result = try await OwnRun.runTestCases("WrongXCTests")
        let parts = { (text: String) in result.text.components(separatedBy: text).count }
        #expect(parts("No stub answers GET https://shop.test/a") == 3, "\(result.text)")
        #expect(parts("If it is right, add before the code sends it:") == 2, "\(result.text)")
        #expect(result.text.contains("WrongXCTests.testUnanswered : failed - No stub answers"), "\(result.text)")
        #expect(result.status != 0)
      }

      @Test("a problem outside of its double's test fails no process whose test case has taken it")
      func expectedByTestCase() async throws {
        let result = try await OwnRun.runTestCases("XCTestUseTests")
        #expect(result.text.contains("Executed 4 tests, with 0 failures"), "\(result.text)")
        #expect(result.status == 0, "\(result.text)")
      }
    #endif

    #if compiler(>=6.3)
      @Test("a problem outside of its double's test names who sent it, each time")
      func senders() async throws {
        let result = try await run("WrongSenders")
        let named = result.text.components(separatedBy: "Sent by WrongSenders.askBySession(_:_:)").count - 1
        #expect(named == 25, "\(result.text)")
        #expect(result.text.contains("Sent by WrongSenders.live()"), "\(result.text)")
      }
    #endif
  }
#endif
