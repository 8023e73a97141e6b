import NetworkTesting
import TestSupport

/// What a test is told of an error that its code met: which stub or closure it came from, and what was answered before it.
@Suite("The origin of an error")
struct ErrorOriginTests {
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
    let text = #"This error came from the stub .get("/a") at ErrorOriginTests.swift:"#
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
    let text = #"URLError.networkConnectionLost (-1005) from the stub .get("/a") at ErrorOriginTests.swift:"#
    #expect(error.map { "\($0)".hasPrefix(text) } == true, "\(error.map { "\($0)" } ?? "none")")
  }

  @Test("an answer that breaks off says after how many bytes")
  func brokenAnswer() async throws {
    let transport = MockTransport(.get("/log").respond(with: .stream("first\n", .failure(.networkConnectionLost))))
    let stream = try await transport.stream(.make(.get, "https://api.example.com/log"))
    let error = await #expect(throws: URLError.self) { for try await _ in stream.lines {} }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.hasSuffix("whose answer to GET https://api.example.com/log broke off after 6 bytes"), "\(text)")
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
    let origin = #"The answer came from the stub .get("/item") at ErrorOriginTests.swift:"#
    #expect(lines.contains { $0.hasPrefix(origin) }, "\(lines)")
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
}
