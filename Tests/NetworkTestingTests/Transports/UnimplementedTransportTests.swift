import NetworkTesting
import TestSupport

@Suite("An unimplemented transport")
struct UnimplementedTransportTests {
  @Test("an unimplemented transport says nothing where nothing is sent")
  func silent() async {
    _ = UnimplementedTransport()
  }

  @Test("an unimplemented transport fails the test that sends something, even where the error is swallowed")
  func sends() async throws {
    let transport = UnimplementedTransport()
    let issues = await recordedIssues {
      _ = try? await transport.send(.make(.post, "https://api.example.com/users?page=2"))
    }
    let text = try #require(issues.first).text
    try expectGolden(text.withoutLine, "Failures/unimplemented.txt")
    #expect(issues.count == 1)
  }
}
