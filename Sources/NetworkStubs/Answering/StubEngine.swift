/// The stubs of a transport, its log and its clock.
///
/// Sessions and servers ask from threads that can neither wait for an actor nor run its work: other work queued on the actor
/// would continue there, in the middle of the session. So the state is behind a lock.
public final class StubEngine: Sendable {
  /// The state that changes with each request.
  struct State {
    var table = StubTable()
    /// The clock of the test, if it was known when the transport was created.
    var testClock = VirtualClock.current
    /// The traits of the open scopes that the test itself has, by the numbers of the scopes.
    var traits: [Int: TraitSource] = [:]
    /// The network of the test that the transport was created in, which is another one.
    weak var networkOfTest: StubEngine?
    /// The memories of its stubs' services, by their names.
    var memories: [String: any Sendable] = [:]

    /// Lets the service of a stub, if it has one, decide on the answer to a request.
    ///
    /// - Returns: The problem to report, or nil.
    mutating func askService(_ taken: inout TakenStub, _ request: ReceivedRequest, _ number: Int, at now: Duration?)
      -> String?
    {
      guard let service = taken.answer.service else { return nil }
      let others = table.entries.lazy.compactMap { $0.definition.answers.first?.service }
      let call = StubService.Call(
        request: request, number: number, now: now ?? StubEngine.start.duration(to: .now), isVirtual: now != nil,
        settings: others.first { $0.name == service.name && $0.settings != nil }?.settings)
      let reply = service.reply(&memories[service.name], call, taken.answer)
      taken.answer = reply.0
      return reply.problem
    }
  }

  /// The start of real time for services.
  private static let start = ContinuousClock.now

  let state: Guarded<State>
  /// The requests and their outcomes.
  package let log: RequestLog
  /// The seed of random delays.
  package let seed: UInt64
  /// The trait that has made the transport; nil for a transport that a test created.
  package let trait: TraitSource?
  /// The line where the transport was created.
  package let place: CodePlace
  private let givenClock: (any Clock<Duration>)?
  /// The client that the transport stands in for, if it was given one.
  private let givenClient: SendingClient?
  /// The time since the transport was created, if its clock is neither real nor of this package.
  private let timeSinceStart: Timeline?
  /// The real time at which the transport was created.
  private let startTime = time(nil)
  /// The order of answers in effect where the transport was created, for callers that no longer see it.
  package let answerOrder = SimulationContext.current.order

  /// Creates an engine with stubs.
  package init(
    _ stubs: [Stub], delay: Delay? = nil, clock: (any Clock<Duration>)? = nil, client: SendingClient? = nil,
    in harness: any Harness, at place: CodePlace
  ) {
    self.place = place
    trait = nil
    givenClock = clock
    givenClient = client ?? SendingClient.ofTest
    timeSinceStart = Timeline.ofOtherClock(clock, in: harness)
    seed = SimulationContext.current.seed
    log = RequestLog(harness)
    var state = State()
    state.networkOfTest = (AmbientNetwork.current.transport as? any StubAnswering)?.engine
    _ = state.table.push(delay: delay)
    let hidden = state.table.add(stubs)
    self.state = Guarded(state)
    explainWaits()
    log.report(stubs, hidden: hidden)
  }

  /// Creates an engine for a trait, which opens scopes in it.
  package init(trait: TraitSource, seed: UInt64, in harness: any Harness) {
    place = trait.location
    self.trait = trait
    self.seed = seed
    givenClock = nil
    givenClient = nil
    timeSinceStart = nil
    log = RequestLog(harness)
    state = Guarded(State())
    explainWaits()
  }

  /// The clock that the test chose; nil for real time.
  ///
  /// Sessions ask from outside the test's task, where only the earlier choice is known.
  package var chosenClock: (any Clock<Duration>)? {
    givenClock ?? state.withLock { $0.testClock } ?? VirtualClock.current
  }

  /// The time that the test's clock shows; nil if that is real.
  private var virtualNow: Duration? { Timeline.virtualNow(on: chosenClock) ?? timeSinceStart?.elapsed }

  /// The date of an answer that is sent now.
  package var date: ServerDate { .since(startTime, virtualNow) }

  /// The client that the transport stands in for.
  var client: SendingClient { givenClient ?? SendingClient.current }

  /// The line for problems of no stub: where the transport was made or, for one of a trait, the last trait that the test itself has,
  /// or else the test. The line of its suite would be that of all its tests.
  var reportPlace: CodePlace {
    guard trait != nil else { return place }
    let own = state.withLock { $0.traits.max { $0.key < $1.key }?.value }
    return own?.traitLocation ?? log.harness.place
  }

  /// Adopts the clock of the test, unless the engine has one.
  package func use(_ clock: VirtualClock) { state.withLock { $0.testClock = $0.testClock ?? clock } }

  /// Forgets the requests so far and what they used up; calls in flight continue and still get their answers.
  package func reset() {
    let forgotten = state.withLock { state in
      state.table.reset()
      state.memories = [:]
      return log.reset()
    }
    withExtendedLifetime(forgotten) {}
  }
}

extension StubEngine: KeptDouble {
  package var harness: any Harness { log.harness }
  package var hasPromises: Bool { true }
}

/// The state of a request at the moment of its arrival.
package enum Reception: Sendable {
  /// The answer is ready.
  case answered(HTTPResponse)
  /// The answer takes time.
  indirect case waits(PendingAnswer)
}

/// A check of the status and the fields of an answer that a server is to send.
package typealias SocketCheck = @Sendable (Int, HTTPHeaders) throws -> Void

/// The pending answer of a stub.
package struct PendingAnswer: Sendable {
  package let call: Call
  let taken: TakenStub
  package let timeline: Timeline
  let check: SocketCheck?

  /// Notes that its caller has left: the request is under way no more, even if its end takes a moment.
  @Sendable package func endWait() { call.log.endWait(call.number) }
}

extension StubEngine {
  package func send(_ request: URLRequest, isolation: isolated any Actor) async throws -> HTTPResponse {
    // Like a session, which sends nothing then.
    if Task.isCancelled { throw unsent(request) }
    try check(request)
    let turn = order == nil ? nil : try await turn(of: request, isolation: isolation)
    switch try receive(request, turn, from: log.senders) {
    case .answered(let response): return try response.received(for: request, at: date)
    case .waits(let answer):
      return try await wait(for: answer, isolation: isolation) { call, reply in
        let date = date
        return try await call.finish(reply).received(for: request, cameInPieces: reply.isInPieces, at: date)
      }
    }
  }

  /// Answers a request from the stubs, each chunk of a streamed answer at its time.
  package func stream(_ request: URLRequest, isolation: isolated any Actor) async throws -> HTTPStream {
    if Task.isCancelled { throw unsent(request) }
    try check(request)
    let turn = order == nil ? nil : try await turn(of: request, isolation: isolation)
    switch try receive(request, turn, from: log.senders) {
    case .answered(let response): return HTTPStream(try response.received(for: request, at: date))
    case .waits(let answer): return try await stream(answer, isolation: isolation).received(for: request, at: date)
    }
  }

  /// Takes a request, logs it and counts the use of its stub.
  ///
  /// Under the lock, stubs are matched and used up, and nothing else happens. A matcher with a predicate calls code of the test,
  /// which must not use this transport. In a simulation, the answer has a turn. The senders are the addresses of the functions that
  /// wait for it. A body may have come at the rate of the answer already, over a socket, whose answers are checked.
  ///
  /// - Throws: ``UnansweredRequest``.
  package func receive(
    _ request: URLRequest, _ turn: (any AnswerTurn)? = nil, from senders: [UInt] = [], hasUploaded: Bool = false,
    onSocket check: SocketCheck? = nil, willWait: (PendingAnswer) -> Void = { _ in }
  ) throws -> Reception {
    let received = ReceivedRequest(request), reader = RequestReader(received)
    // The rest of a large body is not remembered.
    let kept = log.kept(received)
    let clock = chosenClock
    // The time starts before the log shows the request: a test that sees it there may move the time at once.
    let timeline = clock.map { Timeline(of: request, on: $0, in: log.harness) }
    let arrival =
      (clock as? VirtualClock)?.noteRequest().offset ?? Timeline.virtualNow(on: clock) ?? timeSinceStart?.elapsed
    let isLost = if let turn { turn.losesRequest } else { false }
    var problem: String?
    let (number, found, table): (Int, TakenStub?, StubTable?) = state.withLock { state in
      let number = log.append(kept, at: arrival, from: senders)
      // A lost request uses up no stub.
      let before = isLost ? state.table : nil
      let found = state.table.take(reader, number: number)
      if let before { state.table = before }
      guard var taken = found else { return (number, nil, state.table) }
      if !isLost { problem = state.askService(&taken, received, number, at: arrival) }
      return (number, taken, nil)
    }
    defer { log.inbox.add(kept, for: kept.isWhole ? reader : RequestReader(kept)) }
    guard let taken = found else {
      turn?.end(.unanswered, by: nil)
      log.settle(number, .unanswered)
      var error = unanswered(received, at: arrival, table ?? StubTable(), isOnSocket: check != nil)
      error.isOfProgram = log.harness is ProgramHarness
      throw error
    }
    if let problem { log.report(Problem(text: problem, place: taken.stub.place.code)) }
    if isLost { log.judge { $0.explain(taken.stub) } }
    if case nil = turn, case nil = taken.delay, var response = taken.answer.kind.readyResponse {
      response = response.served(to: request, isFile: taken.answer.kind.isFile)
      if response.url == nil { response.url = received.url }
      do { try check?(response.status, response.headers) } catch {
        throw unusable(error, of: Call(request: received, number: number, log: log, stub: taken.stub), taken.stub)
      }
      log.settle(number, .answered(response), by: taken.stub)
      return .answered(response)
    }
    let isOnSocket = check != nil
    var passing = timeline ?? Timeline(of: request, on: ContinuousClock(), in: log.harness, faultsWait: isOnSocket)
    passing.isOnSocket = isOnSocket
    passing.hasUploaded = hasUploaded
    let call = Call(request: received, number: number, log: log, stub: taken.stub, timeline: passing, turn: turn)
    let answer = PendingAnswer(call: call, taken: taken, timeline: passing, check: check)
    // Before a test sees the request, which may end at once.
    noteWait(for: answer)
    willWait(answer)
    return .waits(answer)
  }

  /// Notes a request whose task was cancelled before, and returns its error.
  private func unsent(_ request: URLRequest) -> URLError {
    log.noteUnsent(request, because: "its task was already cancelled")
    return URLError(.cancelled)
  }

  /// Reports an answer that cannot be made or sent, and returns its error.
  func unusable(_ error: any Error, of call: Call, _ stub: StubDefinition) -> any Error {
    if let thrown = error as? ClosureError {
      call.settle(.failed(thrown.cause))
      // A requirement of the closure that does not hold is an issue already.
      let isKnown = ErrorText.isRequirement(thrown.cause)
      if isKnown || log.report(.unusableAnswer(of: stub, to: call.request, thrown)) {
        log.judge { $0.noteUnusable(thrown.cause) }
      }
      return thrown.cause
    }
    call.settle(.failed(error))
    // A faulty stub was an issue when it was made.
    if log.judge({ $0.isFaulty(stub) }) || log.report(.unusableAnswer(of: stub, to: call.request, error)) {
      log.judge { $0.noteUnusable(error) }
    }
    return error
  }

  /// Reports that no stub answers a request.
  private func unanswered(
    _ request: ReceivedRequest, at time: Duration?, _ table: StubTable, isOnSocket: Bool
  ) -> UnansweredRequest {
    let place = reportPlace
    guard !log.isOver else {
      let explanation = UnansweredReport.afterTheTest(request, place)
      log.report(Problem(text: explanation, place: place))
      return UnansweredRequest(request: request, explanation: explanation)
    }
    if let reason = log.judge({ $0.reason }) {
      let text = "No stub answers \("\(request)".shortened(to: 300)): \(reason)"
      return UnansweredRequest(request: request, explanation: text)
    }
    let network = state.withLock { $0.networkOfTest }
    let elsewhere = network?.explain(request.urlRequest).stub?.definition
    // The stub that waits there is not used because of this request.
    if let elsewhere { network?.log.judge { $0.explain(elsewhere) } }
    let report = UnansweredReport(request, table: table, log: log.exchanges, elsewhere: elsewhere)
    if let stub = report.nearest, log.judge({ $0.isFaulty(stub) }) {
      return UnansweredRequest(
        request: request, explanation: UnansweredReport.ofFaultyStub(request, stub), stub: ObjectIdentifier(stub))
    }
    var explanation = report.text
    // A repeated report says nothing new, and looking for the callers takes milliseconds.
    let key = "\(log.harness.caller(andTask: true))\n\(explanation)"
    if log.judge({ $0.isNew(key) }) {
      explanation = explanation.sent(by: isOnSocket ? Callers(ofClient: request) : .current(), at: time)
      let fails = log.report(Problem(text: explanation, place: place))
      log.judge { $0.noteUnanswered(key, fails: fails, near: report.meant) }
    }
    return UnansweredRequest(request: request, explanation: explanation)
  }

  private var order: (any AnswerOrder)? { SimulationContext.current.order ?? answerOrder }

  /// In a simulation, waits until the request may arrive.
  func turn(of request: URLRequest, isolation: isolated any Actor) async throws -> (any AnswerTurn)? {
    guard let order else { return nil }
    do { return try await order.arrive(ReceivedRequest(request)) } catch { throw URLError(.cancelled) }
  }
}
