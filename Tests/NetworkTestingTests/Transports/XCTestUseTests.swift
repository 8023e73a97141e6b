import NetworkTesting
import XCTest

/// From XCTest, where no issue can be recorded, `verify()` throws.
final class XCTestUseTests: XCTestCase {
  func testVerifyThrowsWhatWasFound() async throws {
    let transport = MockTransport(.get("/a").respond(status: 200))
    _ = try? await transport.send(.make(.get, "https://api.example.com/b"))
    do {
      try await transport.verify()
      XCTFail("verify() found nothing")
    } catch let error as VerificationError {
      XCTAssertEqual(error.problems.count, 2)
      XCTAssertTrue("\(error)".contains("No stub answers GET https://api.example.com/b"))
      XCTAssertTrue("\(error)".contains("XCTestUseTests.swift:"))
    }
  }

  func testVerifyIsSilentWhenAllIsWell() async throws {
    let transport = MockTransport(.get("/a").respond(status: 200))
    _ = try await transport.send(.make(.get, "https://api.example.com/a"))
    try await transport.verify()
  }
}
