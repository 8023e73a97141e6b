import Foundation
import NetworkStubs
import TestSupport
import Testing

@testable import NetworkServer
@testable import network_fixtures

// A limit for a lock that is held for ever. It counts from the start of the run, whose other tests may keep the processors for minutes.
@Suite("The traffic of a served recording", .timeLimit(.minutes(15)))
struct ServedTrafficTests {
  @Test(
    "the traffic of a served recording is printed without a lock that others wait for, as a terminal may be stopped")
  func printing() {
    let traffic = Protected<ServedTraffic?>(nil)
    let lines = Protected<[String]>([])
    // What another thread would do while the terminal takes nothing.
    let terminal = Terminal(
      output: { text in
        let summary = traffic.withLock { $0 }?.summary ?? ""
        lines.withLock { $0.append("\(summary): \(text)") }
      }, errors: { _ in })
    let served = ServedTraffic(
      [], ServedFixtures(), named: "a.har", printer: TrafficPrinter(terminal: terminal, isFull: false, isJSON: false))
    traffic.withLock { $0 = served }
    served.refuse(Refusal(status: 400, reason: "it is no request"))
    #expect(lines.withLock { $0 } == ["0 requests: A request → refused with 400: it is no request\n"])
    traffic.withLock { $0 = nil }
  }
}
