import NetworkServer
import XCTest

// UITests.md, "Overview"
final class CartUITests: XCTestCase {
  private let app = XCUIApplication()
  private var server: LoopbackServer?

  override func setUpWithError() throws {
    continueAfterFailure = false
    let server = try LoopbackServer(
      .get("/cart").respond(json: ["total": 12]))
    self.server = server
    app.launchArguments = ["cart"]
    app.launchEnvironment.merge(server.variables) { $1 }
    app.launch()
  }

  override func tearDownWithError() throws {
    app.terminate()
    try server?.verify()
  }

  func testTotal() {
    XCTAssert(
      app.staticTexts["Total: 12"].waitForExistence(timeout: 60))
  }
}
// end of block
