import NetworkStubs
import NetworkTesting
import TestSupport

/// What a stub runs of the test's own belongs to the test, whatever calls the session.
@Suite("Code of a test that a mocked session runs")
struct SessionTestContextTests {
  /// Made before any `withKnownIssue` of a test.
  private let transport: MockTransport
  private let session: URLSession
  private let confirmed = Mutexed<Confirmation>()

  init() {
    let confirmed = confirmed
    transport = MockTransport(
      .get("/closure").respond { _ in
        #expect(Bool(false), "in the closure")
        confirmed.value?()
        return HTTPResponse(body: Data("tea".utf8))
      }.optional(),
      .get("/late").respond { _ in
        await Task.yield()
        #expect(Bool(false), "in the closure, later")
        confirmed.value?()
        return HTTPResponse(body: Data("tea".utf8))
      }.optional(),
      .get("/predicate").matching("anything") { request in
        // A report on another request asks too.
        guard request.url?.path == "/predicate" else { return false }
        #expect(Bool(false), "in the predicate")
        confirmed.value?()
        return true
      }.respond(with: .text("tea")).optional(),
      .get("/redirect").respond(with: .redirect(to: "/closure")).optional(),
      .get("/late-redirect").respond(with: .redirect(to: "/predicate").delayed(by: .zero)).optional())
    session = .mocked(by: transport)
  }

  static let paths = ["/closure", "/late", "/predicate", "/redirect", "/late-redirect", "/nothing"]

  /// A part of the issue that comes of a path.
  private static func text(of path: String) -> String {
    switch path {
    case "/closure", "/redirect": "in the closure"
    case "/late": "in the closure, later"
    case "/predicate", "/late-redirect": "in the predicate"
    default: "GET https://api.example.com\(path)"
    }
  }

  @Test("records its issues where the request is made", arguments: paths, Caller.allCases)
  func issues(path: String, caller: Caller) async throws {
    let (session, transport) = (session, transport)
    let issues = await recordedIssues { try? await caller.call(path, session, transport) }
    #expect(issues.count == 1 && issues[0].text.contains(Self.text(of: path)), "\(issues)")
  }

  @Test("confirms there too", arguments: paths.dropLast(), Caller.allCases)
  func confirmations(path: String, caller: Caller) async throws {
    await confirmation { confirm in
      confirmed.value = confirm
      _ = await recordedIssues { try await caller.call(path, session, transport) }
    }
  }

  @Test("code of a test that a mocked session runs has its test on two threads at once that have none")
  func threads() async throws {
    let context = try #require(TestContext())
    let names = Protected<[String?]>([])
    @Sendable func note() { names.withLock { $0.append(Test.current?.name) } }
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      Thread.detachNewThread {
        context.run {
          note()
          let other = DispatchSemaphore(value: 0)
          Thread.detachNewThread {
            context.run(note)
            other.signal()
          }
          other.wait()
        }
        done.resume()
      }
    }
    #expect(names.withLock { $0 } == ["threads()", "threads()"])
  }

  @Test(
    "code of a test that a mocked session runs records in the session's test what comes from a queue", arguments: paths)
  func queue(path: String) async throws {
    let issues = await recordedIssues {
      let suite = SessionTestContextTests()
      await withCheckedContinuation { done in
        DispatchQueue(label: "no test").async {
          suite.session.dataTask(with: .test(path)) { _, _, _ in done.resume() }.resume()
        }
      }
    }
    #expect(issues.count == 1 && issues[0].text.contains(Self.text(of: path)), "\(issues)")
  }

  @Test(
    "code of a test in a mocked session records what a detached task sends in the transport's test", arguments: paths,
    [true, false])
  func detached(path: String, usesSession: Bool) async throws {
    let issues = await recordedIssues {
      let suite = SessionTestContextTests()
      await Task.detached {
        if usesSession {
          _ = try? await URLSession.mocked(by: suite.transport).data(from: .test(path))
        } else {
          _ = try? await suite.transport.send(.test(path))
        }
      }.value
    }
    // A redirect is not followed by a transport.
    #expect(issues.count == (path.hasSuffix("redirect") && !usesSession ? 0 : 1), "\(issues)")
  }

  @Test(
    "sees the task-locals of the test where the transport is another, on a queue too, and in a session that is made of its own",
    arguments: [false, true])
  func otherTransport(isMadeOfOther: Bool) async throws {
    let seen = Mutexed<String>()
    let first = Note.$text.withValue("mine") {
      URLSession.mocked(
        by: NotingTransport {
          seen.value = Note.text
        })
    }
    let session = isMadeOfOther ? URLSession(configuration: first.configuration) : first
    await withCheckedContinuation { done in
      DispatchQueue(label: "no test").async {
        session.dataTask(with: .test("/a")) { _, _, _ in done.resume() }.resume()
      }
    }
    #expect(seen.value == "mine")
  }

  @Test("sees the task-locals of the test", arguments: ["queue", "task", "detached"])
  func taskLocals(caller: String) async throws {
    let seen = Mutexed<String>()
    let text = try await Note.$text.withValue("mine") {
      let transport = MockTransport(
        .any.respond { _ in
          await Task.yield()
          seen.value = Note.text
          return HTTPResponse(body: Data("tea".utf8))
        })
      let session = URLSession.mocked(by: transport)
      switch caller {
      case "task": return try await session.answer(to: .test("/a")).text
      case "detached": return try await Task.detached { try await session.answer(to: .test("/a")).text }.value
      default:
        return await withCheckedContinuation { done in
          DispatchQueue(label: "no test").async {
            session.dataTask(with: .test("/a")) { data, _, _ in
              done.resume(returning: String(decoding: data ?? Data(), as: UTF8.self))
            }.resume()
          }
        }
      }
    }
    #expect(text == "tea")
    #expect(seen.value == "mine")
  }
}

/// How code under test calls a session.
enum Caller: CaseIterable, Sendable {
  case task, childTask, handler, injected

  func call(_ path: String, _ session: URLSession, _ transport: MockTransport) async throws {
    switch self {
    case .task: _ = try await session.data(from: .test(path))
    case .childTask: async let data = session.data(from: .test(path)); _ = try await data
    case .handler:
      await withCheckedContinuation { done in
        session.dataTask(with: .test(path)) { _, _, _ in done.resume() }.resume()
      }
    case .injected:
      let answer = try await transport.send(.test(path))
      if let next = answer.headers["Location"] { _ = try await transport.send(.test(next)) }
    }
  }
}

/// A transport that says when it is asked.
private struct NotingTransport: HTTPTransport {
  let note: @Sendable () -> Void

  func send(_ request: URLRequest) async throws -> HTTPResponse {
    note()
    return HTTPResponse()
  }
}

private enum Note {
  @TaskLocal static var text = ""
}
