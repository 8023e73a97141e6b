import TestSupport
import NetworkTesting
import XCTest

/// In XCTest, `verify()` throws, and what it was not asked for fails the test case.
final class XCTestUseTests: XCTestCase {
  private var expectsFailures = false
  private var failures: [String] = []

  #if canImport(FoundationNetworking)
    override func recordFailure(withDescription text: String, inFile file: String, atLine line: Int, expected: Bool) {
      guard expectsFailures else {
        return super.recordFailure(withDescription: text, inFile: file, atLine: line, expected: expected)
      }
      failures.append("\(text) (\(file):\(line))")
    }
  #else
    override func record(_ issue: XCTIssue) {
      guard expectsFailures else { return super.record(issue) }
      failures.append("\(issue.compactDescription) (\(#fileID):\(issue.sourceCodeContext.location?.lineNumber ?? 0))")
    }
  #endif

  func testProblemsThatWereNotAskedForFailTheTestCase() async {
    expectsFailures = true
    let line = UInt(#line + 1)
    _ = MockTransport(.get("/a").respond(status: 200))
    _ = try? await UnimplementedTransport().send(.make(.get, "https://api.example.com/b"))
    expectsFailures = false
    XCTAssertEqual(failures.count, 2)
    XCTAssertTrue(failures.first?.contains("was never used") == true, "\(failures)")
    XCTAssertTrue(failures.first?.hasSuffix("XCTestUseTests.swift:\(line))") == true, "\(failures)")
    XCTAssertTrue(failures.last?.contains("No request was expected") == true, "\(failures)")
  }

  /// The transport may be released in the next test case, which is not to blame.
  func testARequestWithoutAnAnswerFailsTheTestCaseThatMakesIt() async throws {
    let transport = MockTransport(.get("/a").respond(status: 200))
    let line = #line - 1
    let session = URLSession.mocked(by: transport)
    expectsFailures = true
    _ = try? await transport.send(.make(.get, "https://api.example.com/b"))
    _ = try? await session.data(from: .test("/c"))
    await transport.expect(.get("/d"))
    expectsFailures = false
    XCTAssertEqual(failures.count, 3)
    XCTAssertTrue(failures.first?.contains("No stub answers GET https://api.example.com/b") == true, "\(failures)")
    XCTAssertTrue(failures.first?.hasSuffix("XCTestUseTests.swift:\(line))") == true, "\(failures)")
    XCTAssertTrue(failures.last?.hasSuffix("XCTestUseTests.swift:\(line + 6))") == true, "\(failures)")
    // It is said once.
    try await transport.verify()
  }

  func testVerifyThrowsWhatWasFound() async throws {
    let transport = MockTransport(.get("/a").respond(status: 200))
    let line = #line + 2
    do {
      try await transport.verify()
      XCTFail("verify() found nothing")
    } catch let error as VerificationError {
      XCTAssertEqual(error.problems.count, 1)
      XCTAssertTrue("\(error)".contains("The stub .get(\"/a\") was never used."))
      XCTAssertTrue("\(error)".contains("XCTestUseTests.swift:\(line - 3)"), "\(error)")
      XCTAssertEqual(error.place.line, line)
      XCTAssertTrue("\(error)".hasSuffix("Found by verify() at XCTestUseTests.swift:\(line)"), "\(error)")
    }
  }

  func testVerifyIsSilentWhenAllIsWell() async throws {
    let transport = MockTransport(.get("/a").respond(status: 200))
    _ = try await transport.send(.make(.get, "https://api.example.com/a"))
    try await transport.verify()
  }
}
