import NetworkStubs
import NetworkTesting
import TestSupport

/// A clock of somebody else, on which no sleep takes time.
private final class OthersClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }

    func duration(to other: Self) -> Duration { other.offset - offset }

    static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
  }

  private let time = Protected(Instant(offset: .seconds(1_000)))
  var now: Instant { time.withLock { $0 } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    time.withLock { $0 = max($0, deadline) }
  }
}

@Suite("A rule reads the clock that its transport has, and no real time")
struct RuleClockTests {
  /// A clock, by its name.
  enum Kind: CaseIterable {
    case virtual, immediate, others

    func make() -> any Clock<Duration> {
      switch self {
      case .virtual: VirtualClock()
      case .immediate: ImmediateClock()
      case .others: OthersClock()
      }
    }
  }

  private static let tooMany = [
    Stub.get("/a").respond(status: 429, headers: ["Retry-After": "1"]).once(), .get("/a").respond(status: 204),
  ]

  private func pass(_ duration: Duration, on clock: any Clock<Duration>) async throws {
    if let clock = clock as? VirtualClock { clock.jump(by: duration) } else { try await clock.sleep(for: duration) }
  }

  @Test(
    "a rule about a retry that waits too short a time reads the clock of its transport", arguments: Kind.allCases,
    [0, 500, 999, 1_000, 5_000])
  func retries(kind: Kind, milliseconds: Int) async throws {
    let clock = kind.make()
    let issues = await recordedIssues {
      let transport = MockTransport(Self.tooMany, clock: clock)
      for isFirst in [true, false] {
        _ = try await transport.send(.make(.get, "https://a.test/a"))
        if isFirst { try await pass(.milliseconds(milliseconds), on: clock) }
      }
      await transport.check(.safeRetries)
    }
    #expect(issues.count == (milliseconds < 1_000 ? 1 : 0), "\(issues)")
  }

  @Test("a rule about a repeated read reads the clock of its transport", arguments: Kind.allCases, [0, 1])
  func repeats(kind: Kind, milliseconds: Int) async throws {
    let clock = kind.make()
    let issues = await recordedIssues {
      let transport = StubTransport([.any.respond(status: 200)], clock: clock)
      for isFirst in [true, false] {
        _ = try await transport.send(.make(.get, "https://a.test/a"))
        if isFirst { try await pass(.milliseconds(milliseconds), on: clock) }
      }
      await transport.check(.noRepeats)
    }
    #expect(issues.count == (milliseconds == 0 ? 1 : 0), "\(issues)")
  }

  @Test(
    "a rule reads the clock that its transport has, and no real time, also of calls that the test answers",
    arguments: Kind.allCases)
  func suspended(kind: Kind) async throws {
    let clock = kind.make()
    let transport = SuspendedTransport(clock: clock)
    for _ in 1...2 {
      var request = URLRequest.make(.get, "https://a.test/a")
      // On a clock on which no sleep takes time, a time-out is over at once.
      request.timeoutInterval = .infinity
      let call = Task { [request] in try await transport.send(request) }
      try await transport.nextCall().answer(status: 200)
      _ = try await call.value
      try await pass(.seconds(2), on: clock)
    }
    #expect(await transport.exchanges.map(\.arrival) == [.zero, .seconds(2)])
  }
}
