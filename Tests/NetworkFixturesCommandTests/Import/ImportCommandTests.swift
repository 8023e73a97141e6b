import Foundation
import NetworkStubs
import NetworkTesting
import TestSupport

@testable import network_fixtures

@Suite("import")
struct ImportCommandTests {
  private static let mappings = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/wiremock/mappings")

  @Test("writes mappings as Swift that compiles, and refuses what a stub cannot express")
  func code() throws {
    let sandbox = try Sandbox()
    #expect(sandbox.run("import", Self.mappings.path, "--name", "importedStubs") == .findings)
    // The file is part of these tests, so it compiles.
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("ImportedStubs.swift")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(sandbox.output.utf8).write(to: file)
    }
    #expect(try sandbox.output == String(contentsOf: file, encoding: .utf8))
    try expectGolden(sandbox.errors, "Command/import-errors.txt")
  }

  @Test("gives stubs that answer as the mappings say")
  func stubs() async throws {
    let transport = MockTransport(importedStubs, clock: VirtualClock())
    func send(_ method: String, _ url: String, _ fields: [String: String] = [:], body: String = "") async throws
      -> HTTPResponse
    {
      var request = URLRequest(url: try #require(URL(string: url)))
      request.httpMethod = method
      request.allHTTPHeaderFields = fields
      request.httpBody = Data(body.utf8)
      return try await transport.send(request)
    }
    #expect(try await send("GET", "https://a/ping", ["Accept": "TEXT/plain"]).body == Data("pong".utf8))
    let malformed = try #require(NetworkFault.malformedHead.code)
    await #expect(throws: URLError(malformed)) { try await send("PUT", "https://a/slow/12") }
    #expect(try await send("GET", "https://a/cart").body == Data("[]".utf8))
    #expect(try await send("POST", "https://a/cart").status == 204)
    // Refused: it would answer whatever the body is.
    let refused = await recordedIssues {
      await #expect(throws: UnansweredRequest.self) { try await send("POST", "https://a/users?dry=1", body: "{}") }
    }
    #expect(refused.count == 1)
  }

  @Test(
    "says which file is no mapping",
    arguments: ["{", "[]", "{\"request\": {}}", "{\"mappings\": [1]}", "{\"mappings\": {}}", "7"])
  func damaged(_ text: String) throws {
    let sandbox = try Sandbox(["m/a.json": text])
    let code = sandbox.run("import", "m")
    #expect(code == (text == "[]" ? .success : .failure))
    #expect(code == .success || sandbox.errors.contains("a.json"))
  }
}
