import NetworkEndpoints
import Testing

struct ProcessorTimeTests {
  @Test("a process is busy that works a third of the time, and not one that hardly does anything")
  func busy() {
    #expect(ProcessorTime.isBusy(working: .seconds(20), of: .seconds(60)))
    #expect(!ProcessorTime.isBusy(working: .seconds(1), of: .seconds(60)))
  }

  @Test("grows while the process works")
  func grows() {
    let start = ProcessorTime.now
    #expect((0..<10_000_000).contains { _ in ProcessorTime.now > start })
  }
}
