import NetworkTesting
import TestSupport

@testable import struct NetworkTesting.TrafficText

@Suite("Traffic as text")
struct TrafficTextTests {
  @Test("shows each exchange, with secrets masked")
  func text() async throws {
    let url = "https://api.example.com/v1/users"
    let exchanges = await Task.detached {
      let transport = MockTransport(
        .get("/v1/users").respond(json: [["name": "Ada", "apiKey": "secret-1"]]),
        .post("/v1/users").respond(with: .error(.timedOut)),
        .put().respond(with: .data(Data([0, 255, 1]))))
      for request: URLRequest in [
        .make(.get, url + "?token=secret-2", headers: ["Authorization": "Bearer secret-3", "Cookie": "id=secret-4"]),
        .make(.post, url, json: ["name": "Ada", "password": "secret-5"]),
        .make(
          .put, url, headers: ["Content-Type": "application/x-www-form-urlencoded"],
          body: "name=Ada&client_secret=secret-6"),
        .make(.delete, url),
      ] {
        _ = try? await transport.send(request)
      }
      try? await transport.verify()
      return await transport.exchanges
    }.value
    let text = TrafficText(exchanges).text
    #expect(!text.contains("secret-"))
    try expectGolden(text.replacingOccurrences(of: "\(URLError(.timedOut))", with: "(time-out)"), "Traffic/traffic.txt")
  }
}
