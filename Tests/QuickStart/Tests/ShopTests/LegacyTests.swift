import NetworkTesting

@testable import Shop

/// Code to be left as it is until it has tests.
struct LegacyTests {
  @Test("a client that holds a session and calls back")
  func rate() async throws {
    let transport = MockTransport(.get("https://rates.example/EUR").respond(json: 1.25))
    let client = RatesClient(session: .mocked(by: transport))
    let rate = try await withCallback { client.rate(of: "EUR", completion: $0) }
    #expect(rate == 1.25)
  }

  // Each has a session of its own; with a static protocol class, as blogs have it, 99 of them get another one's answer.
  @Test("a hundred sessions that ask for one URL do not meet", arguments: 1...100)
  func rates(number: Int) async throws {
    let session = URLSession.mocked(by: MockTransport(.get("https://rates.example/EUR").respond(json: number)))
    let (data, _) = try await session.data(from: try #require(URL(string: "https://rates.example/EUR")))
    #expect(String(decoding: data, as: UTF8.self) == "\(number)")
  }

  @Test("a client that hears of a lost connection")
  func lost() async throws {
    let client = RatesClient(session: .mocked(by: MockTransport(.any.respond(with: .error(.networkConnectionLost)))))
    let error = await #expect(throws: URLError.self) {
      try await withCallback { client.rate(of: "EUR", completion: $0) }
    }
    #expect(error?.code == .networkConnectionLost)
  }

  @Test("code that has the shared session written into it", .everySession(.post("/opened").respond(status: 204)))
  func telemetry() async {
    await Telemetry().count("opened")
  }
}
