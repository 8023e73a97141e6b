import NetworkStubs
import NetworkTesting
import TestSupport

@Suite("Problems of a mocked session's calls")
struct SessionProblemTests {
  @Test("problems of a mocked session's calls are recorded in the test, before the caller continues")
  func atOnce() async {
    let transport = MockTransport(), line = #line
    let issues = await recordedIssues { _ = try? await URLSession.mocked(by: transport).data(from: .test("/a")) }
    #expect(issues.map(\.line) == [line])
    withExtendedLifetime(transport) {}
    #expect(issues.first?.text.hasPrefix("No stub answers GET https://api.example.com/a") == true)
  }

  @Test("come to the caller as they are")
  func toTheCaller() async {
    _ = await recordedIssues {
      let session = URLSession.mocked(by: MockTransport())
      let error = await #expect(throws: UnansweredRequest.self) { try await session.data(from: .test("/a")) }
      #expect(error?.request.url == .test("/a"))
    }
  }

  @Test("problems of a mocked session's calls are recorded once")
  func once() async {
    let issues = await silencedIssues {
      let transport = MockTransport()
      let session = URLSession.mocked(by: transport)
      for _ in 0..<3 { _ = try? await session.data(from: .test("/a")) }
      try await transport.verify()
    }
    #expect(issues.count == 1 && issues[0].contains("GET https://api.example.com/a"), "\(issues)")
  }

  @Test("problems of a stub that cannot be used are recorded too in a mocked session")
  func unusable() async {
    let issues = await recordedIssues {
      let session = URLSession.mocked(by: MockTransport(.get("/a").respond(with: .fixture("missing.json"))))
      _ = try? await session.data(from: .test("/a"))
    }
    #expect(issues.count == 1 && issues[0].text.contains("missing.json"), "\(issues)")
  }

  @Test("about a stub that was not used are recorded when the transport is asked")
  func unused() async {
    let issues = await recordedIssues {
      let transport = MockTransport(.get("/a").respond(status: 200), .get("/b").respond(status: 200))
      let session = URLSession.mocked(by: transport)
      _ = try await session.data(from: .test("/a"))
      try await transport.verify()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.text.contains(#".get("/b")"#) == true)
  }

  @Test(
    "problems of a mocked session's calls are those of its own test, however many run at once",
    arguments: 0..<Effort.count(8, full: 200))
  func ownTest(number: Int) async {
    let issues = await recordedIssues {
      let session = URLSession.mocked(by: MockTransport())
      for path in ["/\(number)/a", "/\(number)/b"] { _ = try? await session.data(from: .test(path)) }
    }
    #expect(issues.count == 2)
    for (issue, path) in zip(issues, ["a", "b"]) {
      #expect(issue.text.hasPrefix("No stub answers GET https://api.example.com/\(number)/\(path)"))
    }
  }

  @Test("problems of a mocked session's calls are recorded in the transport's test, where its session was made in none")
  func noTest() async {
    let issues = await recordedIssues {
      let transport = MockTransport()
      await Task.detached { _ = try? await URLSession.mocked(by: transport).data(from: .test("/a")) }.value
    }
    #expect(issues.count == 1 && issues[0].text.contains("GET https://api.example.com/a"), "\(issues)")
  }

  @Test("problems of a mocked session's calls are recorded in the test that asks, where the transport was made in none")
  func ownerless() async {
    let transport = await Task.detached { MockTransport() }.value
    let issues = await recordedIssues { _ = try? await URLSession.mocked(by: transport).data(from: .test("/a")) }
    #expect(issues.count == 1 && issues[0].text.contains("GET https://api.example.com/a"), "\(issues)")
  }
}
