import Foundation
import TestSupport

@testable import NetworkStubs
@testable import NetworkTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A virtual clock that a test does not move", .timeLimit(.minutes(15)))
struct VirtualClockWatchTests {
  /// A clock whose watch looks each millisecond, or only if the test calls it.
  private static func clock(lookingEvery interval: Duration = .milliseconds(1)) -> VirtualClock {
    WaitWatch.$interval.withValue(interval) { VirtualClock() }
  }

  private func status(on clock: VirtualClock, _ stub: Stub) async throws -> Int {
    try await MockTransport(stub, clock: clock).send(.make(.get, "https://a.test/a")).status
  }

  /// The looks at a clock until it speaks up.
  private static func looks(at clock: VirtualClock) -> Int {
    let watch = clock.watch.withLock { $0 }
    let now = clock.now
    for number in 1...100 {
      watch.look(at: clock)
      if clock.now != now { return number }
    }
    return 0
  }

  @Test("a clock that stands still is an issue, and moves, so that the test ends")
  func still() async throws {
    let clock = Self.clock()
    let issues = await recordedIssues {
      let status = try await status(on: clock, .any.respond(status: 201).delayed(by: .seconds(3)))
      #expect(status == 201)
    }
    #expect(issues.count == 1)
    try expectGolden(issues.first?.text ?? "", "Time/still.txt")
    #expect(clock.now.offset == .seconds(3))
  }

  @Test("a clock that was moved once, and not far enough, is an issue at the line that moved it")
  func movedOnce() async throws {
    let clock = Self.clock()
    let issues = await recordedIssues {
      let transport = MockTransport(.any.respond(status: 201).delayed(by: .seconds(90)), clock: clock)
      var request = URLRequest.make(.get, "https://a.test/a")
      request.timeoutInterval = 120
      let call = Task { [request] in try await transport.send(request).status }
      try await transport.nextRequest()
      await clock.advance(by: .seconds(60), fileID: "AppTests/UserTests.swift", line: 12)
      let status = try await call.value
      #expect(status == 201)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.line == 12)
    try expectGolden(issues.first?.text ?? "", "Time/moved-once.txt")
  }

  @Test("a task of the code that sleeps on a clock without a trait is an issue, and wakes", .testTasksAreNamed)
  func sleeper() async throws {
    let clock = Self.clock()
    let issues = await recordedIssues {
      let debounce = Task { try await clock.sleep(for: .milliseconds(300)) }
      let other = Task { try await clock.sleep(for: .seconds(2)) }
      try await clock.waitForSleepers(2)
      clock.jump(by: .milliseconds(100), fileID: "AppTests/UserTests.swift", line: 12)
      try await debounce.value
      try await other.value
    }
    #expect(issues.count == 1)
    let text = (issues.first?.text ?? "").replacing(#/ a task( in [^ ]+)? sleeps/#, with: " a task sleeps")
    try expectGolden(text, "Time/sleeper.txt")
    #expect(clock.now.offset == .seconds(2))
  }

  @Test("a service that is silent until the time-out is an issue")
  func silence() async throws {
    let clock = Self.clock()
    let issues = await recordedIssues {
      await #expect(throws: URLError.self) { try await status(on: clock, .any.respond(with: .fault(.timedOut))) }
    }
    #expect(issues.count == 1)
    try expectGolden(issues.first?.text ?? "", "Time/silence.txt")
  }

  @Test("a clock speaks up at the twelfth look without progress", .testTasksAreNamed)
  func patience() async throws {
    let clock = Self.clock(lookingEvery: .seconds(3_600))
    let issues = await recordedIssues {
      let task = Task { try await clock.sleep(for: .seconds(3)) }
      try await clock.waitForSleepers(1)
      #expect(Self.looks(at: clock) == WaitWatch.patience + 1)
      try await task.value
    }
    #expect(issues.count == 1)
    #expect(clock.now.offset == .seconds(3))
  }

  @Test("a request on the clock, a move and a new sleep each begin the wait anew", arguments: 0..<3)
  func progress(kind: Int) async throws {
    let clock = Self.clock(lookingEvery: .seconds(3_600))
    let watch = clock.watch.withLock { $0 }
    let transport = MockTransport(.any.respond(status: 200).optional(), clock: clock)
    let first = Task { try await clock.sleep(for: .seconds(60)) }
    try await clock.waitForSleepers(1)
    let sleepers = Protected<[Task<Void, any Error>]>([])
    for _ in 1...3 {
      for _ in 1..<WaitWatch.patience { watch.look(at: clock) }
      switch kind {
      case 0: _ = try await transport.send(.make(.get, "https://a.test/a"))
      case 1: clock.jump(by: .seconds(1))
      default:
        let count = clock.deadlines.count
        sleepers.withLock { $0.append(Task { try await clock.sleep(for: .seconds(60)) }) }
        try await clock.waitForSleepers(count + 1)
      }
    }
    for sleeper in sleepers.withLock({ $0 }) { sleeper.cancel() }
    #expect(clock.now.offset <= .seconds(3))
    first.cancel()
  }

  @Test("a step in progress takes as long as it takes", .testTasksAreNamed)
  func duringStep() async throws {
    let clock = Self.clock(lookingEvery: .seconds(3_600))
    let issues = await recordedIssues {
      let task = Task { try await clock.sleep(for: .seconds(3)) }
      try await clock.waitForSleepers(1)
      clock.steps.withLock { $0 += 1 }
      #expect(Self.looks(at: clock) == 0)
      clock.steps.withLock { $0 -= 1 }
      #expect(Self.looks(at: clock) > 0)
      try await task.value
    }
    #expect(issues.count == 1)
  }

  @Test("a test that waits with a limit of its own is not told before that", .testTasksAreNamed)
  func longWait() async throws {
    let clock = Self.clock(lookingEvery: .seconds(3_600))
    let issues = await recordedIssues {
      let task = Task { try await clock.sleep(for: .seconds(3)) }
      try await clock.waitForSleepers(1)
      try await eventually(timeout: .seconds(60)) { Self.looks(at: clock) == 0 }
      #expect(Self.looks(at: clock) > 0)
      try await task.value
    }
    #expect(issues.count == 1)
  }

  @Test("a step is told to the test, although nothing but the clock was used of the toolkit")
  func nothingElse() { #expect(DefaultHarness.current is TestHarness) }

  @Test("a clock in a static property is an issue of each test that waits on it, at the same time too")
  func ofStatic() async throws {
    let home = ForeignHarness(isOver: nil, isShared: true)
    let clock = WaitWatch.$interval.withValue(.seconds(3_600)) { VirtualClock(home: home) }
    let tasks = (1...3).map { _ in Task.detached { try await clock.sleep(for: .seconds(1)) } }
    try await yield(until: clock.deadlines.count == 3)
    #expect(Self.looks(at: clock) > 0)
    for task in tasks { try await task.value }
    #expect(home.problems.withLock { $0.count } == 3)
  }

  @Test("a clock moves by itself once it had to be moved: one issue for all pieces of a body")
  func pieces() async throws {
    let clock = Self.clock()
    let issues = await recordedIssues {
      let events = (1...50).map { "\($0)" }
      let transport = MockTransport(.any.respond(with: .events(events, every: .seconds(1))), clock: clock)
      for try await _ in try await transport.stream(.make(.get, "https://a.test/a")) {}
    }
    #expect(issues.count == 1, "\(issues)")
    #expect(clock.now.offset == .seconds(50))
  }

  @Test("a poll ends after two hundred moves of its clock, and a warning says so")
  func poll() async throws {
    let home = ForeignHarness()
    let clock = WaitWatch.$interval.withValue(.milliseconds(1)) { VirtualClock(home: home) }
    let task = Task.detached { while true { try await clock.sleep(for: .seconds(1)) } }
    try await eventually(timeout: .seconds(240)) { home.warnings.withLock { !$0.isEmpty } }
    #expect(home.problems.withLock { $0.count } == 1)
    try expectGolden(home.warnings.withLock { $0.first } ?? "", "Time/endless.txt")
    #expect(clock.now.offset == .seconds(200))
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("code that swallows the end of its sleep sleeps on in the end, and does not spin")
  func swallowed() async throws {
    let home = ForeignHarness()
    let clock = WaitWatch.$interval.withValue(.milliseconds(1)) { VirtualClock(home: home) }
    let task = Task.detached { while !Task.isCancelled { try? await clock.sleep(for: .seconds(1)) } }
    try await eventually(timeout: .seconds(240)) { home.warnings.withLock { !$0.isEmpty } }
    try await eventually(timeout: .seconds(60)) { clock.contents.withLock { $0.sleepsLeft } == 0 }
    try await clock.waitForSleepers(1)
    task.cancel()
    await task.value
  }

  @Test("a task that sleeps on behind the end of its test is no issue, and sleeps on")
  func afterTheTest() async throws {
    let home = ForeignHarness(isOver: true)
    let clock = WaitWatch.$interval.withValue(.seconds(3_600)) { VirtualClock(home: home) }
    let task = Task.detached { try await clock.sleep(for: .seconds(1)) }
    try await yield(until: !clock.deadlines.isEmpty)
    #expect(Self.looks(at: clock) == 0)
    #expect(home.problems.withLock { $0.isEmpty })
    task.cancel()
    _ = await task.result
  }

  @Test("code that sleeps where nobody knows whether its test has ended is a warning, and wakes")
  func unknownEnd() async throws {
    let home = ForeignHarness(isOver: nil)
    let clock = WaitWatch.$interval.withValue(.milliseconds(1)) { VirtualClock(home: home) }
    try await Task.detached { try await clock.sleep(for: .seconds(1)) }.value
    #expect(home.problems.withLock { $0.isEmpty })
    #expect(home.warnings.withLock { $0.count } == 1)
  }

  @Test("a clock that the test moves is no issue")
  func moved() async throws {
    let clock = Self.clock()
    async let status = status(on: clock, .any.respond(status: 201).delayed(by: .seconds(3)))
    for _ in 1...3 { await clock.advance(by: .seconds(1)) }
    #expect(try await status == 201)
  }

  @Test("a wait for a request says that something sleeps on the clock", .virtualTime)
  func wait() async throws {
    let clock = try #require(VirtualClock.current)
    let sleeper = Task { try await clock.sleep(for: .seconds(3)) }
    try await clock.waitForSleepers(1)
    let error = await #expect(throws: RequestWaitError.self) {
      try await MockTransport().nextRequest(timeout: .zero)
    }
    let sleep = "and a task sleeps on it until \(VirtualClock.Instant(offset: .seconds(3)))."
    #expect(error?.description.contains(sleep) == true)
    #expect(error?.description.hasSuffix("If it should, move the clock: `await clock.advance(by: …)`.") == true)
    sleeper.cancel()
  }

  @Test("a response that comes too late is among the sleepers of its clock")
  func tooLate() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(.any.respond(status: 200).delayed(by: .seconds(90)), clock: clock)
    let call = Task { try await transport.send(.make(.get, "https://a.test/a")) }
    #expect(try await clock.waitForSleepers(1).map(\.offset) == [.seconds(60)])
    clock.jump(by: .seconds(60))
    let error = await #expect(throws: URLError.self) { try await call.value }
    #expect(error?.code == .timedOut)
  }
}

@Suite("Moves of a virtual clock that cannot be meant")
struct ImpossibleMovesTests {
  @Test("a negative move is an issue, and the clock stays", arguments: 0..<4)
  func negative(form: Int) async throws {
    let clock = VirtualClock(now: VirtualClock.Instant(offset: .seconds(5)))
    let issues = await recordedIssues {
      switch form {
      case 0: await clock.advance(by: .seconds(-1))
      case 1: await clock.advance(to: VirtualClock.Instant(offset: .seconds(4)))
      case 2: clock.jump(by: .seconds(-1))
      default: clock.jump(to: VirtualClock.Instant(offset: .seconds(4)))
      }
    }
    #expect(issues.map(\.text).first?.hasPrefix("A virtual clock can't move by -1 second") == true, "\(issues)")
    #expect(issues.count == 1)
    #expect(clock.now.offset == .seconds(5))
  }

  @Test("a move without an end is an issue, and passes no deadlines on the way")
  func endless() async throws {
    let clock = VirtualClock()
    let poll = Task { while true { try await clock.sleep(for: .seconds(1)) } }
    try await clock.waitForSleepers(1)
    let issues = await recordedIssues { await clock.advance(by: .seconds(Int64.max)) }
    #expect(issues.map(\.text).first?.hasPrefix("A virtual clock moves more than a century") == true, "\(issues)")
    #expect(issues.count == 1)
    poll.cancel()
  }

  @Test("a move of another test's clock is an issue")
  func ofOtherTest() async throws {
    // Made where no trait of this test is in effect, as by another test that has left it in a global variable.
    let clock = VirtualClock(home: ForeignHarness())
    let issues = await recordedIssues { await clock.advance(by: .seconds(1)) }
    #expect(
      issues.map(\.text) == [
        """
        This test moves the clock of another test

        The clock belongs to OtherTests/other(). Make a clock in each test: `let clock = VirtualClock()`.
        """
      ])
  }
}

/// The harness of another test.
private struct ForeignHarness: Harness {
  /// Whether its test has ended.
  var isOver: Bool? = false
  /// Whether its double is in a static property: then each caller is another test.
  var isShared = false
  private let callers = Protected(0)
  let problems = Protected<[String]>([])
  let warnings = Protected<[String]>([])

  init(isOver: Bool? = false, isShared: Bool = false) {
    self.isOver = isOver
    self.isShared = isShared
  }

  var place: CodePlace { CodePlace() }
  var ofCaller: any Harness { TestHarness() }
  var isOfTest: Bool { !isShared }
  var testName: String { "OtherTests/other()" }
  var isCurrent: Bool { true }
  var isCallerOutside: Bool { false }
  func owner(andTask: Bool) -> ProblemOwner {
    guard isShared else { return .other(test: "this test") }
    return callers.withLock { count in
      count += 1
      return .other(test: "test \(count)")
    }
  }
  func record(_ problem: Problem) -> Bool {
    problems.withLock { $0.append(problem.text) }
    return true
  }
  func warn(_ warning: Problem) { warnings.withLock { $0.append(warning.text) } }
  func enter(_ body: @escaping @Sendable () -> Void) { body() }
  func perform<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await operation()
  }
}
