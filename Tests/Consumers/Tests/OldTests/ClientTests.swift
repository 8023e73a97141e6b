import NetworkTesting
import Old

@Test func name() async throws {
  let transport = MockTransport(.get("/name").respond(text: "Ada"))
  let client = Client(session: .mocked(by: transport))
  let name = try await withCallback { client.name($0) }
  #expect(name == "Ada")
}
