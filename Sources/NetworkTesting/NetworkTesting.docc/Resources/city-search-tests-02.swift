import NetworkSimulation

@testable import App

@Test(.network(.get("/cities").query("name", "Os").respond(json: ["Oslo"])))
func search() async {
  let search = CitySearch()
  await search.textChanged(to: "Os")
  await search.finish()
  let hits = await search.hits
  #expect(hits == ["Oslo"])
}

@Test(
  .simulated(runs: 200),
  .network(
    .get("/cities").query("name", "O").respond(json: ["Omsk", "Oslo"]),
    .get("/cities").query("name", "Os").respond(json: ["Oslo"])
  ))
func typing() async {
  let search = CitySearch()
  await search.textChanged(to: "O")
  await search.textChanged(to: "Os")
  await search.finish()
  let hits = await search.hits
  #expect(hits == ["Oslo"])
}
