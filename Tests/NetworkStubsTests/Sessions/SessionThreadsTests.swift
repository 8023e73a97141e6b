import NetworkStubs
import NetworkTesting
import TestSupport

@Suite("A mocked session's threads")
struct SessionThreadsTests {
  @Test(
    "answer while tests block every thread of the pool",
    arguments: ["/now", "/closure", "/delay", "/pieces", "/redirect", "/nothing", "/custom"])
  func blocked(path: String) async {
    let transport = MockTransport(
      .get("/now").respond(with: .text("tea")).optional(),
      .get("/closure").respond { _ in
        await Task.yield()
        return HTTPResponse(body: Data("tea".utf8))
      }.optional(),
      .get("/delay").respond(with: .text("tea")).delayed(by: .milliseconds(1)).optional(),
      .get("/pieces").respond(with: .stream("t", .pause(.milliseconds(1)), "ea")).optional(),
      .get("/redirect").respond(with: .redirect(to: "/closure")).optional())
    let session = URLSession.mocked(by: path == "/custom" ? OtherTransport() : transport)
    let issues = await recordedIssues {
      await withTaskGroup(of: String?.self) { group in
        for _ in 0..<12 { group.addTask { Self.load(path, session) } }
        for await text in group { #expect(text == (path == "/nothing" ? "" : "tea")) }
      }
    }
    // In a known issue, each is one.
    #expect(issues.count == (path == "/nothing" ? areKnownIssuesTold ? 12 : 1 : 0))
  }

  /// What an answer says, as old-style tests wait for it; nil where none comes.
  private static func load(_ path: String, _ session: URLSession) -> String? {
    let answer = Mutexed<String>()
    let isDone = DispatchSemaphore(value: 0)
    session.dataTask(with: .test(path)) { data, _, _ in
      answer.value = String(decoding: data ?? Data(), as: UTF8.self)
      isDone.signal()
    }.resume()
    // A limit for the test that fails; others do not come near it.
    return isDone.wait(timeout: .now() + 30) == .success ? answer.value : nil
  }
}

/// A transport that is not the package's own.
private struct OtherTransport: HTTPTransport {
  func send(_ request: URLRequest) async throws -> HTTPResponse {
    await Task.yield()
    return HTTPResponse(body: Data("tea".utf8))
  }
}
