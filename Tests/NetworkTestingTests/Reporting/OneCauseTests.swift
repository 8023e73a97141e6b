import NetworkEndpoints
import NetworkStubs
import TestSupport
import Testing

@testable import NetworkTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

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

  /// An error of an app, around that of its transport.
  private enum AppError: Error {
    case offline(underlying: any Error, attempts: Int)
    case other
  }

  @Test("an error that a stub answers with names the stub and the request, wrapped or not", arguments: [false, true])
  func answeredError(isWrapped: Bool) async throws {
    for (error, name) in [(URLError(.timedOut) as any Error, "url"), (AppError.other, "app")] {
      let stub = Stub.get("/a").respond(with: .error(error))
      let issues = await recordedIssues {
        try await NetworkTrait.network(stub).run {
          do { _ = try await MockTransport.current.send(.make(.get, "https://api.example.com/a")) } catch {
            throw isWrapped ? AppError.offline(underlying: error, attempts: 1) : error
          }
        }
      }
      let text = issues.map(\.text.withoutLine).joined(separator: "\n\n")
      try expectGolden(text, "Failures/answered-\(name)-error\(isWrapped ? "-wrapped" : "").txt")
    }
  }

  @Test("a stub that takes longer than the request waits is named with both times", arguments: [false, true])
  func lateAnswer(isSession: Bool) async throws {
    let issues = await recordedIssues {
      try await NetworkTrait.network().run {
        let clock = VirtualClock()
        let stub = Stub.get("/a").respond(status: 200).delayed(by: .seconds(30))
        let transport = MockTransport([stub], clock: clock)
        var request = URLRequest.make(.get, "https://api.example.com/a")
        request.timeoutInterval = 10
        let sent = Task { [request] in
          _ =
            isSession
            ? try await URLSession.mocked(by: transport).data(for: request).0 : try await transport.send(request).body
        }
        try await transport.nextRequest()
        clock.jump(by: .seconds(10))
        try await sent.value
      }
    }
    let texts = issues.map(\.text.withoutLine)
    #expect(texts.count == 1)
    #expect(
      texts.first?.contains(
        "answers GET https://api.example.com/a after 30 seconds, but the request times out after 10 seconds") == true,
      "\(texts)")
  }

  @Test("an error of the app's own says what was answered before it", arguments: [200, 503])
  func errorOfApp(status: Int) async throws {
    let stubs: [Stub] = [
      .get("/a").respond(status: 204),
      .get("/b").respond(json: ["id": "x", "access_token": "secret-of-ada"], status: status),
    ]
    let issues = await recordedIssues {
      try await NetworkTrait.network(stubs).run {
        for path in ["a", "b"] {
          _ = try await MockTransport.current.send(.make(.get, "https://api.example.com/\(path)"))
        }
        throw AppError.other
      }
    }
    let text = issues.map(\.text.withoutLine).joined(separator: "\n\n")
    try expectGolden(text, "Failures/answered-before-\(status).txt")
  }

  @Test("an error after a redirect says where that led")
  func errorAfterRedirect() async throws {
    let issues = await recordedIssues {
      try await NetworkTrait.network(.get("/a").respond(with: .redirect(to: "/a?token=secret-of-ada"))).run {
        _ = try await MockTransport.current.send(.make(.get, "https://api.example.com/a"))
        throw AppError.other
      }
    }
    let text = issues.map(\.text.withoutLine).joined(separator: "\n\n")
    try expectGolden(text, "Failures/answered-before-302.txt")
  }

  @Test("an error of Swift Testing or of this package, which says what it is about, is left as it is")
  func errorOfTool() async throws {
    let missing = #expect(throws: FixtureError.self) { try Fixture("no-such-file.json").data }
    for error in [CancellationError(), missing ?? CancellationError()] as [any Error] {
      let issues = await recordedIssues {
        try await NetworkTrait.network(.get("/a").respond(status: 200)).run {
          _ = try await MockTransport.current.send(.make(.get, "https://api.example.com/a"))
          throw error
        }
      }
      #expect(!issues.contains { $0.text.contains("Before this error") }, "\(issues)")
    }
  }

  @Test("an error of a transport that the test made is one issue as well, with its origin")
  func ownTransport() async {
    // Where nothing is a known issue, which may be said again after it.
    func issues(_ stub: Stub) async -> [String] {
      let thrown = Protected<[String]>([])
      let texts = await silencedIssues {
        do {
          try await NetworkTrait.network().run {
            let transport = MockTransport(stub)
            _ = try await transport.send(.make(.get, "https://api.example.com/a"))
          }
        } catch { thrown.withLock { $0.append("\(error)") } }
      }
      return texts + thrown.withLock { $0 }
    }
    let answered = await issues(.get("/a").respond(with: .error(AppError.other)))
    let text = #"This error came from the stub .get("/a") at OneCauseTests.swift:"#
    #expect(answered.count == 1 && answered[0].contains(text), "\(answered)")
    for (stub, start) in [
      (RequestMatcher.get("/b").respond(status: 200), "No stub answers"),
      (.get("/:a").respond(status: 200), "The stub"),
      (.get("/a").respond(jsonText: "{"), "The stub"),
    ] {
      let found = await issues(stub)
      #expect(found.first?.hasPrefix(start) == true, "\(found)")
      // Before Swift 6.3, nobody can tell whether an issue is a known one, so the error ends the test as well.
      #if compiler(>=6.3)
        #expect(found.count == 1, "\(found)")
      #endif
    }
  }

  @Test("a URLError that a stub answers with describes itself, and is equal to the one of the stub")
  func describedError() async throws {
    let answers: [(name: String, answer: Answer)] = [
      ("described-error", .error(.timedOut)), ("described-time-out", .status(200).delayed(by: .seconds(90))),
    ]
    for (name, answer) in answers {
      let stub = Stub.get("/a").respond(with: answer).written(at: FailureText.place(12))
      let transport = MockTransport(stub, clock: ImmediateClock())
      var request = URLRequest.make(.get, "https://api.example.com/a")
      request.timeoutInterval = 60
      let error = try #require(await #expect(throws: URLError(.timedOut)) { try await transport.send(request) })
      #expect(error == URLError(.timedOut) && error.userInfo.isEmpty)
      try expectGolden("\(error)", "Failures/\(name).txt")
    }
  }

  @Test("a time-out that a mocked session throws describes itself")
  func describedSessionError() async throws {
    let parts = Answer.stream("one", .failure(.timedOut))
    let answers: [Answer] = [parts, .error(.timedOut), .error(.timedOut).delayed(by: .seconds(9))]
    for (index, answer) in answers.enumerated() {
      let stub = Stub.get("/a").respond(with: answer).written(at: FailureText.place(12))
      let session = URLSession.mocked(by: MockTransport(stub, clock: ImmediateClock()))
      let error = try #require(await #expect(throws: URLError.self) { try await session.data(from: .test("/a")) })
      #expect(error.code == .timedOut)
      let broken = "whose answer to GET https://api.example.com/a broke off after 3 bytes"
      let text = "\(error)".replacing(broken, with: "in answer to GET https://api.example.com/a")
      #expect(("\(error)" == text) == (index > 0))
      try expectGolden(text, "Failures/described-error.txt")
    }
  }

  @Test("an error in the middle of a stream names the stub")
  func brokenStream() async throws {
    let transport = MockTransport(.get("/a").respond(with: .stream("one", .failure(.networkConnectionLost))))
    let error = await #expect(throws: URLError(.networkConnectionLost)) {
      for try await _ in try await transport.stream(.make(.get, "https://api.example.com/a")) {}
    }
    let text = #"URLError.networkConnectionLost (-1005) from the stub .get("/a") at OneCauseTests.swift:"#
    #expect(error.map { "\($0)".hasPrefix(text) } == true, "\(error.map { "\($0)" } ?? "none")")
  }

  @Test("an error of a loader says which stub gave the answer", arguments: [200, 404])
  func loadError(status: Int) async throws {
    let transport = MockTransport(
      .get("/other").respond(json: ["name": "Tea"], status: status).optional(),
      .get("/item").respond(json: ["name": "Tea"], status: status))
    let endpoint = Endpoint<EndpointKinds.Public, [Int]>(path: "item")
    let error = await #expect(throws: LoadError.self) {
      try await EndpointLoader(transport: transport, host: "test").load(endpoint: endpoint)
    }
    let lines = try #require(error.map { "\($0)".split(separator: "\n") })
    let origin = #"The answer came from the stub .get("/item") at OneCauseTests.swift:"#
    #expect(lines.contains { $0.hasPrefix(origin) }, "\(lines)")
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
    let stub = Stub.get("/a").respond(inOrder: .status(503), .status(200))
    let issues = await recordedIssues {
      try await NetworkTrait.network(stub, .get("/b").respond(status: 200)).run {
        _ = try await MockTransport.current.send(.make(.get, "https://api.example.com/a"))
        throw AppError.other
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

  @Test("an error of a stub's closure is an issue of the test, and a URLError is an answer")
  func closureError() async {
    func texts(_ error: any Error & Sendable) async -> [String] {
      await recordedIssues {
        let transport = MockTransport(.get("/a").respond { _ -> HTTPResponse in throw error })
        _ = try? await transport.send(.make(.get, "https://api.example.com/a"))
      }.map(\.text)
    }
    #expect(await texts(URLError(.timedOut)) == [])
    let issues = await texts(AppError.other)
    #expect(issues.count == 1 && issues[0].contains("Its closure threw: other"), "\(issues)")
  }

  @Test("a closure that cannot read the body of a request shows that body, which the app may have sent by mistake")
  func unreadBody() async {
    let issues = await recordedIssues {
      let transport = MockTransport(.post("/a").respond { .json(try $0.json()) })
      let type = ["Content-Type": "application/x-www-form-urlencoded"]
      _ = try? await transport.send(.make(.post, "https://api.example.com/a", headers: type, body: "id=7"))
      _ = try? await transport.send(.make(.post, "https://api.example.com/a"))
    }
    let texts = issues.map(\.text)
    #expect(texts.count == 2)
    #expect(texts.first?.contains("read the request's body, which is a form, \"id=7\":\n") == true, "\(texts)")
    #expect(texts.last?.contains("read the request's body, which is empty:\n") == true, "\(texts)")
    #expect(texts.allSatisfy { $0.hasSuffix("fix the app. If it is right, correct the closure.") }, "\(texts)")
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

  @Test("an answer that breaks off says after how many bytes")
  func brokenAnswer() async throws {
    let transport = MockTransport(.get("/log").respond(with: .stream("first\n", .failure(.networkConnectionLost))))
    let stream = try await transport.stream(.make(.get, "https://api.example.com/log"))
    let error = await #expect(throws: URLError.self) { for try await _ in stream.lines {} }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.hasSuffix("whose answer to GET https://api.example.com/log broke off after 6 bytes"), "\(text)")
  }

  @Test("an error that no stub answers with ends the test as it is")
  func ownError() async {
    let issues = await recordedIssues {
      try await NetworkTrait.network(.get("/a").respond(with: .error(URLError(.timedOut)))).run {
        _ = try? await MockTransport.current.send(.make(.get, "https://api.example.com/a"))
        throw URLError(.badURL)
      }
    }
    #expect(issues.count == 1 && !issues[0].text.contains("came from the stub"), "\(issues.map(\.text))")
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

extension NetworkTrait {
  /// Runs a body as if it were the current test, in this network.
  fileprivate func run(isOnSuite: Bool = false, _ body: @escaping @Sendable () async throws -> Void) async throws {
    if isOnSuite { suites.addCurrent() }
    try await provideScope(for: try #require(Test.current), testCase: nil, performing: body)
  }
}
