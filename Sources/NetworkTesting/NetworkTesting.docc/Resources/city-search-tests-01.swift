import NetworkTesting

@testable import App

@Test(.network(.get("/cities").query("name", "Os").respond(json: ["Oslo"])))
func search() async {
  let search = CitySearch()
  await search.textChanged(to: "Os")
  await search.finish()
  let hits = await search.hits
  #expect(hits == ["Oslo"])
}
