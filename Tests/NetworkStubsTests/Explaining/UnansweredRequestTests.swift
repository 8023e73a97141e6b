import NetworkTesting
import TestSupport

@Suite("The text of an unanswered request")
struct UnansweredRequestTests {
  static let users = "https://api.example.com/v1/users"

  @Test("the text of an unanswered request says what was closest, what differs and what to paste", arguments: cases)
  func text(_ example: Case) async throws {
    let text = await FailureText.ofTransport(example.stubs) { _ = try? await $0.send(example.request) }
    try expectGolden(text, "Failures/\(example.name).txt")
  }

  @Test("a request on a virtual clock says when it came")
  func virtualTime() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(clock: clock)
    let issues = await recordedIssues {
      clock.jump(by: .seconds(90))
      for path in ["/a", "/b"] { _ = try? await transport.send(.make(.get, "https://test\(path)")) }
    }
    #expect(issues.count == 2)
    for issue in issues { #expect(issue.text.contains("The virtual clock was at 90 seconds."), "\(issue.text)") }
  }

  @Test("a used-up stub says by what")
  func usedUp() async throws {
    let text = await FailureText.of(
      .get("/v1/users").respond(inOrder: .status(200), .status(304)),
      sending: [.make(.get, Self.users), .make(.get, Self.users + "?page=2"), .make(.get, Self.users + "?page=3")])
    try expectGolden(text, "Failures/used-up.txt")
  }

  @Test("a used-up stub that differs as well is not changed, since it has answered another request")
  func usedUpAndOther() async throws {
    let text = await FailureText.of(
      .post("/v1/users").body(json: ["name": "Ada"]).respond(status: 201).once(),
      sending: [
        .make(.post, Self.users, json: ["name": "Ada"]), .make(.post, Self.users, json: ["name": "Grace"]),
      ])
    try expectGolden(text, "Failures/used-up-and-other.txt")
  }

  @Test("the text of an unanswered request names no stub if none of many is near")
  func noneNear() async throws {
    let stubs = (0..<40).map { RequestMatcher.post("/v1/users/\($0)").respond(status: 200).optional() }
    let text = await FailureText.ofTransport(stubs) {
      _ = try? await $0.send(.make(.get, "https://api.example.com/health"))
    }
    try expectGolden(text, "Failures/none-near.txt")
  }

  @Test("the text of an unanswered request says who has to come first, and suggests no stub that would undo the order")
  func order() async throws {
    let stubs = [Stub].ordered(.post("/login").respond(status: 204), .get("/me").respond(json: [:]).optional())
    let text = await FailureText.ofTransport(stubs) {
      _ = try? await $0.send(.make(.get, "https://api.example.com/me"))
    }
    try expectGolden(text, "Failures/wrong-order.txt")
  }

  @Test("the text of an unanswered request names the state that was probably meant")
  func nearState() async throws {
    let text = await FailureText.of(
      .post("/login").respond(status: 204).scenario("login", then: "signed-in").optional(),
      .get("/me").respond(json: [:]).scenario("login", in: "signedIn").optional(),
      sending: [.make(.get, "https://api.example.com/me")])
    try expectGolden(text, "Failures/near-state.txt")
  }

  @Test("the text of an unanswered request says that a request is the redirect of another")
  func redirected() async throws {
    let text = await FailureText.of(
      .get("/old").respond(with: .redirect(to: "/new?a=1")),
      sending: [.make(.get, "https://api.example.com/old"), .make(.get, "https://api.example.com/new?a=1")])
    try expectGolden(text, "Failures/redirected.txt")
  }

  @Test(
    "the stub that redirects stays, however close the new address is", arguments: ["/v2/items", "/item", "/items/"])
  func redirectedNearby(_ path: String) async {
    let text = await FailureText.of(
      .get("/items").respond(with: .redirect(to: path)),
      sending: [.make(.get, "https://api.example.com/items"), .make(.get, "https://api.example.com\(path)")])
    #expect(text.contains("If it is right, add:\n  .get(\"\(path)\").respond(status: 200)"), "\(text)")
  }

  @Test(
    "the text of an unanswered request says why a cookie that an answer has set is not there",
    arguments: [
      ("Domain=example.org; Path=/", "cookie-domain"), ("Path=/auth", "cookie-path"), ("Max-Age=0", "cookie-age"),
      ("HttpOnly", "cookie-lost"),
    ])
  func lostCookie(_ attributes: String, _ name: String) async throws {
    let text = await FailureText.of(
      .post("/login").respond(status: 200, headers: ["Set-Cookie": "session=1; \(attributes)"]),
      .get("/v1/users").cookie("session").respond(json: []).optional(),
      sending: [.make(.post, "https://api.example.com/login"), .make(.get, Self.users)])
    try expectGolden(text, "Failures/\(name).txt")
  }

  @Test("the text of an unanswered request says that the network of the test has a stub that another transport lacks")
  func elsewhere() async throws {
    let issues = await recordedIssues {
      let network = MockTransport(.get("/v1/users").respond(json: []).optional())
      await withAmbientNetwork(transport: network) {
        let own = MockTransport(.get("/settings").respond(json: []).optional())
        _ = try? await own.send(.make(.get, Self.users))
        _ = try? await own.send(.make(.get, Self.users + "/7"))
      }
    }
    #expect(issues.count == 2)
    let line = #line - 8
    let remark =
      #"The test's network has a stub for it, .get("/v1/users") at UnansweredRequestTests.swift:\#(line), but this is "#
      + "another transport: use MockTransport.current."
    #expect(issues.first?.text.contains(remark) == true, "\(issues)")
    #expect(issues.last?.text.contains("The test's network has a stub") == false, "\(issues)")
  }

  @Test("the text of an unanswered request shows three candidates at most")
  func candidates() async throws {
    let text = await FailureText.of(
      .get("/v1/users/1").respond(status: 200).optional(), .get("/v1/users/2").respond(status: 200).optional(),
      .get("/v1/users/3").respond(status: 200).optional(), .get("/v1/users/4").respond(status: 200).optional(),
      sending: [.make(.get, Self.users + "/5")])
    try expectGolden(text, "Failures/many-candidates.txt")
  }
}
