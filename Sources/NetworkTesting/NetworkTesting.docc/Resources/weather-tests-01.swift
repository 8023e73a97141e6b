import NetworkTesting

@testable import App

@Test(.network(.get("/forecast").query("city", "Oslo").respond(json: ["temperature": -3])))
func temperature() async throws {
  #expect(try await Weather().temperature(in: "Oslo") == -3)
}
