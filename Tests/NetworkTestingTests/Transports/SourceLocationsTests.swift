import NetworkTesting
import TestSupport

@Suite("A helper of a suite")
struct SourceLocationsTests {
  private func expectOne(_ transport: MockTransport, sourceLocation: SourceLocation = #_sourceLocation) async {
    await transport.expect(.get("/a"), 1, sourceLocation: sourceLocation)
  }

  private func answered(sourceLocation: SourceLocation = #_sourceLocation) -> Stub {
    .get("/b").respond(status: 204).written(at: sourceLocation)
  }

  @Test("a helper of a suite hands its caller's line on to a count, a wait and a stub")
  func lines() async throws {
    let line = #line
    let issues = await recordedIssues {
      let transport = MockTransport(answered())
      await expectOne(transport)
      try? await transport.verify()
    }
    #expect(issues.map(\.line) == [line + 3, line + 2])
    let transport = MockTransport()
    let error = await #expect(throws: RequestWaitError.self) {
      try await transport.nextRequest(timeout: .zero, sourceLocation: #_sourceLocation)
    }
    #expect(error?.place.line == line + 8)
  }
}
