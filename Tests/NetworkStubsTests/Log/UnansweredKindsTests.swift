import NetworkStubs
import NetworkTesting
import TestSupport

// What is recorded in a known issue fails nothing, and is not counted: so the issues are kept from the test in another way.
@Suite("Unanswered requests of one kind")
struct UnansweredKindsTests {
  private func send(_ urls: [String], to transport: MockTransport) async {
    for url in urls { _ = try? await transport.send(.make(.get, "https://a.test" + url)) }
  }

  #if compiler(>=6.3)
    @Test(
      "a poll with an id or a time in its address is told twenty times, and then counted",
      arguments: [("/v1/itemz/", "GET /v1/itemz/{…}"), ("/itemz?at=", "GET /itemz")])
    func poll(path: String, address: String) async {
      let transport = MockTransport()
      _ = await silencedIssues { await send((0..<4_000).map { "\(path)\($0)" }, to: transport) }
      let texts = transport.log.reportedTexts
      #expect(texts.count == 20)
      let last = "It is number 20 of its kind. More requests to \(address) are only counted."
      #expect(texts.count { $0.hasSuffix(last) } == 1)
      let rest = transport.log.takeProblems().map(\.text)
      #expect(rest == ["And 3980 more requests without an answer, all to \(address)."])
      #expect(transport.log.takeProblems().isEmpty)
    }

    @Test("each address has twenty of its own, and a counted request throws what the others do")
    func addresses() async {
      let transport = MockTransport()
      _ = await silencedIssues {
        for kind in ["a", "b", "c"] { await send((0..<20).map { "/\(kind)/\($0)" }, to: transport) }
        let error = await #expect(throws: UnansweredRequest.self) {
          try await transport.send(.make(.get, "https://a.test/a/99"))
        }
        let start = "No stub answers GET https://a.test/a/99, as 20 requests like it before."
        #expect(error?.description.hasPrefix(start) == true)
      }
      #expect(transport.log.reportedTexts.count == 60)
      let rest = transport.log.takeProblems().map(\.text)
      #expect(rest == ["And 1 more request without an answer, all to GET /a/{…}."])
    }
  #endif

  @Test("all are told in a known issue, since their number would come after it")
  func known() async {
    let transport = MockTransport()
    let issues = await recordedIssues { await send((0..<30).map { "/a/\($0)" }, to: transport) }
    #expect(issues.count == 30)
    #expect(transport.log.takeProblems().isEmpty)
  }
}
