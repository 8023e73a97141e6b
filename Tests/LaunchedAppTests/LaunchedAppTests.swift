import NetworkServer
import XCTest

/// What a test learns of an app that it has launched.
final class LaunchedAppTests: XCTestCase {
  private func launch(_ arguments: String..., with server: LoopbackServer) -> XCUIApplication {
    let app = XCUIApplication()
    app.launchArguments = arguments
    app.launchEnvironment = server.variables
    app.launch()
    XCTAssert(app.staticTexts["Ready"].waitForExistence(timeout: 60))
    return app
  }

  private func problems(of server: LoopbackServer) -> [String] {
    do { try server.verify() } catch { return (error as? VerificationError)?.problems ?? ["\(error)"] }
    return []
  }

  func testAnUnansweredRequestIsNamedWithWhatWasClosest() throws {
    let server = try LoopbackServer(.get("/carts").respond(json: ["total": 12]).optional())
    let app = launch("cart", with: server)
    XCTAssert(app.staticTexts["Try again later"].exists)
    let text = problems(of: server).joined()
    XCTAssert(
      text.contains("No stub answers GET \(server.host)/cart: no stub's path matches; closest: /carts."), text)
    XCTAssert(text.contains(#".get("/carts") at LaunchedAppTests.swift:"#), text)
    // It is said once.
    XCTAssertEqual(problems(of: server), [])
  }

  func testWhatWasAskedTooOftenIsNamed() throws {
    let server = try LoopbackServer(.get("/cart").respond(json: ["total": 12]).once())
    _ = launch("cart", "cart", with: server)
    let text = problems(of: server).joined()
    XCTAssert(text.contains("No stub answers GET \(server.host)/cart"), text)
    XCTAssert(text.contains("used up"), text)
  }

  func testAStubThatTheAppDoesNotAskForIsNamed() throws {
    let server = try LoopbackServer(
      .get("/cart").respond(json: ["total": 12]), .get("/offers").respond(json: []))
    _ = launch("cart", with: server)
    XCTAssert(problems(of: server).joined().contains(#"The stub .get("/offers") was never used."#))
  }

  func testOnlyWhatIsAddedIsPassedOn() throws {
    let server = try LoopbackServer(.get("/cart").respond(json: ["total": 12]).optional())
    XCTAssertNil(server.variables["PATH"])
    XCTAssertEqual(server.variables["LOOPBACK_SERVER"], "\(server.host)")
    XCTAssertEqual(
      server.environment.filter { server.variables[$0.key] == nil }.count,
      ProcessInfo.processInfo.environment.filter { server.variables[$0.key] == nil }.count)
  }

  func testASessionOfTheAppReachesTheServerAsItsProxy() throws {
    #if canImport(FoundationNetworking)
      let server = try LoopbackServer(.get("http://api.example.com/cart").respond(json: ["total": 7]))
      let app = launch("http://api.example.com/cart", with: server)
      XCTAssert(app.staticTexts["Total: 7"].exists)
      XCTAssertEqual(problems(of: server), [])
    #else
      throw XCTSkip("sessions read the proxy from the environment on Linux alone")
    #endif
  }

  func testAnAppThatNoTestHasLaunchedUsesItsOwnHost() {
    let app = XCUIApplication()
    app.launchArguments = ["cart"]
    app.launchEnvironment = ["LOOPBACK_SERVER": "http://attacker.example.com"]
    app.launch()
    XCTAssert(app.staticTexts["Try again later"].waitForExistence(timeout: 60))
    XCTAssertNil(URLHost.loopback)
  }
}
