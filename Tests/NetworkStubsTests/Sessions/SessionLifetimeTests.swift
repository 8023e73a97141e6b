import NetworkTesting
import TestSupport

@testable import NetworkStubs

@Suite("Mocked sessions, dropped")
struct SessionLifetimeTests {
  private static let count = Effort.count(1_000, full: 10_000)

  @Test("free their transports, 1,000 in a row, or 10,000")
  func many() async throws {
    let released = Countdown(Self.count)
    // Making one costs more than a session does.
    let base = URLSessionConfiguration.ephemeral
    // On a thread of its own, to leave other tests the pool's.
    Thread.detachNewThread {
      for _ in 0..<Self.count {
        _ = URLSession.mocked(by: Witness(released), configuration: base)
      }
    }
    await released.wait()
    #expect(released.count == 0)
  }

  @Test("dropped mocked sessions have protocol classes of their own, which lead to none of them afterwards")
  func classes() {
    let settings = SessionSettings(.ephemeral)
    let transport = Witness(Countdown(1))
    var classes: [SessionProtocol.Type] = []
    for _ in 0..<Self.count {
      let context = SessionContext(
        transport: transport, clock: ContinuousClock(), settings: settings, in: TestHarness(nil),
        at: CodePlace())
      let protocolClass = context.enter()
      withExtendedLifetime(context) { #expect(protocolClass.context === context) }
      classes.append(protocolClass)
    }
    #expect(Set(classes.map(ObjectIdentifier.init)).count == Self.count)
    #expect(classes.allSatisfy { $0.context == nil })
  }

  @Test("free their transports also after requests, with a delegate, and when they are invalidated")
  func used() async throws {
    let released = Countdown(300)
    for number in 0..<300 {
      let session = URLSession.mocked(
        by: Witness(released), delegate: number % 3 == 0 ? CollectingDelegate() : nil)
      _ = try await session.data(from: .test("/a"))
      if number % 3 == 1 { session.invalidateAndCancel() }
      if number % 3 == 2 { session.finishTasksAndInvalidate() }
    }
    await released.wait()
  }

  @Test("free their transports also when only a configuration was made")
  func configurations() async {
    let released = Countdown(100)
    for _ in 0..<100 { _ = URLSessionConfiguration.mocked(by: Witness(released)) }
    await released.wait()
  }

  @Test("let a task that runs come to its end")
  func running() async throws {
    let gate = Gate()
    let transport = MockTransport(
      .get("/a").respond { _ in
        await gate.wait()
        return HTTPResponse(body: Data("tea".utf8))
      })
    let data: Data? = await withCheckedContinuation { continuation in
      URLSession.mocked(by: transport)
        .dataTask(with: .test("/a")) { data, _, _ in continuation.resume(returning: data) }.resume()
      Task {
        _ = try await transport.nextRequest()
        gate.open()
      }
    }
    #expect(data == Data("tea".utf8))
  }
}

/// A transport that says when it is released.
private final class Witness: HTTPTransport {
  private let released: Countdown

  init(_ released: Countdown) {
    self.released = released
  }

  deinit {
    released.countDown()
  }

  func send(_ request: URLRequest) async throws -> HTTPResponse { HTTPResponse() }
}

/// Something to wait for that happens many times.
private final class Countdown: Sendable {
  private let gate = Gate()
  private let left: Protected<Int>

  init(_ count: Int) {
    left = Protected(count)
  }

  /// How many are left.
  var count: Int { left.withLock { $0 } }

  func countDown() {
    let isLast = left.withLock { left in
      left -= 1
      return left == 0
    }
    if isLast { gate.open() }
  }

  func wait() async {
    await gate.wait()
  }
}
