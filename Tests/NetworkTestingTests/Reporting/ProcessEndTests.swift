import NetworkStubs
import TestSupport

@testable import NetworkTesting

@Suite("The end of a process")
struct ProcessEndTests {
  private let reports = PendingReports()

  @Test("the end of a process waits for no report where there is none") func none() {
    #expect(reports.wait(lookingEvery: 0, atMost: 0))
  }

  @Test("the end of a process knows that a problem is being recorded, and does not wait for ever") func pending() {
    reports.begin()
    reports.begin()
    reports.end()
    #expect(!reports.wait(lookingEvery: 0, atMost: 3))
    reports.end()
    #expect(reports.wait(lookingEvery: 0, atMost: 0))
  }

  @Test("the end of a process waits for a problem that another thread records") func other() async {
    reports.begin()
    async let isRecorded = Task.detached { [reports] in reports.wait() }.value
    reports.end()
    #expect(await isRecorded)
  }

  // A process of its own exists on these systems only.
  #if os(macOS) || os(Linux)
    @Test("the end of a process comes even if the code of a test holds a lock for ever, and says so", .exitTest)
    func blocked() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let double = BlockedDouble()
        ProcessEnd.keep(double)
        #expect(ProcessEnd.report(within: 0.1))
        ProcessEnd.release(double)
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("The process ended while code of a test still ran and held a lock."), "\(text)")
    }
  #endif
}

/// A double whose problems another thread keeps for itself.
private final class BlockedDouble: KeptDouble {
  let harness: any Harness = TestHarness()
  let hasPromises = false

  func takeProblems(isComplete: Bool) -> [Problem] {
    DispatchSemaphore(value: 0).wait()
    return []
  }
}

@Suite("A process of tests")
struct TestProcessTests {
  private static let program = "/build/PackageTests.xctest"

  @Test(
    "a process of tests takes issues of no test under swift test, on each platform",
    arguments: [
      [program, "--testing-library", "swift-testing"], [program, "--testing-library=swift-testing"],
      ["/usr/libexec/swiftpm-testing-helper", "--test-bundle-path", program, "--testing-library", "swift-testing"],
    ])
  func swiftTest(_ arguments: [String]) { #expect(TestProcess.takesIssues(arguments, ["HOME": "/"])) }

  @Test("a process of tests takes none without Swift Testing, or in Xcode")
  func others() {
    #expect(!TestProcess.takesIssues([Self.program], [:]))
    #expect(!TestProcess.takesIssues(["/usr/bin/xctest", Self.program], [:]))
    let variables = ["XCTestConfigurationFilePath", "XCTestSessionIdentifier", "XCTestBundlePath"]
    for variable in variables {
      #expect(!TestProcess.takesIssues(["App", "--testing-library", "swift-testing"], [variable: "/"]))
    }
  }
}
