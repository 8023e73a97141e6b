public import NetworkEndpoints
public import Testing

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A transport that answers from stubs and remembers what it was asked.
///
/// The code under test takes a transport:
///
/// ```swift
/// struct Catalogue {
///   let loader: EndpointLoader
///   func latest() async throws -> Item { try await loader.load(endpoint: .latestItem, using: "12345") }
/// }
/// ```
///
/// A test hands it this one:
///
/// ```swift
/// @Test func latest() async throws {
///   let transport = MockTransport(.get("/items/latest").respond(json: ["title": "Tea"]))
///   let catalogue = Catalogue(loader: EndpointLoader(transport: transport, host: "test"))
///   #expect(try await catalogue.latest().title == "Tea")
/// }
/// ```
///
/// It is strict: a request that no stub answers fails the test it was made in, even where the code under test swallows
/// the error, and so does a stub that is never used. Unused stubs are reported by ``RememberingTransport/verify(sourceLocation:)``, and at the latest when the
/// transport is released.
public actor MockTransport: RememberingTransport {
  /// What a request changes when it comes, under a lock.
  ///
  /// A session asks from a thread that can neither wait for an actor nor lend itself to one: other work that waits for the
  /// actor would continue there, in the middle of the session.
  struct State {
    var table = StubTable()
    /// The clock of the test, if it was known when the transport was made.
    var testClock = VirtualClock.current
  }

  nonisolated let state: Guarded<State>
  /// What the transport was asked.
  public nonisolated let log = RequestLog()
  /// What the random delays of this transport begin with.
  let seed: UInt64
  let trait: TraitSource?
  let givenLocation: SourceLocation
  let givenClock: (any Clock<Duration>)?
  /// What decided when answers arrive where the transport was made, for callers that no longer see it.
  let answerOrder = SimulationContext.current.order

  /// Creates a transport for the current test.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; of those that match, the first that is not used up answers.
  ///   - delay: How long answers take that have no delay of their own.
  ///   - clock: The clock on which delays and time-outs pass; nil for ``VirtualClock/current``, and else real time.
  ///   - sourceLocation: Where an unanswered request is recorded.
  public init(
    _ stubs: Stub..., delay: Delay? = nil, clock: (any Clock<Duration>)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    self.init(stubs, delay: delay, clock: clock, sourceLocation: sourceLocation)
  }

  /// Creates a transport for the current test.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; of those that match, the first that is not used up answers.
  ///   - delay: How long answers take that have no delay of their own.
  ///   - clock: The clock on which delays and time-outs pass; nil for ``VirtualClock/current``, and else real time.
  ///   - sourceLocation: Where an unanswered request is recorded.
  public init(
    _ stubs: [Stub], delay: Delay? = nil, clock: (any Clock<Duration>)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    givenLocation = sourceLocation
    trait = nil
    givenClock = clock
    seed = SimulationContext.current.seed
    var state = State()
    _ = state.table.push(delay: delay)
    let hidden = state.table.add(stubs)
    self.state = Guarded(state)
    log.report(stubs, hidden: hidden)
    SharedProperty.warnOfTransport(at: sourceLocation)
  }

  /// Says what a matcher lacks.
  @available(*, unavailable, message: "a matcher answers nothing: add its answer, as in .get(…).respond(status: 200)")
  public init(_ matchers: RequestMatcher...) { self.init([Stub]()) }

  /// Creates a transport for a trait, which opens scopes in it.
  ///
  /// - Parameters:
  ///   - trait: The trait.
  ///   - seed: What random delays begin with.
  init(trait: TraitSource, seed: UInt64 = 0) {
    givenLocation = trait.location
    self.trait = trait
    self.seed = seed
    givenClock = nil
    state = Guarded(State())
  }

  deinit {
    // The last chance to verify.
    let hasReported = log.hasReported
    let table = state.withLock { $0.table }
    let found = log.takeProblems() + unusedStubs(table.entries, of: table)
    guard hasReported || !found.isEmpty else { return }
    log.record(found)
    // A trait, or a simulation, sees whether its test failed, and attaches the traffic itself.
    guard trait == nil, answerOrder == nil else { return }
    let (log, location) = (log, givenLocation)
    log.test.enter {
      if Test.current != nil { TrafficAttachment.record(log.exchanges, sourceLocation: location) }
    }
  }

  /// The clock that the test chose; nil for real time.
  ///
  /// A session asks from outside of the test's task, where only what was noted before is known.
  nonisolated var chosenClock: (any Clock<Duration>)? {
    givenClock ?? state.withLock { $0.testClock } ?? VirtualClock.current
  }

  /// Takes the clock of the test, unless it has one.
  func use(_ clock: VirtualClock) {
    state.withLock { $0.testClock = $0.testClock ?? clock }
  }

  /// Forgets the requests so far and what they used up; calls in flight continue and still get their answers.
  public func reset() {
    state.withLock { state in
      state.table.reset()
      log.reset()
    }
  }

  /// Reports requests that were not answered and stubs that were not used.
  ///
  /// This is what `verify()` does.
  public func verify(at sourceLocation: SourceLocation) throws {
    let table = state.withLock { state in
      defer { state.table.dischargeAll() }
      return state.table
    }
    if Test.current != nil { log.warnOfWaits(at: givenLocation) }
    try (log.takeProblems() + unusedStubs(table.entries, of: table)).reported(at: sourceLocation)
  }

  /// The stubs that were used less often than they must be, and those that nothing could lead to.
  private nonisolated func unusedStubs(_ entries: [StubEntry], of table: StubTable) -> [Problem] {
    let unused = UnusedStubs(table, log.exchanges)
    return entries.compactMap { log.explainsUnused($0.definition) ? nil : unused.problem(of: $0) }
  }
}

extension MockTransport {
  /// Moves a scenario to a state, as if a stub had led there.
  ///
  /// - Parameters:
  ///   - name: The scenario's name.
  ///   - state: The state.
  public func setScenario(_ name: String, to state: ScenarioState) {
    self.state.withLock { $0.table.states.set(name, to: state) }
  }

  /// Says which stub would answer a request now, or why none would; nothing is sent, logged or used up.
  ///
  /// ```swift
  /// print(await transport.explain(request))
  /// ```
  ///
  /// - Parameter request: The request.
  /// - Returns: The stub, and the text that a failure would have.
  public func explain(_ request: URLRequest) -> StubExplanation {
    let received = ReceivedRequest(request)
    var table = state.withLock { $0.table }
    let before = table
    if let taken = table.take(received, number: log.exchanges.count + 1) {
      return StubExplanation(taken.stub, takes: received)
    }
    return StubExplanation(UnansweredReport(received, table: before, log: log.exchanges))
  }
}

extension MockTransport {
  /// The transport of the surrounding network trait.
  ///
  /// Outside of one there is none: that is recorded as an issue, and a transport without stubs takes its place.
  public static var current: MockTransport {
    if let ambient { return ambient }
    let location =
      Test.current?.sourceLocation ?? SourceLocation(fileID: #fileID, filePath: #filePath, line: 1, column: 1)
    let transport = MockTransport(sourceLocation: location)
    transport.log.report(
      Problem(
        text: """
          MockTransport.current was used outside of a network trait

          \(Test.current == nil ? "No test runs here" : "This test has no .network trait"), so there is no transport to ask. \
          Give the test or its suite the trait: @Test(.network(…)). A detached task and a dispatch queue do not see the \
          trait of their test: read MockTransport.current before they start.
          """, sourceLocation: location))
    return transport
  }

  /// The transport of the surrounding network trait; nil where there is none.
  static var ambient: MockTransport? { AmbientNetwork.current.transport as? MockTransport }
}

extension MockTransport {
  /// Adds stubs after the present ones.
  ///
  /// - Parameter stubs: The stubs.
  public func add(_ stubs: Stub...) {
    let hidden = state.withLock { $0.table.add(stubs) }
    log.report(stubs, hidden: hidden)
  }

  /// Opens a scope whose stubs come before the present ones.
  ///
  /// - Returns: Its number, for ``close(_:)``.
  func open(_ stubs: [Stub], delay: Delay? = nil, arePromises: Bool) -> Int {
    let (scope, hidden) = state.withLock { state in
      (state.table.push(delay: delay), state.table.add(stubs, arePromises: arePromises))
    }
    log.report(stubs, hidden: hidden)
    return scope
  }

  /// Closes a scope.
  ///
  /// - Returns: The stubs of the scope that were used less often than they must be.
  func close(_ scope: Int) -> [Problem] {
    let (table, entries) = state.withLock { state in
      let table = state.table
      return (table, state.table.pop(scope))
    }
    return unusedStubs(entries, of: table)
  }
}

extension MockTransport {
  /// Answers a request from the stubs.
  ///
  /// - Parameter request: The request. Its `timeoutInterval` is kept, on the transport's clock.
  /// - Returns: The answer of the first stub that takes it.
  /// - Throws: ``UnansweredRequest`` if none does; the error that the stub answers with; `URLError.timedOut`;
  ///   `URLError.cancelled` when the task is cancelled.
  public func send(_ request: URLRequest) async throws -> HTTPResponse {
    if let test = log.test, Test.current == nil { return try await test.perform { try await self.send(request) } }
    // As a session, which sends nothing then.
    if Task.isCancelled { throw URLError(.cancelled) }
    let call = try begin(request, await turn(of: request))
    if let response = call.response { return response }
    return try await finish(call) { try await call.finish($0) }
  }

  /// Answers a request from the stubs, the chunks of a streamed answer each at its time.
  ///
  /// - Parameter request: The request. Its `timeoutInterval` is kept, on the transport's clock.
  /// - Returns: The answer of the first stub that takes it.
  /// - Throws: As ``send(_:)``.
  public func stream(_ request: URLRequest) async throws -> HTTPStream {
    if let test = log.test, Test.current == nil { return try await test.perform { try await self.stream(request) } }
    if Task.isCancelled { throw URLError(.cancelled) }
    switch try await reply(to: begin(request, turn(of: request))) {
    case .whole(let response): return HTTPStream(response)
    case .stream(let stream): return stream
    }
  }

  /// The answer to a request that was taken, as soon as its head is there.
  func reply(to call: Call) async throws -> Answer.Reply {
    if let response = call.response { return .whole(response) }
    return try await finish(call) { try await call.relay($0) }
  }

  /// Takes a request: from now on it is in the log, and its stub is used.
  ///
  /// Under the lock stubs are matched and used up, and nothing else happens there. A matcher with a predicate calls code of
  /// the test, which must not use this transport.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - turn: When its answer arrives, in a simulation.
  nonisolated func begin(_ request: URLRequest, _ turn: (any AnswerTurn)? = nil) throws -> Call {
    let received = ReceivedRequest(request)
    // Its time begins before the log shows it: a test that sees it there may move the time at once.
    let timeline = chosenClock.map { Timeline(of: request, on: $0, faultsWait: true) }
    let isLost = turn?.losesRequest ?? false
    let (number, taken, table): (Int, TakenStub?, StubTable?) = state.withLock { state in
      let number = log.append(received)
      // A request that is lost uses up no stub.
      var copy = isLost ? state.table : StubTable()
      let taken = isLost ? copy.take(received, number: number) : state.table.take(received, number: number)
      return (number, taken, taken == nil ? state.table : nil)
    }
    var call = Call(request: received, number: number, log: log, taken: taken, turn: turn)
    defer { log.inbox.add(received, for: received) }
    if isLost, let taken { log.excuse(taken.stub) }
    guard let taken else {
      call.settle(.unanswered)
      throw unanswered(received, table ?? StubTable())
    }
    if turn == nil, taken.delay == nil, var response = taken.answer.readyResponse {
      if response.url == nil { response.url = received.url }
      call.response = response
      call.settle(.answered(response))
    } else {
      call.timeline = timeline ?? Timeline(of: request, on: ContinuousClock(), faultsWait: false)
    }
    return call
  }

  /// Reports that no stub answers a request.
  private nonisolated func unanswered(_ request: ReceivedRequest, _ table: StubTable) -> UnansweredRequest {
    let location = trait?.traitLocation ?? givenLocation
    guard !log.isOver else {
      let explanation = UnansweredReport.afterTheTest(request, location)
      log.report(Problem(text: explanation, sourceLocation: location))
      return UnansweredRequest(request: request, explanation: explanation)
    }
    let report = UnansweredReport(request, table: table, log: log.exchanges)
    var explanation = report.text
    // The same again says nothing new, and to look for its callers takes milliseconds.
    if log.isNewUnanswered(explanation) {
      explanation = report.text(callers: .current())
      log.reportUnanswered(Problem(text: explanation, sourceLocation: location), missed: report.meant?.stub)
    }
    return UnansweredRequest(request: request, explanation: explanation)
  }

  /// In a simulation, waits until the request may arrive.
  private func turn(of request: URLRequest) async throws -> (any AnswerTurn)? {
    guard let order = SimulationContext.current.order ?? answerOrder else { return nil }
    do { return try await order.arrive(ReceivedRequest(request)) } catch { throw URLError(.cancelled) }
  }

  /// Waits for the answer of a stub, and hands it on.
  private func finish<Result>(
    _ call: Call, _ use: (Answer.Reply) async throws -> Result
  ) async throws -> Result {
    // Set for every call that has no response yet.
    guard let taken = call.taken, let timeline = call.timeline else { throw URLError(.unknown) }
    let duration = taken.delay.map { $0.delay.duration(at: $0.index, run: seed) }
    let clock = chosenClock as? VirtualClock
    log.wait(call.number) {
      let when = duration.map { " after \($0.inWords)" } ?? ""
      return "\(taken.stub.shown) gives it\(when)\(clock.map { ", on a clock that is at \($0.now)" } ?? "")."
    }
    return try await withTaskCancellationHandler {
      try await finish(call, taken, timeline, delay: duration ?? .zero, use)
    } onCancel: {
      log.endWait(call.number)
    }
  }

  private func finish<Result>(
    _ call: Call, _ taken: TakenStub, _ timeline: Timeline, delay: Duration,
    _ use: (Answer.Reply) async throws -> Result
  ) async throws -> Result {
    do {
      try await wait(.toService, of: call, timeline)
      let arrival = timeline.elapsed
      let reply: Swift.Result<Answer.Reply, any Error>
      let answer: @Sendable () async throws -> Answer.Reply = {
        try await taken.answer.reply(to: call.request, on: timeline, after: delay)
      }
      call.turn?.repeats { _ = try await answer() }
      // A failure that took time is a time-out, which the caller notices itself.
      do {
        reply = .success(try await answer())
      } catch  where timeline.elapsed == arrival { reply = .failure(error) }
      try await wait(.back, of: call, timeline)
      return try await use(try reply.get())
    } catch let error as UnusableAnswer {
      call.settle(.failed(error.cause))
      log.report(.unusableAnswer(of: taken.stub, to: call.request, error.cause))
      throw error.cause
    } catch {
      call.settle(.failed(error))
      throw error
    }
  }

  /// In a simulation, waits until the request or the answer may arrive. An answer with a delay arrives when that is over.
  private func wait(_ way: AnswerWay, of call: Call, _ timeline: Timeline) async throws {
    guard let turn = call.turn else { return }
    let takesTime = call.taken?.delay == nil
    // Only then, since each limit is a task more.
    let limit = timeline.timeout.flatMap { takesTime && turn.latency >= $0 ? $0 : nil }
    do {
      try await timeline.limit(to: limit) { try await turn.wait(way, takesTime: takesTime) }
    } catch let loss as AnswerLoss {
      if loss.isSilent, timeline.timeout != nil { try await timeline.stall(after: .zero, waits: true) }
      throw URLError(.networkConnectionLost)
    } catch {
      throw error as? URLError ?? URLError(.cancelled)
    }
  }
}

extension Answer {
  /// The response, where nothing has to be done for it but to read a file.
  fileprivate var readyResponse: HTTPResponse? {
    switch storage {
    case .response(let response): response
    case .file(let read): try? read()
    default: nil
    }
  }
}
