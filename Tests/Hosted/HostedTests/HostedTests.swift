import Foundation
import NetworkTesting
import Testing

@testable import HostedApp

/// What tests of an app that hosts them may rely on. The app has used `URLSession.shared` before they begin.
@Suite("Tests in an app")
struct HostedTests {
  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test("print the facts that the other tests lean on")
  func facts() async {
    for line in await PlatformFacts(currentTest: { Test.current?.name }).lines() { print("fact: \(line)") }
  }

  // One copy of a module in the app and in the tests, or this is another loader than the app's.
  @Test("give the app's own loader their network", .network(.get("/cart").respond(json: ["total": 7])))
  func loader() async throws {
    struct Cart: Decodable, Sendable { let total: Int }
    let cart = try await EndpointLoader().load(endpoint: Endpoint<EndpointKinds.Public, Cart>(path: "cart"))
    #expect(cart.total == 7)
  }

  @Test("tests in an app have networks of their own, in parallel", arguments: 1...20)
  func parallel(number: Int) async throws {
    let session = URLSession.mocked(.get("/rate").respond(json: number))
    let (data, _) = try await session.data(from: url("https://api.example.com/rate"))
    #expect(String(decoding: data, as: UTF8.self) == "\(number)")
  }

  @Test(
    "leave a request of the app that no stub takes to the network",
    .everySession(.get("/a").respond(status: 204)).fromAnywhere())
  func requestOfApp() async throws {
    #expect(try await Launch.ask(url("http://127.0.0.1:9/launch")) == URLError.cannotConnectToHost.rawValue)
    #expect(try await Launch.ask(url("https://api.example.com/a")) == 204)
  }

  @Test("reach sessions that they cannot", .everySession(.get("/a").respond(status: 204)))
  func everySession() async throws {
    let (_, response) = try await URLSession(configuration: .default).data(from: url("https://api.example.com/a"))
    #expect((response as? HTTPURLResponse)?.statusCode == 204)
  }
}
