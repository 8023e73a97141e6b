import Alamofire
import NetworkSimulation
import NetworkStubs

private typealias HTTPHeaders = NetworkEndpoints.HTTPHeaders

private struct Me: Decodable, Sendable { var name: String }

@Suite("Alamofire", .network())
struct AlamofireTests {
  @Test("Alamofire is answered by stubs")
  func answered() async throws {
    // WithYourClient.md, "Alamofire"
    let transport = MockTransport(
      .get("https://api.example.com/me").bearer("12345")
        .respond(json: ["name": "Ada"]))
    let session = Session(configuration: .mocked(by: transport))
    let me = try await session.request(
      "https://api.example.com/me",
      headers: [.authorization(bearerToken: "12345")]
    ).serializingDecodable(Me.self).value
    #expect(me.name == "Ada")
    // end of block
  }

  @Test("Alamofire has a failure's text")
  func failure() async throws {
    await withKnownIssue {
      let transport = MockTransport(.get("/me").query("page", 2).respond(json: ["name": "Ada"]))
      let session = Session(configuration: .mocked(by: transport))
      _ = try? await session.request("https://api.example.com/me?page=3").serializingDecodable(Me.self).value
    } matching: {
      $0.comments.contains { $0.rawValue.contains("✗ query page") }
    }
  }

  @Test("Alamofire has virtual time")
  func time() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(.any.respond(json: ["name": "Ada"]).delayed(by: .seconds(30)), clock: clock)
    let session = Session(configuration: .mocked(by: transport))
    async let answer = session.request("https://api.example.com/me").serializingDecodable(Me.self).value
    try await clock.waitForSleepers(1)
    clock.jump(by: .seconds(30))
    let me = try await answer
    #expect(me.name == "Ada")
  }

  @Test("Alamofire throws with each fault", arguments: NetworkFault.allCases)
  func faults(_ fault: NetworkFault) async throws {
    let transport = MockTransport(.any.respond(with: .fault(fault)).optional())
    let session = Session(configuration: .mocked(by: transport))
    // None of them is a body that can be decoded.
    await #expect(throws: AFError.self) {
      try await session.request("https://api.example.com/me").serializingDecodable(Me.self).value
    }
    #expect(await transport.requests.count == 1)
  }
}
