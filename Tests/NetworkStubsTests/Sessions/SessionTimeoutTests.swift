import NetworkTesting
import TestSupport

@testable import NetworkStubs

@Suite("A mocked session's time-outs")
struct SessionTimeoutTests {
  private let clock = VirtualClock()

  @Test("run on the transport's clock, as long as the request says")
  func request() async throws {
    let transport = silent()
    let session = URLSession.mocked(by: transport)
    var request = URLRequest.test("/a")
    request.timeoutInterval = 5
    let call = Task { [request] in try await session.data(for: request) }
    _ = try await transport.nextRequest()
    clock.jump(by: .seconds(5))
    let error = await #expect(throws: URLError.self) { try await call.value }
    #expect(error?.code == .timedOut)
    #if canImport(FoundationNetworking)
      // As over a bare session, whose timer knows of no request.
      #expect(error?.userInfo.isEmpty == true)
    #else
      #expect(error?.failingURL == .test("/a"))
    #endif
  }

  @Test("run as long as the configuration says, if the request says nothing")
  func configuration() async throws {
    let transport = MockTransport(
      .get("/slow").respond(with: .text("tea")).delayed(by: .seconds(30)), clock: clock)
    let session = URLSession.mocked(by: transport, configuration: .limited(request: 10))
    let call = Task { try await session.data(from: .test("/slow")) }
    _ = try await transport.nextRequest()
    clock.jump(by: .seconds(10))
    let error = await #expect(throws: URLError.self) { try await call.value }
    #expect(error?.code == .timedOut)
  }

  @Test("a mocked session's time-outs are no sleep of the code under test")
  func notCounted() async throws {
    let transport = silent()
    let session = URLSession.mocked(by: transport, configuration: .limited(resource: 7))
    let call = Task { try await session.data(from: .test("/a")) }
    _ = try await transport.nextRequest()
    #expect(clock.deadlines.isEmpty)
    call.cancel()
    let error = await #expect(throws: URLError.self) { try await call.value }
    #expect(error?.code == .cancelled)
  }

  @Test("leave an answer its delay as the only sleep")
  func delayed() async throws {
    let transport = MockTransport(.any.respond(with: .text("tea")).delayed(by: .seconds(30)), clock: clock)
    let session = URLSession.mocked(by: transport)
    let call = Task { try await session.answer(to: .test("/a")).text }
    #expect(try await clock.waitForSleepers(1) == [clock.now.advanced(by: .seconds(30))])
    clock.jump(by: .seconds(30))
    #expect(try await call.value == "tea")
  }

  @Test("limit all of a call as the configuration says, whatever comes meanwhile")
  func resource() async throws {
    let transport = MockTransport(
      .any.respond(with: .stream("a", .pause(.seconds(2)), "b", .pause(.seconds(2)), "c")), clock: clock)
    let session = URLSession.mocked(by: transport, configuration: .limited(resource: 3))
    let call = Task { try await session.answer(to: .test("/a")).text }
    try await clock.waitForSleepers(1)
    clock.jump(by: .seconds(3))
    let error = await #expect(throws: URLError.self) { try await call.value }
    #expect(error?.code == .timedOut)
  }

  @Test("limit all of a call across its redirects")
  func resourceOfRedirects() async throws {
    let transport = MockTransport(
      .get("/a").respond(with: .redirect(to: "/b").delayed(by: .seconds(2))),
      .get("/b").respond(with: .text("tea").delayed(by: .seconds(2))), clock: clock)
    let session = URLSession.mocked(by: transport, configuration: .limited(resource: 3))
    let call = Task { try await session.answer(to: .test("/a")).text }
    try await clock.waitForSleepers(1)
    clock.jump(by: .seconds(2))
    try await clock.waitForSleepers(1)
    clock.jump(by: .seconds(1))
    let error = await #expect(throws: URLError.self) { try await call.value }
    #expect(error?.code == .timedOut)
  }

  @Test("count the wait for a connection too", .virtualTime)
  func connection() async throws {
    let clock = try #require(VirtualClock.current)
    let configuration = URLSessionConfiguration.limited(request: 5)
    configuration.httpMaximumConnectionsPerHost = 1
    let never = Stub.get("/never").respond { _ in
      await Gate().wait()
      throw CancellationError()
    }
    let transport = MockTransport(never, .get("/second").respond(status: 204).optional())
    let session = URLSession.mocked(by: transport, configuration: configuration)
    var request = URLRequest.test("/never")
    request.timeoutInterval = 600
    let first = Task { [request] in try await session.data(for: request) }
    try await transport.nextRequest()
    let second = Task { try await session.data(from: .test("/second")) }
    await clock.advance(by: .seconds(5))
    let error = await #expect(throws: URLError.self) { try await second.value }
    #expect(error?.code == .timedOut)
    #expect(await transport.requests.map(\.path) == ["/never"])
    first.cancel()
    _ = await first.result
  }

  @Test(
    "are kept by a stub that takes no time, with a warning where a session on Linux makes a millisecond of them",
    .quiet, .warningsAreIssues,
    arguments: [-1, 0, 0.3, 0.9, 1, 604_800, 1e15, .leastNonzeroMagnitude], [SessionPlatform.linux, .apple])
  func odd(interval: TimeInterval, platform: SessionPlatform) async throws {
    for isOfRequest in [false, true] {
      let session = URLSession.mocked(
        by: MockTransport(.any.respond(status: 200), clock: clock), as: platform,
        configuration: .limited(request: isOfRequest ? nil : interval, resource: interval))
      var request = URLRequest.test("/a")
      if isOfRequest { request.timeoutInterval = interval }
      let warnings = await recordedIssues { [request] in
        for _ in 0..<2 {
          let (_, head) = try await session.data(for: request)
          #expect(head.url == request.url)
        }
      }
      #expect(warnings.count == (platform == .linux && interval < 1 ? 1 : 0), "\(warnings)")
    }
  }

  @Test("of less than a second are over after a millisecond on Linux", .quiet, arguments: [-1, 0, 0.3, 0.9])
  func short(interval: TimeInterval) async throws {
    let transport = silent()
    let session = URLSession.mocked(
      by: transport, as: .linux, configuration: .limited(request: interval))
    let call = Task { try await session.data(from: .test("/a")) }
    _ = try await transport.nextRequest()
    clock.jump(by: .milliseconds(1))
    let error = await #expect(throws: URLError.self) { try await call.value }
    #expect(error?.code == .timedOut)
  }

  @Test(
    "that crash a session on Linux are refused there, where a stub waits for the request",
    arguments: [-1e300, 1e300, .infinity, -.infinity, .nan], [SessionPlatform.linux, .apple])
  func uncountable(interval: TimeInterval, platform: SessionPlatform) async {
    let session = URLSession.mocked(
      by: MockTransport(.any.respond(status: 200)), as: platform, configuration: .limited(request: interval))
    let issues = await recordedIssues { _ = try? await session.data(from: .test("/a")) }
    #expect(issues.count == (platform == .linux ? 1 : 0), "\(issues)")
    #expect(issues.first?.text.contains("a session on Linux crashes on that") != false)
  }

  @Test(
    "count in real time only where they were set, and always on a virtual clock", arguments: [nil, 5, 60] as [Double?])
  func realTime(seconds: TimeInterval?) {
    var request = URLRequest.test("/a")
    if let seconds { request.timeoutInterval = seconds }
    let isSet = seconds == 5
    for clock in [ContinuousClock(), SuspendingClock()] as [any Clock<Duration>] {
      #expect(Timeline(of: request, on: clock, in: TestHarness()).timeout == (isSet ? .seconds(5) : nil))
    }
    #expect(Timeline(of: request, on: clock, in: TestHarness()).timeout == .seconds(seconds ?? 60))
    let settings = SessionSettings(URLSessionConfiguration.limited(request: seconds, resource: isSet ? 7 : nil))
    #expect(
      Timeline(of: settings.sent(.test("/a")), on: ContinuousClock(), in: TestHarness()).timeout
        == (isSet ? .seconds(5) : nil))
    #expect(
      settings.resourceLimit(on: Timeline(on: ContinuousClock(), in: TestHarness())) == (isSet ? .seconds(7) : nil)
    )
    #expect(settings.resourceLimit(on: Timeline(on: clock, in: TestHarness())) == .seconds(isSet ? 7 : 604_800))
  }

  private func silent() -> MockTransport {
    MockTransport(
      .any.respond { _ in
        await Gate().wait()
        throw CancellationError()
      }.optional(), clock: clock)
  }
}

extension URLSessionConfiguration {
  /// Returns an ephemeral configuration with time-outs.
  static func limited(request: TimeInterval? = nil, resource: TimeInterval? = nil) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    if let request { configuration.timeoutIntervalForRequest = request }
    if let resource { configuration.timeoutIntervalForResource = resource }
    return configuration
  }
}
