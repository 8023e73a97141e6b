import NetworkServer
import XCTest

final class HostedUITests: XCTestCase {
  @MainActor
  func testTheAppGetsItsAnswerFromTheServer() throws {
    let server = try LoopbackServer(.get("/cart").respond(json: ["total": 12]))
    let app = XCUIApplication()
    app.launchEnvironment.merge(server.variables) { $1 }
    app.launch()
    XCTAssert(app.staticTexts["Total: 12"].waitForExistence(timeout: 60))
    app.terminate()
    try server.verify()
  }
}
