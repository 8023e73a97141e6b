import TestSupport
import Testing

@testable import NetworkStubs

struct OperatorTests {
  private let users = ReceivedRequest.test("GET", "https://a.test/users?page=2")

  @Test("the operators and, or, not mean what they say")
  func truth() {
    let yes = RequestMatcher.get("/users"), no = RequestMatcher.post("/users")
    #expect((yes && yes).takes(users) && !(yes && no).takes(users) && !(no && yes).takes(users))
    #expect((yes || no).takes(users) && (no || yes).takes(users) && !(no || no).takes(users))
    #expect(!(!yes).takes(users) && (!no).takes(users))
    #expect(!RequestMatcher.anyOf().takes(users))
  }

  @Test("a target stays indexed beside conditions")
  func indexed() {
    #expect(!(RequestMatcher.get("/users") && .any.query("page", "2")).url.isAny)
    #expect(!(RequestMatcher.any.query("page", "2") && .get("/users")).url.isAny)
  }

  @Test("a choice shows what is wrong with the nearest")
  func either() {
    let matcher = RequestMatcher.anyOf(.post("/cart"), .get("/users").query("page", "1"))
    #expect(
      matcher.lines(users) == [
        #"✗ any of: none of 2 matchers; closest: .get("/users").query("page", "1")"#,
        "✓ method: GET", "✓ path: /users", #"✗ query page: expected "1", got "2""#,
      ])
    #expect(RequestMatcher.anyOf(.post(), .get()).lines(users) == ["✓ any of: .get()"])
  }

  @Test("a negation shows what it does not want")
  func not() {
    #expect(
      RequestMatcher.not(.get("/users")).lines(users)
        == [#"✗ not: the request matches .get("/users"), which is excluded"#])
    #expect(RequestMatcher.not(.get("/cart")).lines(users) == [#"✓ not: .get("/cart")"#])
  }

  @Test("a conjunction shows both")
  func and() {
    let matcher = RequestMatcher.get("/users").and(.any("https://b.test/users"))
    #expect(
      matcher.lines(users) == [
        "✓ method: GET", "✓ path: /users", "✗ host: expected https://b.test, got https://a.test", "✓ path: /users",
      ])
  }
}
