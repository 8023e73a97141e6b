import TestSupport
import Testing

@testable import NetworkStubs

@Suite("A table of stubs")
struct StubTableTests {
  @Test("the rate of an upload is that of a stub for its method and its address that is not used up")
  func uploadRate() {
    let stubs: [Stub] = [
      .put("/photo").respond(status: 200).once(), .get("/photo").respond(status: 200),
      .put("https://other.test/photo").respond(status: 200),
      .put("/photo").respond(with: .status(201).throttled(bytesPerSecond: 5)),
    ]
    var table = StubTable()
    _ = table.add(stubs)
    let head = RequestReader(.test("PUT", "https://api.example.com/photo"))
    #expect(table.uploadRate(for: head) == nil)
    _ = table.take(head, number: 1)
    #expect(table.uploadRate(for: head) == 5)
  }
}
