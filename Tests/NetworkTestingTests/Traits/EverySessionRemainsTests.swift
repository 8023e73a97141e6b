import NetworkEndpoints
import TestSupport

@testable import NetworkStubs
@testable import NetworkTesting

@Suite("What the tests of every session leave behind", .timeLimit(.minutes(15)))
struct EverySessionRemainsTests {
  private static let stored = Stub.get("/login").respond(
    with: .text("in", headers: ["Set-Cookie": "session=\(7); Path=/; Expires=Wed, 21 Oct 2099 07:28:00 GMT"]))

  @Test(
    "what the tests of every session leave behind keeps the cookies of each test apart",
    .everySession(stored, .get("/me").respond(with: .text("me"))),
    arguments: 0..<20)
  func cookies(number: Int) async throws {
    let before = try await UntouchedSessions.usual.text("/me")
    #expect(before == "me")
    _ = try await UntouchedSessions.usual.text("/login")
    _ = try await UntouchedSessions.usual.text("/me")
    let sent = await MockTransport.current.requests.map { $0.headers["Cookie"] }
    #expect(sent == [nil, nil, "session=7"])
    let found = HTTPCookieStorage.shared.cookies(for: .test("/me"))?.map(\.value)
    #expect(found == ["7"])
    let outside = await Task.detached { HTTPCookieStorage.shared.cookies(for: .test("/me"))?.isEmpty != false }.value
    #expect(outside)
  }

  /// Ways to sign out that an app has, by its storage alone.
  enum SignOut: CaseIterable {
    case deletes, removesAll, acceptsNone

    func run(in storage: HTTPCookieStorage) {
      switch self {
      case .deletes: for cookie in storage.cookies ?? [] { storage.deleteCookie(cookie) }
      case .removesAll: storage.removeCookies(since: .distantPast)
      case .acceptsNone:
        for cookie in storage.cookies ?? [] { storage.deleteCookie(cookie) }
        storage.cookieAcceptPolicy = .never
      }
    }
  }

  @Test(
    "what the tests of every session leave behind is no cookie that the code has deleted, though others do the same",
    .everySession(stored, .get("/me").respond(with: .text("me"))),
    arguments: [SignOut](repeating: .deletes, count: 10) + SignOut.allCases, [0, 1, 2])
  func signedOut(way: SignOut, number: Int) async throws {
    let session = UntouchedSessions.all[number]
    let storage = try #require(session.configuration.httpCookieStorage)
    for _ in 0..<2 {
      _ = try await session.text("/login")
      _ = try await session.text("/me")
      way.run(in: storage)
      _ = try await session.text("/me")
    }
    let sent = await MockTransport.current.requests.map { $0.headers["Cookie"] }
    let again: [String?] = way == .acceptsNone ? [nil, nil, nil] : [nil, "session=7", nil]
    #expect(sent == [nil, "session=7", nil] + again)
    // Others may have put cookies for their hosts there, outside of this test.
    #expect(storage.cookies(for: .test("/me"))?.isEmpty != false)
  }

  @Test(
    "what the tests of every session leave behind sends the cookies that the code has put into the session's storage, and none that it took out",
    .everySession(stored, .get("/me").respond(with: .text("me"))))
  func cookiesOfCode() async throws {
    let session = URLSession(configuration: .ephemeral)
    let storage = try #require(session.configuration.httpCookieStorage)
    let cookie = try #require(
      HTTPCookie(properties: [.name: "code", .value: "1", .domain: "api.example.com", .path: "/"]))
    _ = try await session.text("/login")
    storage.setCookie(cookie)
    _ = try await session.text("/me")
    storage.deleteCookie(cookie)
    _ = try await session.text("/me")
    let sent = await MockTransport.current.requests.map { request in
      request.headers["Cookie"].map { Set($0.components(separatedBy: "; ")) }
    }
    #expect(sent == [nil, ["session=7", "code=1"], ["session=7"]])
  }

  @Test(
    "what the tests of every session leave behind takes back what answers have stored in the process's storage, and no more, at the end of a turn"
  )
  func cookiesOfTurn() async throws {
    let test = try #require(Test.current)
    let storage = HTTPCookieStorage.shared
    // No other test uses this host.
    let host = "cookies-of-turn.example.com"
    let url = try #require(URL(string: "https://\(host)/a"))
    @Sendable func cookie(_ name: String, _ value: String) throws -> HTTPCookie {
      try #require(HTTPCookie(properties: [.name: name, .value: value, .domain: host, .path: "/"]))
    }
    @Sendable func found() -> Set<String> { Set((storage.cookies(for: url) ?? []).map { "\($0.name)=\($0.value)" }) }
    for name in ["replaced", "own", "later"] { storage.setCookie(try cookie(name, "before")) }
    defer { for cookie in storage.cookies(for: url) ?? [] { storage.deleteCookie(cookie) } }
    let fields = ["new", "replaced", "later"].map {
      HTTPHeaders.Field(name: "Set-Cookie", value: "\($0)=answer; Path=/")
    }
    let stub = Stub.get("https://\(host)/a").respond(
      with: .response(HTTPResponse(status: 204, headers: HTTPHeaders(fields), body: Data())))
    let trait = EverySessionTrait.everySession(stub.times(2)).fromAnywhere()
    for _ in 0..<2 {
      try await trait.provideScope(for: test.having(trait), testCase: Test.Case.current) {
        for _ in 0..<2 { _ = try await UntouchedSessions.usual.data(from: url) }
        #expect(found() == ["new=answer", "replaced=answer", "later=answer", "own=before"])
        storage.setCookie(try cookie("later", "code"))
      }
      #expect(found() == ["replaced=before", "own=before", "later=code"])
    }
  }

  #if canImport(FoundationNetworking)
    @Test("what the tests of every session leave behind is the session's cache, which nothing was looked for or put in")
    func cache() async throws {
      let test = try #require(Test.current)
      let configuration = URLSessionConfiguration.default
      let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
      configuration.urlCache = cache
      let session = URLSession(configuration: configuration)
      let kept = Stub.get("/kept").respond(with: .text("kept", headers: ["Cache-Control": "max-age=600"])).times(2)
      try await EverySessionTrait.everySession(kept).provideScope(for: test, testCase: Test.Case.current) {
        for _ in 0..<2 { _ = try await session.text("/kept") }
        #expect(session.configuration.urlCache === cache)
      }
      #expect(session.configuration.urlCache === cache)
      #expect(cache.cachedResponse(for: URLRequest(url: .test("/kept"))) == nil)
    }

    @Test(
      "what the tests of every session leave behind is no other session of a client that looks at its cache",
      .everySession(.get("/{number}").respond { HTTPResponse(body: Data($0.path.utf8)) }), arguments: 0..<20)
    func renewing(run: Int) async throws {
      try await withThrowingTaskGroup(of: Void.self) { calls in
        for number in 0..<200 {
          calls.addTask {
            let text = try await RenewingClient.shared.text(at: .test("/\(run * 1000 + number)"))
            #expect(text == "/\(run * 1000 + number)")
          }
        }
        try await calls.waitForAll()
      }
      #expect(RenewingClient.shared.sessions == 1)
    }
  #endif

  #if canImport(FoundationNetworking)
    @Test(
      "what the tests of every session leave behind is no owner of a delegate queue, even if a callback cancels all",
      arguments: [false, true])
    func cancelledQueue(isCancelled: Bool) async throws {
      let test = try #require(Test.current)
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      let session = URLSession(configuration: .ephemeral, delegate: nil, delegateQueue: queue)
      // In the callback, and in what it adds to the queue.
      let (owners, hasEnded) = (Protected<[Bool]>([]), Gate())
      let sent = Protected<URLSessionTask?>(nil)
      let trait = EverySessionTrait.everySession(.get("/a").respond(status: 204))
      try await trait.provideScope(for: test, testCase: Test.Case.current) {
        let task = session.dataTask(with: .test("/a")) { _, _, _ in
          owners.withLock { $0.append(CallbackOwners.current != nil) }
          // Until all of the delivery is in the queue.
          sent.withLock { $0 }.flatMap(TaskReflection.workQueue)?.sync {}
          if isCancelled { queue.cancelAllOperations() }
          queue.addOperation {
            owners.withLock { $0.append(CallbackOwners.current != nil) }
            hasEnded.open()
          }
        }
        sent.withLock { $0 = task }
        task.resume()
        await hasEnded.wait()
      }
      #expect(owners.withLock { $0 } == [true, false])
      session.invalidateAndCancel()
    }

    @Test(
      "what the tests of every session leave behind refuses what is sent after the end of the test, and says so",
      arguments: [false, true])
    func late(isFromAnywhere: Bool) async throws {
      let test = try #require(Test.current)
      let trait = EverySessionTrait.everySession(.get("/late").respond(status: 200).optional())
      let late = Protected<Task<String, any Error>?>(nil)
      let isOver = Gate()
      let issues = await recordedIssues {
        let trait = isFromAnywhere ? trait.fromAnywhere() : trait
        try await trait.provideScope(for: test.having(trait), testCase: Test.Case.current) {
          late.withLock {
            $0 = Task {
              await isOver.wait()
              return try await UntouchedSessions.usual.text("/late")
            }
          }
        }
        isOver.open()
        let error = await #expect(throws: URLError.self) { try await late.withLock { $0 }?.value }
        #expect(error?.code == .notConnectedToInternet)
      }
      #expect(issues.count == 1, "\(issues)")
      try expectGolden(issues.first?.text ?? "", "Sessions/late-request.txt")
    }
  #endif
}

extension Test {
  /// The test with a trait besides.
  func having(_ trait: any TestTrait) -> Self {
    var copy = self
    copy.traits.append(trait)
    return copy
  }
}
