import NetworkEndpoints
import NetworkStubs
import NetworkTesting

/// A client of a language model.
private struct Assistant {
  let transport: any HTTPTransport

  struct Incomplete: Error {}

  func answer(to prompt: String) async throws -> String {
    var request = URLRequest(url: try #require(URL(string: "https://test/v1/messages")))
    request.httpMethod = "POST"
    request.httpBody = Data(JSONValue.object(["prompt": .string(prompt)]).description.utf8)
    var answer = ""
    for try await event in try await transport.stream(request).events {
      if event.data == "[DONE]" { return answer }
      let json = try JSONValue(parsing: Data(event.data.utf8))
      answer += json["choices"]?[0]?["delta"]?["content"]?.text ?? ""
    }
    throw Incomplete()
  }
}

/// A profile that shows its name, or that there is none.
private final class Profile {
  private let transport: any HTTPTransport
  private(set) var name: String?
  private(set) var isSettled = false

  init(transport: any HTTPTransport) { self.transport = transport }

  func load() async {
    let loader = EndpointLoader(transport: transport, host: "test")
    let answer = try? await loader.load(endpoint: Endpoint<EndpointKinds.Public, JSONValue>(path: "me"))
    (name, isSettled) = (answer?["name"]?.text, true)
  }
}

@Suite("Every way an answer can come")
struct EveryWayArticleTests {
  // EveryWay.md, "A body in pieces"
  @Test(arguments: Delivery.all(of: "events/chat.sse"))
  func reads(_ delivery: Delivery) async throws {
    let answer = Answer.fixture("events/chat.sse").delivered(delivery)
    let transport = MockTransport(
      .post("/v1/messages").respond(with: answer))
    let text = try await Assistant(transport: transport).answer(
      to: "Hi")
    #expect(text == "Ein Café – 你好 🦀")
  }
  // end of block

  // EveryWay.md, "A body that ends early"
  @Test(arguments: Delivery.endings(of: "events/chat.sse"))
  func saysThatItIsIncomplete(_ ending: Delivery) async throws {
    let answer = Answer.fixture("events/chat.sse").delivered(ending)
    let transport = MockTransport(
      .post("/v1/messages").respond(with: answer))
    await #expect(throws: (any Error).self) {
      try await Assistant(transport: transport).answer(to: "Hi")
    }
  }
  // end of block

  // EveryWay.md, "A value that changes"
  @Test(arguments: AnswerMutation.all(of: "users/ada.json"))
  func survives(_ mutation: AnswerMutation) async throws {
    let transport = MockTransport(
      .get("/me").respond(
        with: .fixture("users/ada.json").mutated(by: mutation)))
    let profile = Profile(transport: transport)
    await profile.load()
    #expect(profile.isSettled)
    if mutation.isControl { #expect(profile.name == "Ada Lovelace") }
  }
  // end of block

  @Test("the lists are not empty")
  func lists() {
    #expect(Delivery.all(of: "events/chat.sse").count > 20)
    #expect(Delivery.endings(of: "events/chat.sse").count == 12)
    #expect(AnswerMutation.all(of: "users/ada.json").count == 60)
    #expect(AnswerMutation.all(of: "users/ada.json", atMost: 200, seed: 2).count > 60)
  }
}
