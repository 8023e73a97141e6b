import NetworkTesting

@Suite("A mocked session's time-outs")
struct SessionTimeoutTests {
  private let silent = MockTransport(
    .any.respond { _ in
      await Gate().wait()
      throw CancellationError()
    }.optional())

  @Test("run on the clock it is given, as long as the request says")
  func request() async throws {
    let clock = VirtualClock()
    let session = URLSession.mocked(by: silent, clock: clock)
    var request = URLRequest.test("/a")
    request.timeoutInterval = 5
    let call = Task { [request] in try await session.data(for: request) }
    #expect(try await clock.sleepers(count: 1) == [clock.now.advanced(by: .seconds(5))])
    clock.advance(by: .seconds(5))
    let error = await #expect(throws: URLError.self) { try await call.value }
    #expect(error?.code == .timedOut)
    #expect(error?.failingURL == .test("/a"))
  }

  @Test("run as long as the configuration says, if the request says nothing")
  func configuration() async throws {
    let clock = VirtualClock()
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 7
    let session = URLSession.mocked(by: silent, configuration: configuration, clock: clock)
    let call = Task { try await session.data(from: .test("/a")) }
    #expect(try await clock.sleepers(count: 1) == [clock.now.advanced(by: .seconds(7))])
    call.cancel()
    let error = await #expect(throws: URLError.self) { try await call.value }
    #expect(error?.code == .cancelled)
  }

  @Test("are not waited for when the answer is there")
  func answered() async throws {
    let clock = VirtualClock()
    let session = URLSession.mocked(by: MockTransport(.any.respond(status: 200)), clock: clock)
    _ = try await session.data(from: .test("/a"))
    #expect(clock.deadlines.isEmpty)
  }

  @Test("are harmless however long they are", arguments: [-1, 0, .infinity, .nan, 1e300, .leastNonzeroMagnitude])
  func odd(interval: TimeInterval) async throws {
    let session = URLSession.mocked(by: MockTransport(.any.respond(status: 200)))
    var request = URLRequest.test("/a")
    request.timeoutInterval = interval
    _ = try await session.data(for: request)
  }
}
