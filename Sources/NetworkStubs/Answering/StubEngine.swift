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
    /// The stub that alone has answered for a while, and since when.
    var poll: (stub: StubDefinition, since: ContinuousClock.Instant, isTold: Bool)?
    /// The connections of readers of events, by the titles of their requests.
    var repetitions: [String: Repetition] = [:]

    /// Takes the stub that a search has found, and lets its service, if it has one, decide on the answer.
    ///
    /// - Parameter isLost: Whether the request is lost on its way, so that it uses up no stub.
    /// - Returns: The stub, and a problem to report.
    mutating func take(
      _ place: StubSearch.Place, _ request: ReceivedRequest, number: Int, at now: Duration?, isLost: Bool
    ) -> (TakenStub, String?) {
      let taken = table.take(place, number: number, counts: !isLost)
      guard !isLost, let service = taken.answer.service else { return (taken, nil) }
      var answer = taken.answer
      let problem = ask(service, &answer, request, number, at: now)
      return (TakenStub(taken, answer), problem)
    }

    /// Lets a service decide on the answer to a request; returns the problem to report, or nil.
    private mutating func ask(
      _ service: StubService, _ answer: inout Answer, _ request: ReceivedRequest, _ number: Int, at now: Duration?
    ) -> String? {
      let others = table.entries.lazy.compactMap { $0.definition.answers.first?.service }
      let call = StubService.Call(
        request: request, number: number, now: now ?? StubEngine.start.duration(to: .now), isVirtual: now != nil,
        settings: others.first { $0.name == service.name && $0.settings != nil }?.settings)
      let reply = service.reply(&memories[service.name], call, answer)
      answer = reply.0
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
  let timeSinceStart: Timeline?
  /// The real time for which code may repeat what leads nowhere.
  let patience = WaitWatch.interval * 10
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
      state.repetitions = [:]
      state.poll = nil
      return log.reset()
    }
    withExtendedLifetime(forgotten) {}
  }
}

extension StubEngine: KeptDouble {
  package var harness: any Harness { log.harness }
  package var hasPromises: Bool { true }
}
