import Testing

@testable import NetworkTesting

@Suite("The end of a process")
struct ProcessEndTests {
  private let reports = PendingReports()

  @Test("waits for no report where there is none") func none() { #expect(reports.wait(lookingEvery: 0, atMost: 0)) }

  @Test("knows that a problem is being recorded, and does not wait for ever") func pending() {
    reports.begin()
    reports.begin()
    reports.end()
    #expect(!reports.wait(lookingEvery: 0, atMost: 3))
    reports.end()
    #expect(reports.wait(lookingEvery: 0, atMost: 0))
  }

  @Test("waits for a problem that another thread records") func other() async {
    reports.begin()
    async let isRecorded = Task.detached { [reports] in reports.wait() }.value
    reports.end()
    #expect(await isRecorded)
  }
}

@Suite("A process of tests")
struct TestProcessTests {
  private static let program = "/build/PackageTests.xctest"

  @Test(
    "takes issues of no test under swift test, on each platform",
    arguments: [
      [program, "--testing-library", "swift-testing"], [program, "--testing-library=swift-testing"],
      ["/usr/libexec/swiftpm-testing-helper", "--test-bundle-path", program, "--testing-library", "swift-testing"],
    ])
  func swiftTest(_ arguments: [String]) { #expect(TestProcess.takesIssues(arguments, ["HOME": "/"])) }

  @Test("takes none without Swift Testing, or in Xcode")
  func others() {
    #expect(!TestProcess.takesIssues([Self.program], [:]))
    #expect(!TestProcess.takesIssues(["/usr/bin/xctest", Self.program], [:]))
    let variables = ["XCTestConfigurationFilePath", "XCTestSessionIdentifier", "XCTestBundlePath"]
    for variable in variables {
      #expect(!TestProcess.takesIssues(["App", "--testing-library", "swift-testing"], [variable: "/"]))
    }
  }
}
