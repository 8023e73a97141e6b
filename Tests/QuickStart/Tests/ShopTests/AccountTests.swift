import NetworkSimulation
import NetworkTesting

@testable import Shop

struct AccountTests {
  @Test("a password is sent once, as JSON")
  func signIn() async throws {
    let transport = MockTransport(
      .post("/sign-in").body(json: ["user": "ada", "password": "s3cret"]).respond(
        json: Tokens(access: "1", refresh: "a")),
      .get("/favourites").bearer("1").respond(json: [Item.made("Tea")]))
    let account = try await Account.signIn(
      user: "ada", password: "s3cret", loader: EndpointLoader(transport: transport, host: "test"))
    let favourites = try await account.favourites()
    #expect(favourites.map(\.title) == ["Tea"])
    await transport.expect(inOrder: .post("/sign-in"), .get("/favourites"))
  }

  // 200 orders of everything that happens. Renew twice in `Account.renewed(from:)`, and a seed is named that shows it.
  @Test(
    "calls that find their token expired renew it once",
    .simulated(runs: 200), .host("test"),
    .network(
      .get("/favourites").bearer("old").respond(status: 401).times(0...3),
      .post("/refresh").body(json: ["refresh": "a"]).respond(json: Tokens(access: "new", refresh: "b")).once(),
      .get("/favourites").bearer("new").respond(json: [Item.made("Tea")]).times(3)
    ))
  func renewal() async throws {
    let account = Account(tokens: Tokens(access: "old", refresh: "a"), loader: EndpointLoader())
    async let first = account.favourites()
    async let second = account.favourites()
    async let third = account.favourites()
    let titles = try await [first, second, third].map { $0.map(\.title) }
    #expect(titles == [["Tea"], ["Tea"], ["Tea"]])
  }
}
