import Foundation
import NetworkEndpoints
import NetworkStubs
import NetworkTesting
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Code that repeats what leads nowhere would keep its test from ending.
@Suite("Code that connects again and again", .timeLimit(.minutes(15)))
struct StubEngineRepeatingTests {
  enum Way: CaseIterable { case transport, session, configuration }

  private static let prices = Endpoint<EndpointKinds.Public, Void>(path: "prices")
  private static let one = Answer.events([ServerSentEvent("10", id: "1", retry: .milliseconds(1))])

  private func transport(_ stubs: Stub..., clock: (any Clock<Duration>)? = nil) -> MockTransport {
    WaitWatch.$interval.withValue(.milliseconds(5)) { MockTransport(stubs, clock: clock) }
  }

  private func loader(_ way: Way, _ transport: MockTransport) -> EndpointLoader {
    let sender: any HTTPTransport =
      switch way {
      case .transport: transport
      case .session: URLSessionTransport(session: .mocked(by: transport))
      case .configuration: URLSessionTransport(session: URLSession(configuration: .mocked(by: transport)))
      }
    return EndpointLoader(transport: sender, host: "api.test")
  }

  private func read(_ loader: EndpointLoader) async throws {
    for try await _ in loader.events(endpoint: Self.prices) {}
  }

  @Test("a reader of events whose stub has no end is ended by one issue at the stub", arguments: Way.allCases)
  func endless(_ way: Way) async throws {
    let line = #line + 2
    let issues = await recordedIssues {
      let transport = transport(.get("/prices").respond(with: Self.one))
      let error = await #expect(throws: URLError.self) { try await read(loader(way, transport)) }
      #expect(error?.code == .timedOut)
    }
    #expect(issues.count == 1, "\(issues)")
    #expect(issues.first?.line == line)
    let text = try #require(issues.first?.text)
    #expect(text.hasPrefix("A reader of events would connect to GET https://api.test/prices for ever: the stub"))
    #expect(text.contains(".respond(inOrder: .events(…), .status(204))"))
  }

  @Test("a reader of events whose next connection has no stub ends with that issue", arguments: Way.allCases)
  func unanswered(_ way: Way) async throws {
    let issues = await recordedIssues {
      let transport = transport(.get("/prices").respond(with: Self.one).once())
      await #expect(throws: UnansweredRequest.self) { try await read(loader(way, transport)) }
      #expect(await transport.requests.count == 2)
    }
    #expect(issues.map { $0.text.prefix(58) } == ["No stub answers GET https://api.test/prices: the stub that"])
  }

  @Test("a reader of a stub that has an end, or whose closure may have one, is left alone", arguments: Way.allCases)
  func ends(_ way: Way) async throws {
    let many = Array(repeating: Self.one, count: 15) + [.status(204)]
    try await read(loader(way, transport(.get("/prices").respond(inOrder: many))))
    let count = Protected(0)
    let transport = transport(
      .get("/prices").respond { _ -> Answer in
        count.withLock {
          $0 += 1; return $0
        } > 15 ? .status(204) : Self.one
      })
    try await read(loader(way, transport))
  }

  @Test(
    "a reader on a clock that nobody moves ends with one issue, which says how events end", .testTasksAreNamed,
    arguments: Way.allCases)
  func onVirtualClock(_ way: Way) async throws {
    let issues = await recordedIssues {
      let clock = WaitWatch.$interval.withValue(.milliseconds(1)) { VirtualClock() }
      let transport = transport(.get("/prices").respond(with: .events(["10"])), clock: clock)
      await #expect(throws: URLError.self) { try await read(loader(way, transport)) }
    }
    #expect(issues.count == 1, "\(issues)")
    let text = issues.first?.text ?? ""
    #expect(
      text.contains("a reader of events, which connects to GET https://api.test/prices again, waits until 3 seconds"))
    #expect(text.contains(".respond(inOrder: .events(…), .status(204))"))
  }

  @Test(
    "code that retries for ever without an answer is cancelled, and no second issue says so", .warningsAreIssues,
    arguments: Way.allCases)
  func retries(_ way: Way) async throws {
    let issues = await recordedIssues {
      let transport = transport(.get("/other").respond(status: 200).optional())
      let loader = loader(way, transport)
      let retrying = Task {
        while true {
          do { return try await loader.load(endpoint: Self.prices) } catch let error as URLError {
            if error.code == .cancelled { throw error }
          } catch {}
          try await Task.sleep(for: .milliseconds(5))
        }
      }
      await #expect(throws: (any Error).self) {
        // A test that is too long is red, and doesn't wait for ever for what retries for ever.
        try await withTaskCancellationHandler {
          try await retrying.value
        } onCancel: {
          retrying.cancel()
        }
      }
    }
    // A known issue is told again each time. The other text is the warning that the calls are cancelled.
    let titles = Set(issues.map { $0.text.prefix(20) })
    #expect(titles == ["No stub answers GET ", "GET /prices was sent"], "\(issues)")
  }

  @Test(
    "a handler on a queue that retries for ever has its calls cancelled, and each is still told of its end",
    .warningsAreIssues)
  func handler() async throws {
    let issues = await recordedIssues {
      let session = URLSession.mocked(by: transport(.get("/other").respond(status: 200).optional()))
      // As a client does without async and await, until the third call that is cancelled.
      @Sendable func load(cancelled: Int, _ done: @escaping @Sendable (Int) -> Void) {
        let request = URLRequest.make(.get, "https://api.test/prices")
        session.dataTask(with: request) { _, _, error in
          let cancelled = cancelled + ((error as? URLError)?.code == .cancelled ? 1 : 0)
          if cancelled == 3 { done(cancelled) } else { load(cancelled: cancelled, done) }
        }.resume()
      }
      let cancelled = try await withCallback { (done: @escaping @Sendable (Int) -> Void) in
        load(cancelled: 0, done)
      }
      #expect(cancelled == 3)
    }
    let titles = Set(issues.map { $0.text.prefix(20) })
    #expect(titles == ["No stub answers GET ", "GET /prices was sent"], "\(titles)")
  }

  @Test("many tasks that send one request each without an answer repeat nothing, however long they take")
  func concurrent() async {
    let issues = await recordedIssues {
      // No patience at all, as if the machine were that slow.
      let transport = WaitWatch.$interval.withValue(.nanoseconds(1)) { MockTransport() }
      let errors = await withTaskGroup(of: (any Error)?.self) { group in
        for _ in 1...50 {
          group.addTask {
            do { _ = try await transport.send(.make(.get, "https://api.test/prices")) } catch { return error }
            return nil
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(errors.count == 50 && errors.allSatisfy { $0 is UnansweredRequest })
    }
    #expect(issues.allSatisfy { $0.text.hasPrefix("No stub answers GET ") }, "\(issues)")
  }

  @Test("many detached tasks that send one request each over a session without an answer repeat nothing either")
  func detached() async {
    let issues = await recordedIssues {
      let transport = WaitWatch.$interval.withValue(.nanoseconds(1)) { MockTransport() }
      let session = URLSession.mocked(by: transport)
      let codes = await withTaskGroup(of: URLError.Code?.self) { group in
        for _ in 1...200 {
          group.addTask {
            await Task.detached {
              do { _ = try await session.data(for: .make(.get, "https://api.test/prices")) } catch {
                return (error as? URLError)?.code
              }
              return nil
            }.value
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(codes.count == 200 && !codes.contains(.cancelled))
    }
    #expect(issues.allSatisfy { $0.text.hasPrefix("No stub answers GET ") })
  }

  @Test("many requests to several addresses that one stub answers are no poll, however long they take")
  func addresses() async throws {
    let harness = WarningHarness()
    let engine = WaitWatch.$interval.withValue(.nanoseconds(1)) {
      StubEngine([.any.respond(status: 200)], in: harness, at: CodePlace())
    }
    for number in 1...100 { _ = try engine.receive(.make(.get, "https://api.test/jobs/\(number)")) }
    #expect(harness.warnings.withLock { $0.isEmpty })
    for number in 1...100 { _ = try engine.receive(.make(.get, "https://api.test/job?since=\(number)")) }
    #expect(harness.warnings.withLock { $0.count } == 1)
  }

  @Test("a poll that one stub answers alike is a warning after ten seconds, not an issue")
  func polls() async throws {
    let count = Protected(0)
    let harness = WarningHarness()
    let engine = WaitWatch.$interval.withValue(.milliseconds(2)) {
      StubEngine([.get("/job").respond(json: ["state": "running"])], in: harness, at: CodePlace())
    }
    while count.withLock({
      $0 += 1; return $0
    }) <= 60 {
      _ = try engine.receive(.make(.get, "https://api.test/job"))
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(harness.warnings.withLock { $0.count } == 1)
    #expect(
      harness.warnings.withLock { $0.first }?.hasPrefix(
        "For ten seconds, nothing was sent but GET https://api.test/job") == true)
  }
}

/// The harness of a test, which keeps its warnings.
private struct WarningHarness: Harness {
  let warnings = Protected<[String]>([])
  let place = CodePlace()
  let isOfTest = true
  let isCurrent = true
  let isCallerOutside = false
  var ofCaller: any Harness { self }

  func record(_ problem: Problem) -> Bool { true }
  func warn(_ warning: Problem) { warnings.withLock { $0.append(warning.text) } }
  func enter(_ body: @escaping @Sendable () -> Void) { body() }
  func perform<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await operation()
  }
}
