import NetworkServer
import NetworkStubs
import NetworkTesting
import TestSupport

/// What stands in for `XCUIApplication`.
private final class Application {
  var launchEnvironment: [String: String] = [:]
  func launch() {}
}

@Suite("A server for an app under UI tests")
struct ServerArticleTests {
  @Test("a server for an app under UI tests is started before the app, and says at the end what was wrong")
  func unused() async throws {
    let app = Application()
    // In a UI test, where no test of Swift Testing is current, `verify()` throws what is an issue here.
    let issues = await recordedIssues {
      // NetworkServer.md, "Overview"
      let server = try LoopbackServer(
        .get("/cart").respond(with: .fixture("cart.json")))
      app.launchEnvironment.merge(server.variables) { $1 }
      app.launch()
      try server.verify()  // in tearDown
      // end of block
    }
    #expect(issues.count == 1 && issues.first?.text.contains("was never used") == true, "\(issues)")
    #expect(app.launchEnvironment["LOOPBACK_SERVER"]?.hasPrefix("http://127.0.0.1:") == true)
  }

  @Test("a server for an app under UI tests is found by an app without endpoints, and by its sessions")
  func ownBase() throws {
    let productionURL = try #require(URL(string: "https://api.example.com"))
    // UITests.md, "A base URL of the app's own"
    let base =
      ProcessInfo.processInfo.environment["LOOPBACK_SERVER"].flatMap {
        URL(string: $0)
      } ?? productionURL
    // end of block
    #expect(base == productionURL)
    let (configuration, port) = (URLSessionConfiguration.ephemeral, 8080)
    // UITests.md, "A base URL of the app's own", block 2
    configuration.connectionProxyDictionary = [
      "HTTPEnable": 1, "HTTPProxy": "127.0.0.1", "HTTPPort": port,
    ]
    // end of block
    #expect(configuration.connectionProxyDictionary?.count == 3)
  }

  @Test("a server for an app under UI tests has WebSockets, which code that holds one meets in memory as well")
  func sockets() async throws {
    let server = try LoopbackServer(.webSocket("/prices") { try await $0.send("1.20") }.optional())
    // NetworkServer.md, "WebSockets", block 2
    let url = try server.webSocketURL("/prices")
    // end of block
    #expect(url.absoluteString == "ws://127.0.0.1:\(server.port)/prices")
    await server.stop()

    // NetworkServer.md, "WebSockets", block 3
    let transport = StubTransport(
      .webSocket("/prices") { try await $0.send("1.20") })
    let socket = try await ScriptedWebSocket(
      to: "https://api.example.com/prices", of: transport)
    // end of block
    #expect(try await socket.next() == .text("1.20"))
    #expect(try await socket.next() == nil)
    try await transport.verify()
  }

  @Test("a server for an app under UI tests answers as on a slow connection")
  func throttled() async throws {
    let transport = StubTransport(.post("/photos").respond(with: .status(201).throttled(bytesPerSecond: 50_000)))
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com/photos")))
    request.httpMethod = "POST"
    #expect(try await transport.send(request).status == 201)
  }
}
