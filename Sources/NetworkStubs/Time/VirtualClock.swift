/// A clock whose time moves only when a test moves it.
///
/// Code under test sleeps on the clock that it is given, and the test moves the time:
///
/// ```swift
/// let clock = VirtualClock()
/// let retry = Task { try await client.loadWithRetry(clock: clock) }
/// await clock.advance(by: .seconds(1))
/// ```
///
/// ``advance(by:fileID:filePath:line:column:)`` first lets the code run until it sleeps. It stops at each deadline on the way, and
/// returns when the code waits again or has ended. If something waits on the clock for ten seconds of real time and nothing moves
/// it, that is an issue, and the clock moves by itself from then on, so that the test ends.
public final class VirtualClock: Clock, Sendable {
  /// The clock of the surrounding `VirtualTimeTrait`, or of the simulated run, or nil.
  @TaskLocal public static var current: VirtualClock?

  package let contents: Guarded<Contents>
  /// The test that it was made in, unless it is a static property's, or a simulation's.
  package let home: any Harness
  /// Whether a test moves it, and not a simulation.
  let isWatched: Bool
  let watch = Guarded(WaitWatch())
  /// The number of its steps in progress, which take their time on a busy machine.
  let steps = Guarded(0)
  /// Whether the test knows that code sleeps in real time.
  let hasWarnedOfRealSleeps = Guarded(false)
  /// The numbers of the tasks that have used the clock, whose started tasks are awaited before a step.
  let users = Guarded<Set<UInt64>>([])

  /// Creates a clock that does not move by itself.
  ///
  /// - Parameter now: The time that it shows.
  public convenience init(now: Instant = Instant()) { self.init(now: now, isSimulated: false) }

  /// Creates a clock that a test moves, whose tasks are followed, or one that a simulation moves.
  package init(
    now: Instant = Instant(), isSimulated: Bool = false, home: @autoclosure () -> any Harness = DefaultHarness.ofDouble
  ) {
    // Code reads the main actor's executor once, before it sleeps.
    RuntimeHooks.followMainActor()
    contents = Guarded(Contents(now: now))
    self.home = isSimulated ? ProgramHarness() : home()
    // A simulation watches all of its run.
    isWatched = !isSimulated && SimulationContext.current.clock == nil
    if isSimulated { return }
    _ = follow()
    OwnClocks.shared.add(self)
  }

  deinit {
    users.withLock { $0 }.forEach(ClockStep.unfollow)
    OwnClocks.shared.remove(self)
  }

  /// Whether it was made in no test, as one in a static property: each sleep belongs to the test that it is made in.
  var isOfNoTest: Bool { !home.isOfTest }

  /// The time that the clock shows.
  public var now: Instant { contents.withLock { $0.now } }
  /// The smallest step of the clock, which is zero.
  public var minimumResolution: Duration { .zero }

  /// Notes the arrival of a request, which is progress; returns the time.
  func noteRequest() -> Instant { contents.withLock { $0.noteRequest() } }

  /// Wakes tasks in the order of their deadlines, and of falling asleep if they are equal: each when what the one before has led
  /// to has settled.
  ///
  /// - Parameters:
  ///   - place: The line of the test that moves the time; nil if the clock moves by itself.
  ///   - target: The new time.
  func move(noting place: CodePlace?, to target: (inout Contents) -> Instant) {
    let woken = contents.withLock { contents in
      let start = contents.now
      contents.move(to: target(&contents))
      if let place { contents.note(Move(start: start, end: contents.now, place: place)) }
      return contents.sleepers.removeDue(at: contents.now)
    }
    guard woken.count > 1, SimulationContext.current.order == nil else { return woken.forEach { $0.wake() } }
    let harness = home.ofCaller
    let work = ClockStep.beginAwakening()
    let oldest = oldestUser
    // The pool may be blocked by tests that wait for these.
    startOnOwnThreads {
      for sleeper in woken { await CaughtJobs.run(in: harness, oldest: oldest) { sleeper.wake(checkingInWith: $0) } }
      withExtendedLifetime(work) {}
    }
  }
}

extension VirtualClock {
  /// A time on a ``VirtualClock``, counted from the creation of the clock.
  public struct Instant: InstantProtocol, Hashable, Sendable {
    /// The time since the beginning.
    public var offset: Duration

    /// Creates an instant.
    ///
    /// - Parameter offset: The time since the beginning.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// Returns a later instant.
    ///
    /// - Parameter duration: The time in between.
    /// - Returns: The later instant, at most 292 billion years from the beginning.
    public func advanced(by duration: Duration) -> Self {
      Self(offset: offset + max(.zero - Self.end - offset, min(duration, Self.end - offset)))
    }

    /// A back-off that doubles for ever ends there, since it must not overflow.
    private static let end = Duration.seconds(Int64.max)

    /// Returns the time from this instant to another.
    ///
    /// - Parameter other: The other instant.
    /// - Returns: The time between the two; negative if the other is earlier.
    public func duration(to other: Self) -> Duration { other.offset - offset }

    /// Returns whether one instant is before another.
    ///
    /// - Parameters:
    ///   - left: An instant.
    ///   - right: Another instant.
    /// - Returns: Whether the first is earlier.
    public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
  }
}

extension VirtualClock.Instant: CustomStringConvertible {
  /// The seconds from the beginning.
  public var description: String { offset.inWords }
}

extension VirtualClock {
  /// Sleeps until the time has been moved to a deadline; cancelling the task ends the sleep at once.
  ///
  /// - Parameters:
  ///   - deadline: The time to wake.
  ///   - tolerance: Ignored, since virtual time is exact.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep(until: deadline, as: .sleeper)
  }

  /// - Parameters:
  ///   - deadline: The time to wake.
  ///   - kind: The kind of sleep.
  ///   - subject: The answer that is awaited; nil for a sleep of the code under test.
  ///   - request: The request that a reader of events sends then; nil for another sleep.
  package func sleep(
    until deadline: Instant, as kind: Sleeper.Kind, for subject: (@Sendable () -> String)? = nil,
    before request: URLRequest? = nil
  ) async throws {
    let id = contents.withLock { $0.makeID() }
    let jobs = try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        fallAsleep(
          Sleeper(
            id: id, kind: kind, deadline: deadline, continuation: continuation, subject: subject, nextRequest: request))
      }
    } onCancel: {
      let sleeper = contents.withLock { contents in
        let sleeper = contents.sleepers.remove(id)
        if sleeper?.kind == .sleeper { contents.lastCancelled = sleeper?.deadline }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
    await jobs?.checkIn()
    if isWatched { reportHang(of: id, isOfSleep: subject == nil) }
  }

  private enum FallingAsleep { case sleep([Watcher]), wake, cancel }

  private func fallAsleep(_ sleeper: Sleeper) {
    ClockStep.noteSleep()
    let next: FallingAsleep = contents.withLock { contents in
      // Under the lock: a later cancellation finds the sleeper.
      if Task.isCancelled { return .cancel }
      if sleeper.deadline <= contents.now { return .wake }
      if let left = contents.sleepsLeft, left > 0, sleeper.kind == .sleeper, sleeper.subject == nil {
        contents.sleepsLeft = left - 1
        return .cancel
      }
      contents.add(sleeper)
      return .sleep(contents.removeSatisfiedWatchers())
    }
    switch next {
    case .sleep(let watchers):
      if sleeper.kind != .timeLimit { watchSleepers() }
      for watcher in watchers { watcher.state.call {} }
    case .wake: sleeper.wake()
    case .cancel: sleeper.continuation.resume(throwing: CancellationError())
    }
  }

  package var nextDeadline: Instant? { contents.withLock { $0.sleepers.nextDeadline } }

  /// Moves the time to an instant and returns the tasks that slept until then, still asleep.
  func removeSleepers(at instant: Instant) -> [Sleeper] {
    contents.withLock { contents in
      contents.move(to: instant)
      return contents.sleepers.removeDue(at: contents.now)
    }
  }
}

/// A clock on which no sleep takes time: each ends immediately, at its deadline.
///
/// Use it if the waiting of the code does not matter to a test, such as a retry with back-off. It shows the latest deadline.
public final class ImmediateClock: Clock, Sendable {
  private let time = Guarded(VirtualClock.Instant())

  /// Creates a clock that shows zero.
  public init() {}
  /// The latest deadline of a sleep.
  public var now: VirtualClock.Instant { time.withLock { $0 } }
  /// The smallest step of the clock, which is zero.
  public var minimumResolution: Duration { .zero }

  /// Moves the time to a deadline, and lets other tasks run.
  ///
  /// - Parameters:
  ///   - deadline: The new time of the clock.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: VirtualClock.Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    // Code that sleeps in a loop must not block its thread.
    await Task.yield()
    try Task.checkCancellation()
  }
}
