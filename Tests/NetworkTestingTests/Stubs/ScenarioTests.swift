import NetworkTesting
import TestSupport

@Suite("Scenarios")
struct ScenarioTests {
  private func transport() -> MockTransport {
    MockTransport(
      .get("/cart").respond(json: []).scenario("cart").optional(),
      .post("/cart").respond(status: 201).scenario("cart", then: "full").optional(),
      .get("/cart").respond(json: ["tea"]).scenario("cart", in: "full").optional(),
      .delete("/cart").respond(status: 204).scenario("cart", in: "full", then: "paid").optional(),
      .get("/cart").respond(status: 410).scenario("cart", in: "paid").optional())
  }

  private func send(_ method: HTTPMethod, to transport: MockTransport) async throws -> String {
    let response = try await transport.send(.make(method, "https://api.example.com/cart"))
    return "\(response.status) \(String(decoding: response.body, as: UTF8.self))"
  }

  @Test("a stub answers in its state and moves on to the next")
  func states() async throws {
    let transport = transport()
    var answers: [String] = []
    for method in [HTTPMethod.get, .get, .post, .get, .delete, .get] {
      answers.append(try await send(method, to: transport))
    }
    #expect(answers == ["200 []", "200 []", "201 ", "200 [\"tea\"]", "204 ", "410 "])
  }

  @Test("a stub in another state does not answer, and is not used up")
  func otherState() async throws {
    let transport = MockTransport(
      .delete("/cart").respond(status: 204).once().scenario("cart", in: "full"),
      .post("/cart").respond(status: 201).scenario("cart", then: "full"))
    _ = await recordedIssues { _ = try? await send(.delete, to: transport) }
    _ = try await send(.post, to: transport)
    #expect(try await send(.delete, to: transport) == "204 ")
  }

  @Test("reset goes back to the start")
  func reset() async throws {
    let transport = transport()
    _ = try await send(.post, to: transport)
    await transport.reset()
    #expect(try await send(.get, to: transport) == "200 []")
  }

  @Test("transports do not share states")
  func apart() async throws {
    let (one, other) = (transport(), transport())
    _ = try await send(.post, to: one)
    #expect(try await send(.get, to: one) == "200 [\"tea\"]")
    #expect(try await send(.get, to: other) == "200 []")
  }
}
