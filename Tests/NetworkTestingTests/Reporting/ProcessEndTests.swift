import Testing

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
}
