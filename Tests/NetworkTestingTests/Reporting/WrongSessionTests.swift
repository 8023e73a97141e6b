import NetworkTesting
import TestSupport

#if os(Linux)
  @Suite("A request of a session that no test can reach, in a run of its own", .timeLimit(.minutes(15)))
  struct WrongSessionTests {
    @Test(
      "a request that no test can reach fails its test by name, or the run with the names of those that may be it",
      arguments: OwnRun.Mode.all())
    func wrong(mode: OwnRun.Mode) async throws {
      let result = try await OwnRun.run("WrongSessions", options: mode.options, variables: ["WRONG_SUITE": "1"])
      #expect(result.status != 0)
      for number in WrongSessionCases.sessions {
        let count = result.issues(of: "swallowed(number:)").count { $0.contains("number → \(number) ") }
        #expect(count == mode.count, "\(number)\n\(result.text)")
      }
      for name in ["right(number:)", "rightFromAnywhere()"] {
        #expect(result.verdict(of: name, times: mode.count) == .passed, "\(name)\n\(result.text)")
      }
      // What no test's task has sent is no test's.
      for name in ["guarded(way:)", "every(way:)"] {
        #expect(result.verdict(of: name, times: mode.count) == .passed, "\(name)\n\(result.text)")
      }
      let lines = result.text.split(separator: "\n")
      for way in AwayFromTask.allCases {
        for path in ["/guarded/\(way)", "/every/\(way)"] {
          // An issue of no test may be told more than once, as tests run that watch for issues.
          let count = lines.count { $0.contains("\(path) would have gone to the live network") }
          #expect(count >= mode.count, "\(path)\n\(result.text)")
        }
      }
      if mode.isInLine {
        #expect(result.text.contains("One test is running without the live network, and may have sent it"))
        #expect(result.text.contains("WrongSessions/every(way:)"))
      }
    }

    @Test(
      "a request that no test can reach fails the test whose turn it is by name, though others wait for theirs",
      arguments: OwnRun.Mode.all())
    func turns(mode: OwnRun.Mode) async throws {
      let result = try await OwnRun.run("WrongTurns", options: mode.options, variables: ["WRONG_SUITE": "1"])
      #expect(result.status != 0)
      for number in WrongSessionCases.ways {
        let issues = result.issues(of: "unanswered(number:)").filter { $0.contains("number → \(number) ") }
        #expect(issues.count == mode.count, "\(number)\n\(result.text)")
      }
      #expect(result.text.contains("No stub answers GET"))
      for name in ["right(number:)", "beside(number:)"] {
        #expect(result.verdict(of: name, times: mode.count) == .passed, "\(name)\n\(result.text)")
      }
      #expect(!result.text.contains("would have gone to the live network"), "\(result.text)")
    }

    @Test(
      "a request that no test can reach is one issue with the unused stub and the error that ends its test",
      arguments: OwnRun.Mode.all())
    func strays(mode: OwnRun.Mode) async throws {
      let result = try await OwnRun.run("WrongStrays", options: mode.options, variables: ["WRONG_SUITE": "1"])
      for (name, path) in [("ofTest()", "/stray"), ("onMainActor()", "/main")] {
        let issues = result.issues(of: name)
        #expect(issues.count { !$0.contains("Caught error") } == mode.count, "\(result.text)")
        // Before 6.3, nothing tells whether an issue is a known one, so the error is told besides.
        #if compiler(>=6.3)
          #expect(issues.count == mode.count, "\(result.text)")
        #endif
        let stub = "This test has a stub for it, .get(\"\(path)\") at WrongSessions.swift:"
        #expect(result.text.contains(stub), "\(result.text)")
      }
      // The request may be another test's. So the unused stub stays an issue of its own, and each issue names the other.
      #expect(result.issues(of: "ofThread()").count == mode.count, "\(result.text)")
      let stub = #"WrongStrays/ofThread() has a stub for it: .get("/thread") at WrongSessions.swift:"#
      #expect(result.text.contains(stub), "\(result.text)")
      #expect(result.text.contains("/thread was kept from the live network: no test's task sent it"), "\(result.text)")
      #expect(!result.text.contains("If the app should have sent it, fix the app. If not, remove"), "\(result.text)")
    }

    // Only a trait begins the guard before.
    #if compiler(>=6.3)
      @Test(
        "is refused in an offline run whose tests have no trait, in an exit test too",
        arguments: ["inline", "ofExitTest"])
      func offlineWithoutTrait(name: String) async throws {
        let variables = ["WRONG_SUITE": "1", "NETWORK_TESTING_OFFLINE": "1"]
        let result = try await OwnRun.run("UntraitedRun/\(name)", variables: variables)
        let path = name == "inline" ? "inline" : "exit"
        let text = "GET http://127.0.0.2:9/\(path) would have gone to the live network"
        #expect(result.text.contains("\(text), but NETWORK_TESTING_OFFLINE is set."), "\(result.text)")
        #expect(!result.text.contains("-1004") && result.status != 0, "\(result.text)")
      }
    #endif

    @Test("a request that no test can reach is refused in an offline run, whatever test it is of")
    func offlineRun() async throws {
      let result = try await OwnRun.run(
        "WrongSessions", options: ["--no-parallel"], variables: ["WRONG_SUITE": "1", "NETWORK_TESTING_OFFLINE": "1"])
      let lines = result.text.split(separator: "\n")
      for way in AwayFromTask.allCases {
        #expect(lines.contains { $0.contains("/guarded/\(way) would have gone to the live network") }, "\(result.text)")
      }
      #expect(result.text.contains("NETWORK_TESTING_OFFLINE is set"))
      #expect(result.verdict(of: "right(number:)") == .passed, "\(result.text)")
    }
  }
#endif
