import NetworkStubs
import TestSupport
import Testing

@testable import network_fixtures

@Suite("doctor")
struct DoctorCommandTests {
  @Test("doctor prints the system and each assumption, and ends well if all hold")
  func prints() throws {
    let sandbox = try Sandbox()
    #expect(sandbox.run("doctor") == .success)
    let lines = sandbox.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("network-fixtures ") == true)
    for assumption in Assumption.all { #expect(lines.contains("yes  \(assumption.claim)")) }
    #expect(lines.contains { $0.hasPrefix("task running: ") })
  }

  @Test("doctor takes no arguments")
  func arguments() throws { #expect(try Sandbox().run("doctor", "a") == .failure) }
}
