extension VirtualClock {
  /// The deadlines of the sleeping tasks, the next one first.
  public var deadlines: [Instant] { snapshot.deadlines }

  var snapshot: (now: Instant, deadlines: [Instant]) { contents.withLock { ($0.now, $0.sleepers.deadlines) } }

  /// Waits until at least this many tasks sleep on this clock, which is the moment to move its time.
  ///
  /// - Parameters:
  ///   - count: The number of tasks that must sleep at once.
  ///   - timeout: The longest wait, in real time.
  ///   - isolation: The actor of the caller.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The path of that file.
  ///   - line: The line that a failure names.
  ///   - column: The column of the call.
  /// - Returns: Their deadlines, the next one first.
  /// - Throws: ``VirtualClockError`` if too few fall asleep in time; `CancellationError` if the task is cancelled.
  @discardableResult public func waitForSleepers(
    _ count: Int, timeout: Duration = .seconds(10), isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) async throws -> [Instant] {
    try await waitForSleepers(
      count, within: .ofWait(timeout), isolation: isolation,
      place: CodePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  func waitForSleepers(
    _ count: Int, within limit: TimeLimit, isolation: isolated (any Actor)? = #isolation,
    place: CodePlace
  ) async throws -> [Instant] {
    _ = follow()
    let state = CallbackState()
    contents.withLock { contents in
      if contents.sleepers.count >= count { return state.call {} }
      contents.add(Watcher(count: count, state: state))
    }
    let note = TimedWaits.note(limit)
    await limit.waitForEnd(of: state, isolation: isolation)
    withExtendedLifetime(note) {}
    switch state.outcome?.end {
    case .called: return deadlines
    case .timedOut: throw VirtualClockError(tooFewOf: count, within: limit, on: self, at: place)
    default: throw CancellationError()
    }
  }
}

extension VirtualClock: CustomStringConvertible {
  /// The time, and the number of sleeping tasks with their deadlines.
  public var description: String {
    let (now, deadlines) = snapshot
    return "VirtualClock at \(now), \(VirtualClockError.sleepers(until: deadlines))"
  }
}

extension VirtualClock {
  /// A move by a test.
  package struct Move: Sendable {
    let start: Instant
    let end: Instant
    /// The line that moves it.
    let place: CodePlace
  }

  /// A wait until this many tasks sleep.
  struct Watcher {
    let count: Int
    let state: CallbackState
  }

  /// The state that the clock's lock guards.
  package struct Contents {
    package private(set) var now: Instant
    /// Whether a test has moved it, even by zero.
    private(set) var isMoved = false
    /// The last move by a test.
    package private(set) var lastMove: Move?
    /// A number that grows with each move, and with each request on the clock.
    private(set) var progress = 0
    /// The number of looks at the clock.
    var looks = 0
    /// The number of moves by itself, since the test did not move it.
    var moves = 0
    /// How many more sleeps end in an error at once, since it has moved by itself too often; nil before.
    var sleepsLeft: Int?
    /// The problems that sleeping tasks are to record when they wake, by the numbers of their sleeps.
    var hangs: [Int: Problem] = [:]
    /// The number of the oldest task that has slept on the clock.
    var oldestTask: UInt64?
    /// The tests that have been told so; a clock in a static property has several.
    var givenUpBy: Set<ProblemOwner> = []
    /// The deadline of the last sleep of the code under test that was cancelled.
    var lastCancelled: Instant?
    private(set) var lastID = 0
    package var sleepers = SleeperQueue()
    private var watchers: [Watcher] = []

    init(now: Instant) { self.now = now }

    /// Moves the time forward, and never back.
    package mutating func move(to instant: Instant) {
      now = max(now, instant)
      progress += 1
    }

    /// Adds a sleeping task.
    mutating func add(_ sleeper: Sleeper) {
      sleepers.add(sleeper)
      if let id = sleeper.task?.id { oldestTask = min(id, oldestTask ?? id) }
    }

    /// Notes a move by a test.
    mutating func note(_ move: Move) {
      lastMove = move
      isMoved = true
    }

    /// Notes the arrival of a request; returns the time.
    mutating func noteRequest() -> Instant {
      progress += 1
      return now
    }

    mutating func makeID() -> Int {
      lastID += 1
      return lastID
    }

    mutating func add(_ watcher: Watcher) {
      watchers.removeAll { $0.state.hasEnded }
      watchers.append(watcher)
    }

    mutating func removeSatisfiedWatchers() -> [Watcher] {
      // Nearly always.
      if watchers.count == 0 { return [] }
      let count = sleepers.count
      defer { watchers.removeAll { $0.count <= count } }
      return watchers.filter { $0.count <= count }
    }
  }
}
