/// A transport that passes each request to the test, which decides when to answer it.
///
/// This turns a race into a test: the older answer arrives after the newer one, every time.
///
/// ```swift
/// @Test func olderAnswerDoesNotWin() async throws {
///   let transport = SuspendedTransport()
///   let search = Search(loader: EndpointLoader(transport: transport, host: "test"))
///   search.type("s")
///   let older = try await transport.nextCall()
///   search.type("swift")
///   let newer = try await transport.nextCall()
///   newer.answer(json: ["Swift"])
///   older.answer(json: ["Sweden"])
///   …
/// }
/// ```
public actor SuspendedTransport: RememberingTransport {
  /// The requests and their outcomes.
  public nonisolated var log: RequestLog { rest.log }
  private let rest: SuspendedRest
  /// The states of the calls and the tests that made them, by the numbers of the log: a broken upload is no call.
  private var calls: [Int: (wait: SuspendedWait, owner: ProblemOwner)] = [:]
  private let clock: any Clock<Duration>
  private let client: SendingClient?
  /// The time since the transport was created, if its clock is neither real nor of this package.
  private let timeSinceStart: Timeline?
  /// The real time at which the transport was created.
  private let startTime = time(nil)
  private let place: CodePlace

  /// Creates a transport for the current test.
  ///
  /// - Parameters:
  ///   - clock: The clock for time-outs and delays of answers; by default ``/NetworkStubs/VirtualClock/current`` or real time.
  ///   - client: The client that it stands in for; by default the test's, or else a `URLSession`.
  ///   - sourceLocation: The location of issues about calls without an answer.
  public init(
    clock: (any Clock<Duration>)? = nil, client: SendingClient? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    self.client = client ?? SendingClient.ofTest
    self.clock = clock ?? VirtualClock.current ?? ContinuousClock()
    place = CodePlace(sourceLocation)
    rest = SuspendedRest(log: RequestLog(TestHarness.ofDouble(at: place)), clock: self.clock as? VirtualClock)
    timeSinceStart = Timeline.ofOtherClock(clock, in: rest.harness)
    _ = TestDoubles.add(rest.log, at: place)
    TestDoubles.addWaiting(rest)
    ProcessEnd.keep(rest)
  }

  /// Explains who answers.
  @available(
    *, unavailable,
    message: "it has no stubs: take each call by nextCall(), and answer it, as in call.answer(status: 200)"
  )
  public init(_ stubs: Stub...) { self.init() }

  deinit { rest.harness.end(rest) }

  /// Returns the next call that a matcher takes, and waits for it if necessary.
  ///
  /// Each call is returned once, including one that has already come.
  ///
  /// - Parameters:
  ///   - matcher: The matcher.
  ///   - timeout: The longest wait, in real time.
  ///   - sourceLocation: The line that a failure names.
  /// - Returns: The call, for the test to answer.
  /// - Throws: ``/NetworkStubs/RequestWaitError`` if none comes in time; `CancellationError` if the task is cancelled.
  public func nextCall(
    matching matcher: RequestMatcher = .any, timeout: Duration = .seconds(10),
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> SuspendedCall {
    // A caller that has left no longer needs an answer.
    while let call = rest.inbox.take(matcher) {
      rest.noteProgress()
      if !call.isAbandoned { return call }
    }
    let limit = TimeLimit.ofWait(timeout)
    let note = TimedWaits.note(limit)
    defer { withExtendedLifetime(note) {} }
    if let call = try await rest.inbox.next(matching: matcher, within: limit) { return call }
    throw RequestWaitError(noRequest: matcher, within: limit, seen: seen, place: CodePlace(sourceLocation))
  }

  /// Explains the label of a matcher.
  @available(*, unavailable, message: "write nextCall(matching: .get(…))")
  public func nextCall(_ matcher: RequestMatcher) async throws -> SuspendedCall {
    try await nextCall(matching: matcher)
  }

  /// The number of callers that wait for an answer.
  package var waitingCount: Int { calls.values.count { $0.wait.end == nil } }

  /// Waits until the test answers.
  ///
  /// - Parameter request: The request. Its `timeoutInterval` is kept, on the transport's clock.
  /// - Returns: The answer from the test.
  /// - Throws: The error that the test answers with; `URLError.timedOut`; `URLError.cancelled` if the task is cancelled.
  public func send(_ request: URLRequest) async throws -> HTTPResponse {
    try await reply(to: request) { call, reply in
      let date = await self.date
      return try await call.finish(reply).received(for: request, cameInPieces: reply.isInPieces, at: date)
    }
  }

  /// Waits until the test answers, and passes on the chunks of a streamed answer as they come.
  ///
  /// - Parameter request: The request. Its `timeoutInterval` is kept, on the transport's clock.
  /// - Returns: The answer from the test.
  /// - Throws: As ``send(_:)``.
  public func stream(_ request: URLRequest) async throws -> HTTPStream {
    try await reply(to: request) { try await $0.relay($1) }.stream.received(for: request, at: date)
  }

  /// The date of an answer that is sent now.
  private var date: ServerDate {
    .since(startTime, Timeline.virtualNow(on: clock) ?? timeSinceStart?.elapsed)
  }

  private func reply<Result: Sendable>(
    to request: URLRequest, _ use: @escaping @Sendable (Call, Answer.Reply) async throws -> Result
  ) async throws -> Result {
    if log.harness.isCallerOutside { return try await log.harness.perform { try await self.reply(to: request, use) } }
    // Like a session, which sends nothing then.
    if Task.isCancelled { throw URLError(.cancelled) }
    try check(request)
    let received = ReceivedRequest(request)
    // The time starts before the test knows of the request, and may move the time.
    let timeline = Timeline(of: request, on: clock, in: log.harness)
    let kept = log.kept(received)
    let number = log.append(kept, at: Timeline.virtualNow(on: clock) ?? timeSinceStart?.elapsed)
    let call = Call(request: received, number: number, log: log, timeline: timeline)
    do {
      // Before a test can take it, and end.
      log.wait(number) { "the test has not answered it." }
      // In real time, its own time-out ends it.
      let isLimited = timeline.isReal && timeline.timeout != nil
      let wait = handOut(received, kept, number: number, isLimited: isLimited)
      let answer = try await withTaskCancellationHandler {
        do { return try await timeline.limit(to: timeline.timeout) { try await wait.answer() } } catch {
          wait.leave()
          throw error
        }
      } onCancel: {
        wait.leave()
        log.endWait(number)
      }
      let delay = answer.delay?.duration(at: 0) ?? .zero
      let reply = try await answer.reply(
        to: received, on: Timeline(of: request, on: clock, in: log.harness), after: delay)
      return try await use(call, reply.served(to: request))
    } catch let error as HungCall {
      // Recorded in the task that waits, and so in its test and its known issues.
      if let problem = error.problem { log.harness.recordHang(problem) }
      call.settle(.failed(error.error))
      throw error.error
    } catch let error as UnusableAnswer {
      call.settle(.failed(error.thrown))
      log.report(.unusableAnswer(to: received, error.cause, place))
      throw error.thrown
    } catch {
      call.settle(.failed(error))
      throw error
    }
  }

  /// Checks a request as the client would that the transport stands in for.
  private func check(_ request: URLRequest) throws {
    guard (client ?? SendingClient.current) == .urlSession else { return }
    if let error = log.refusal(of: request)?.error { throw error }
    log.reportDefects(of: request, at: place)
  }

  /// Passes a request to the test, and what the log keeps of it to those who wait for a request.
  private func handOut(
    _ request: ReceivedRequest, _ kept: ReceivedRequest, number: Int, isLimited: Bool
  ) -> SuspendedWait {
    let call = SuspendedCall(request, number: number, log: log, origin: place)
    calls[number] = (call.wait, log.harness.owner(andTask: false))
    rest.add(call.wait, isLimited: isLimited)
    let reader = RequestReader(request)
    rest.inbox.add(call, for: reader)
    log.inbox.add(kept, for: kept.isWhole ? reader : RequestReader(kept))
    return call.wait
  }

  private var seen: [String] {
    let seen = log.exchanges.map { exchange in
      guard let call = calls[exchange.number] else {
        return "\(exchange.title) (\(exchange.outcome.remark ?? "is no call"))"
      }
      return switch call.wait.end {
      case nil: "\(exchange.title) (waits)"
      case .answered: "\(exchange.title) (answered)"
      case .left: "\(exchange.title) (its caller gave up)"
      case .dropped: "\(exchange.title) (released)"
      }
    }
    return seen + log.refusals
  }

  /// Reports callers that still wait for an answer, and calls that were released without one or answered twice.
  ///
  /// This is what `verify()` does.
  public func verify(at place: CodePlace) throws {
    let owner = log.harness.owner(andTask: false)
    let open = log.exchanges.filter { exchange in
      calls[exchange.number].map { $0.wait.end == nil && [.own, owner].contains($0.owner) } ?? false
    }
    let waiting = open.map { exchange in
      Problem(
        text: """
          \(exchange.title) was not answered

          Its caller still waits. Take each call with `nextCall()` and answer it, or cancel the task that made it.
          """, place: place)
    }
    try (log.takeProblems() + waiting).reported(at: place)
  }
}

extension SuspendedTransport: PausingTransport {
  package nonisolated func pause(for duration: Duration, before request: URLRequest?) async throws {
    try await Timeline(on: clock, in: log.harness).sleep(until: duration)
  }
}

/// The calls of a suspended transport that nobody has answered, also for the end of the process.
private final class SuspendedRest: KeptDouble, Watched {
  let log: RequestLog
  let hasPromises = false
  var harness: any Harness { log.harness }
  let inbox = Inbox<SuspendedCall>()
  /// The calls whose callers may wait, also those that the test has taken, and keeps.
  private let waits = Guarded<[(wait: SuspendedWait, isLimited: Bool)]>([])
  private let clock: VirtualClock?
  private let watch = WaitWatch()
  /// A number that grows when the test takes a call.
  private let steps = Guarded(0)
  /// Whether a simulation, which watches its runs, has made it.
  private let isSimulated = SimulationContext.current.clock != nil

  init(log: RequestLog, clock: VirtualClock?) {
    self.log = log
    self.clock = clock
  }

  /// Adds a call, and forgets those that have ended.
  func add(_ wait: SuspendedWait, isLimited: Bool) {
    waits.withLock { waits in
      // At powers of two, or each of thousands of open calls would look through the others.
      if waits.count >= 64, waits.count.nonzeroBitCount == 1 { waits.removeAll { $0.wait.end != nil } }
      waits.append((wait, isLimited))
    }
    if !isSimulated { watch.begin(for: self) }
  }

  /// Notes that the test has taken a call.
  func noteProgress() { steps.withLock { $0 += 1 } }

  var progress: [Int]? {
    let (count, waiting) = waits.withLock { ($0.count, $0.count { $0.wait.end == nil && !$0.isLimited }) }
    guard waiting > 0, harness.isOver != true else { return nil }
    // What sleeps on the clock is that clock's to say.
    let isBusy = clock?.progress != nil || TimedWaits.includes(log.harness.testName)
    let steps = steps.withLock { steps in
      if isBusy { steps += 1 }
      return steps
    }
    return [count, waiting, steps, clock?.moves ?? 0]
  }

  /// Ends the calls that wait for the test, which may wait for them.
  func endWait() {
    let open = waits.withLock { $0.filter { $0.wait.end == nil && !$0.isLimited } }.map(\.wait)
    // A test that was cancelled has promised no answer.
    let isTold = !harness.isCancelled
    for (index, wait) in open.enumerated() { wait.hang(besides: isTold && index == 0 ? open.count - 1 : nil) }
  }

  // Their callers get an error, so that they end.
  func takeProblems(isComplete: Bool) -> [Problem] {
    var problems = log.takeProblems()
    var dropped: [Problem] = []
    while let call = inbox.take(.any) {
      if let problem = call.wait.drop(because: "was not taken by the test, and has no answer") {
        dropped.append(problem)
      }
    }
    let kept = waits.withLock { waits in
      defer { waits = [] }
      return waits
    }
    dropped += kept.compactMap { $0.wait.drop(because: "was taken by the test, which has not answered it") }
    if isComplete { problems += dropped }
    return problems
  }
}
