import NetworkTesting
import TestSupport

/// One cause is one issue, and what is said of it is true.
struct OneCauseTests {
  private static let users = "https://api.example.com/users"

  private func texts(_ stubs: Stub..., sending requests: [URLRequest]) async -> [String] {
    await recordedIssues {
      let transport = MockTransport(stubs)
      for request in requests { _ = try? await transport.send(request) }
    }.map(\.text)
  }

  @Test("a request that nearly matched a promise is one issue, with five stubs as well")
  func nearMiss() async {
    let one = await texts(
      .get("/users").query("page", "1").respond(status: 200), sending: [.make(.get, Self.users + "?page=2")])
    #expect(one.count == 1)
    // Outside a test, no issue can be a known issue.
    let five = await FailureText.of(
      .get("/users").respond(status: 200), .get("/a").respond(status: 200), .get("/b").respond(status: 200),
      .get("/c").respond(status: 200), .get("/d").respond(status: 200), sending: [.make(.get, Self.users + "/1")])
    #expect(!five.contains("was never used"), "\(five)")
    #expect(five.components(separatedBy: "No stub answers").count == 2)
  }

  @Test("a body that its status forbids is one issue, with the error that its absence makes")
  func forbiddenBody() async {
    let thrown = Protected<[String]>([])
    // Where nothing is a known issue, which may be said again after it.
    let texts = await silencedIssues {
      do {
        try await NetworkTrait.network().run {
          let transport = MockTransport(.get("/a").respond(json: ["id": 1], status: 204))
          let answer = try await transport.send(.make(.get, "https://api.example.com/a"))
          _ = try JSONDecoder().decode([String: Int].self, from: answer.body)
        }
      } catch { thrown.withLock { $0.append("\(error)") } }
    }
    #expect(texts.first?.contains("no client receives the body of an answer with 204") == true, "\(texts)")
    #if compiler(>=6.3)
      #expect(texts.count == 1 && thrown.withLock { $0.isEmpty }, "\(texts)")
    #endif
  }

  @Test("a stub that an error kept from answering again is no second issue")
  func endedEarly() async {
    struct AppError: Error {}
    let stub = Stub.get("/a").respond(inOrder: .status(503), .status(200))
    let issues = await recordedIssues {
      try await NetworkTrait.network(stub, .get("/b").respond(status: 200)).run {
        _ = try await MockTransport.current.send(.make(.get, "https://api.example.com/a"))
        throw AppError()
      }
    }
    #expect(
      issues.map(\.text).allSatisfy { !$0.contains("it must answer") && !$0.contains("was never used") }, "\(issues)")
  }

  @Test("a request to another transport is one issue, and the stub that waits for it is none")
  func otherTransport() async {
    let issues = await recordedIssues {
      try await NetworkTrait.network(.get("/a").respond(status: 200)).run {
        let other = MockTransport()
        _ = try? await other.send(.make(.get, "https://api.example.com/a"))
      }
    }
    #expect(issues.count == 1 && issues[0].text.contains("use MockTransport.current"), "\(issues.map(\.text))")
  }

  @Test("a stub for one argument of a test is changed for all of them", arguments: [8])
  func arguments(_ id: Int) async {
    let issues = await recordedIssues {
      let transport = MockTransport(.get("/items/7").respond(json: ["id": 7]))
      _ = try? await transport.send(.make(.get, "https://api.example.com/items/\(id)"))
    }
    let text = issues.first?.text ?? ""
    #expect(text.contains("to this, so that it fits each argument of the test, and keep its answer:\n"), "\(text)")
    #expect(text.contains(#"  .get("/items/{id}")"#) && !text.contains("/items/8\")"), "\(text)")
  }

  @Test("a stub of the suite that answers in place of one of the test is named")
  func offered() async throws {
    let offer = Stub.get("/users").respond(status: 200).optional()
    let promise = Stub.get("/users").query("page", "1").respond(status: 201)
    let issues = await recordedIssues {
      try await NetworkTrait.network(offer).run(isOnSuite: true) {
        try await NetworkTrait.network(promise).run {
          _ = try await MockTransport.current.send(.make(.get, Self.users))
        }
      }
    }
    try expectGolden(issues.map(\.text.withoutLine).joined(separator: "\n\n"), "Failures/unused-offer-instead.txt")
  }

  @Test("a stub that is invalid is one issue, and the request that it does not answer is none")
  func faulty() async {
    let text = await FailureText.ofTransport([.get("/users/:id").respond(status: 200)]) { transport in
      let error = await #expect(throws: UnansweredRequest.self) {
        try await transport.send(.make(.get, Self.users + "/7"))
      }
      #expect(
        error?.description.hasSuffix("is invalid. The issue recorded for that stub says more.") == true)
    }
    #expect(text.contains(#"The stub .get("/users/:id") is invalid"#), "\(text)")
    #expect(!text.contains("No stub answers") && !text.contains("was never used"), "\(text)")
  }

  @Test("a stub that was missed for another reason is still an issue where the unanswered request is known")
  func known() async {
    let issues = await recordedIssues {
      let transport = MockTransport(.get("/a").respond(status: 200), .get("/users").respond(status: 200))
      _ = await recordedIssues { _ = try? await transport.send(.make(.post, "https://other.test/z")) }
    }
    #expect(issues.map(\.text).contains { $0.contains(#".get("/a") was never used"#) }, "\(issues)")
  }

  @Test("an unused stub says what answered in its place")
  func shadowed() async {
    let texts = await texts(
      .get("/users/{id}").respond(status: 200), .any.header("X", "1").respond(status: 201),
      sending: [.make(.get, Self.users + "/1", headers: ["X": "1"])])
    #expect(texts.count == 1)
    #expect(
      texts.first?.contains(#"#1 GET https://api.example.com/users/1 was answered by .get("/users/{id}") at"#) == true,
      "\(texts)")
  }

  @Test("a path that another stub has is not called unknown")
  func headline() async {
    let text = await FailureText.of(
      .post("/user").bearer("1").body(json: ["a": 1]).respond(status: 200), .delete("/users").respond(status: 204),
      sending: [.make(.post, Self.users, headers: ["Authorization": "Bearer 1"], json: ["a": 1])])
    #expect(!text.contains("no stub's path matches"), "\(text)")
    #expect(text.contains(#"a stub is close, but the path differs: expected /user, got /users."#), "\(text)")
  }

  @Test("after a reset, a stub that is not used has no unanswered request for its cause")
  func reset() async {
    let text = await FailureText.ofTransport([.get("/users").respond(status: 200)]) { transport in
      _ = try? await transport.send(.make(.get, "https://api.example.com/other"))
      await transport.reset()
    }
    #expect(text.contains("was never used"), "\(text)")
  }

  @Test("an order does not blame a request that it has just ticked")
  func order() async {
    let transport = MockTransport(.any.respond(status: 200))
    _ = try? await transport.send(.make(.get, Self.users))
    let issues = await recordedIssues { await transport.expect(inOrder: .get("/users"), .get("/users")) }
    #expect(issues.count == 1)
    #expect(issues.first?.text.contains("came too early") == false)
    #expect(issues.first?.text.contains("did not come") == true)
  }
}
