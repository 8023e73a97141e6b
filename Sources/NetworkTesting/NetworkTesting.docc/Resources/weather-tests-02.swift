import NetworkTesting

@testable import App

@Test(.network(.get("/forecast").query("city", "Oslo").respond(json: ["temperature": -3])))
func temperature() async throws {
  #expect(try await Weather().temperature(in: "Oslo") == -3)
}

@Test(.network(.get("/forecast").query("city", "Olso").respond(json: ["temperature": -3])))
func label() async {
  #expect(await Weather().label(for: "Oslo") == "–")
}
