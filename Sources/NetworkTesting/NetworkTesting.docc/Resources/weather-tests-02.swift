import NetworkTesting

@testable import App

@Test(.network(.get("/forecast").query("city", "Oslo").respond(json: ["temperature": -3])))
func temperature() async throws {
  let temperature = try await Weather().temperature(in: "Oslo")
  #expect(temperature == -3)
}

@Test(.network(.get("/forecast").query("city", "Olso").respond(json: ["temperature": -3])))
func label() async {
  let label = await Weather().label(for: "Oslo")
  #expect(label == "–")
}
