import NetworkRecording

@testable import App

@Test(.network(.get("/forecast").query("city", "Oslo").respond(json: ["temperature": -3])))
func temperature() async throws {
  #expect(try await Weather().temperature(in: "Oslo") == -3)
}

@Test(.network(.get("/forecast").query("city", "Oslo").respond(json: ["temperature": -3])))
func label() async {
  #expect(await Weather().label(for: "Oslo") == "-3 °C")
}

@Test(.network(.get("/forecast").respond(status: 503)))
func labelWithoutAnAnswer() async {
  #expect(await Weather().label(for: "Oslo") == "–")
}

@Test(.recording("oslo"))
func recorded() async throws {
  let weather = Weather(loader: EndpointLoader(host: "http://127.0.0.1:8000"))
  #expect(try await weather.temperature(in: "Oslo") == -3)
}
