@testable import NetworkStubs
@testable import NetworkTesting
import TestSupport

// Three suites that use the shared session at once, beside tests with sessions of their own.

@Suite(
  "The shared session, in one suite", .timeLimit(.minutes(5)),
  .sharedSession(.get("/same").respond(with: .text("suite"))))
struct SharedSessionTests {
  @Test("the shared session, in one suite, is answered by the suite's stubs")
  func suite() async throws {
    #expect(try await URLSession.shared.answer(to: .test("/same")).text == "suite")
  }

  @Test(
    "the shared session, in one suite, is answered by the test's stubs first",
    .sharedSession(.get("/same").respond(with: .text("test"))))
  func test() async throws {
    #expect(try await URLSession.shared.answer(to: .test("/same")).text == "test")
  }

  @Test(
    "the shared session, in one suite, goes together with a network",
    .network(.get("/other").respond(with: .text("network"))))
  func network() async throws {
    #expect(try await URLSession.shared.answer(to: .test("/other")).text == "network")
    #expect(await MockTransport.current.requests.count == 1)
  }

  @Test("the shared session, in one suite, is answered also where code has left the test's task")
  func detached() async throws {
    let text = try await Task.detached { try await URLSession.shared.answer(to: .test("/same")).text }.value
    #expect(text == "suite")
    let data: Data? = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        URLSession.shared.dataTask(with: .test("/same")) { data, _, _ in continuation.resume(returning: data) }.resume()
      }
    }
    #expect(data == Data("suite".utf8))
  }
}

@Suite("The shared session, in another suite", .timeLimit(.minutes(5)))
struct OtherSharedSessionTests {
  @Test(
    "the shared session, in another suite, has each case's own stubs",
    .sharedSession(.get("/same").respond { _ in HTTPResponse(body: Data("own".utf8)) }),
    arguments: 0..<50)
  func own(number: Int) async throws {
    #expect(try await URLSession.shared.answer(to: .test("/same")).text == "own")
    #expect(await MockTransport.current.requests.count == 1)
  }
}

@Suite("The shared session, in a third suite", .timeLimit(.minutes(5)))
struct ThirdSharedSessionTests {
  @Test(
    "the shared session, in a third suite, has its turn with each number",
    .sharedSession(.get("/{number}").respond { HTTPResponse(body: Data($0.path.utf8)) }),
    arguments: 0..<50)
  func turn(number: Int) async throws {
    for _ in 0..<3 { #expect(try await URLSession.shared.answer(to: .test("/\(number)")).text == "/\(number)") }
    #expect(await MockTransport.current.requests.allSatisfy { $0.path == "/\(number)" })
  }
}

@Suite("Sessions beside the shared one", .timeLimit(.minutes(5)))
struct SessionsBesideSharedTests {
  @Test("sessions beside the shared one are not disturbed", arguments: 0..<100)
  func own(number: Int) async throws {
    let session = URLSession.mocked(by: MockTransport(.get("/same").respond(with: .text("mine \(number)"))))
    for _ in 0..<3 { #expect(try await session.answer(to: .test("/same")).text == "mine \(number)") }
  }
}

/// What becomes of requests that are not the test's. `canInit(with:)` is asked where a request is sent, before anything is.
@Suite("A shared session that others use too", .timeLimit(.minutes(5)))
struct SharedSessionOwnersTests {
  @Test(
    "a shared session that others use too answers what the test sends, from its task or a task that it started",
    arguments: [false, true])
  func own(isHosted: Bool) async throws {
    let issues = await recordedIssues {
      try await SharedSession.serve(from: MockTransport(.get("/a").respond(status: 200)), isHosted: isHosted) {
        #expect(SharedSession.protocolClass.canInit(with: .test("/a")))
        #expect(SharedSession.protocolClass.canInit(with: .test("/unknown")))
        #expect(await Task { SharedSession.protocolClass.canInit(with: .test("/unknown")) }.value)
        _ = try await URLSession.shared.data(from: .test("/a"))
      }
    }
    #expect(issues.isEmpty, "\(issues)")
  }

  @Test("a shared session that others use too leaves requests of other tests alone", arguments: [false, true])
  func otherTest(isHosted: Bool) async throws {
    // Made by no test.
    let transport = await Task.detached { MockTransport(.any.respond(status: 200).optional()) }.value
    let (lent, asked) = (Gate(), Gate())
    let lender = try #require(TestContext())
    // No task of the test that has the session, but of a test: this one has not got it.
    let loan = Task.detached {
      try await SharedSession.serve(from: transport, isHosted: isHosted) {
        lent.open()
        await asked.wait()
      }
    }
    await lent.wait()
    lender.run {
      #expect(!SharedSession.protocolClass.canInit(with: .test("/a")))
      #expect(SharedSession.context != nil)
    }
    asked.open()
    try await loan.value
    #expect(await transport.requests.isEmpty)
  }

  @Test(
    "a shared session that others use too takes a hosting app's requests for its own only where a stub takes them, and says once where others go"
  )
  func host() async throws {
    let texts = Guarded<[String]>([])
    let output = UnattributedOutput { problem in texts.withLock { $0.append(problem.text) } }
    let transport = MockTransport(.get("/a").respond(status: 200).optional())
    let issues = await recordedIssues {
      try await SharedSession.serve(from: transport, isHosted: true) {
        await Task.detached {
          UnattributedOutput.$current.withValue(output) {
            #expect(SharedSession.protocolClass.canInit(with: .test("/a")))
            for _ in 0..<3 { #expect(!SharedSession.protocolClass.canInit(with: .test("/of-the-app"))) }
          }
        }.value
      }
    }
    #expect(issues.isEmpty, "\(issues)")
    #expect(await transport.requests.isEmpty)
    #expect(texts.withLock { $0.count } == 1)
    try expectGolden(texts.withLock { $0.first } ?? "", "Sessions/hosting-app.txt")
  }

  @Test("a shared session that others use too takes what no task sends for the test's where no app hosts the tests")
  func queue() async throws {
    try await SharedSession.serve(from: MockTransport(), isHosted: false) {
      #expect(await Task.detached { SharedSession.protocolClass.canInit(with: .test("/unknown")) }.value)
    }
  }

  @Test("a shared session that others use too leaves a request alone that an earlier holder has left running")
  func earlier() async throws {
    let over = Gate()
    let left = Guarded<Task<Bool, Never>?>(nil)
    try await SharedSession.serve(from: MockTransport()) {
      let task = Task {
        await over.wait()
        return SharedSession.protocolClass.canInit(with: .test("/late"))
      }
      left.withLock { $0 = task }
    }
    try await SharedSession.serve(from: MockTransport()) {
      over.open()
      #expect(await left.withLock { $0 }?.value == false)
    }
  }
}
