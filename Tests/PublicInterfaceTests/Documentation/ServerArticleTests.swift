import NetworkServer
import NetworkTesting

/// What stands in for `XCUIApplication`.
private final class Application {
  var launchEnvironment: [String: String] = [:]
  func launch() {}
}

@Suite("A server for an app under UI tests")
struct ServerArticleTests {
  @Test("is started before the app, and says at the end what was wrong")
  func unused() async throws {
    let app = Application()
    let error = await #expect(throws: VerificationError.self) {
      let server = try LoopbackServer(.get("/cart").respond(with: .fixture("cart.json")))
      app.launchEnvironment["LOOPBACK_SERVER"] = "\(server.host)"
      app.launch()
      try await server.verify()  // in tearDown
    }
    #expect(error?.problems.first?.contains("was never used") == true)
    #expect(app.launchEnvironment["LOOPBACK_SERVER"]?.hasPrefix("http://127.0.0.1:") == true)
  }
}
