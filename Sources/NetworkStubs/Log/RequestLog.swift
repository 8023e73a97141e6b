/// The requests to a transport, and their outcomes.
///
/// A ``RememberingTransport`` gives access to it. It keeps whole bodies and shares them with the requests and answers. After 256 MiB
/// of bodies, those of requests, answers and streams together, it keeps the first 64 KiB of each further one, and failure texts and
/// attachments say how many bytes there were. The fixed body of a stub doesn't count, as the stub has it anyway. If your test needs
/// all bodies, call `reset()` in between.
public struct RequestLog: Sendable {
  private struct Contents {
    var exchanges: [Exchange] = []
    /// The number of the first exchange, which grows when the log is reset.
    var firstNumber = 1
    var bodies = BodyBudget()
    var problems: ProblemKeeper
    var verdicts = Verdicts()
    /// The requests that a session would not have sent, each with the reason, for failure texts.
    var refusals: [String] = []
    /// Whether one of them came from no test's task.
    var hasUnowned = false
    /// The last request that a session was asked for in a cancelled task.
    var cancelled: String?

    mutating func addRefusal(_ text: String) {
      guard refusals.last != text else { return }
      refusals.append(text)
      if refusals.count > 8 { refusals.removeFirst() }
    }

    mutating func change(_ number: Int, _ body: (inout Exchange, inout BodyBudget) -> Void) {
      let index = number - firstNumber
      if exchanges.indices.contains(index) { body(&exchanges[index], &bodies) }
    }
  }

  /// All parts in one object: each request copies the log several times, and a copy counts the references to each of its parts.
  private final class Parts: Sendable {
    let contents: Guarded<Contents>
    let harness: any Harness
    let inbox = Inbox<ReceivedRequest>()
    let unusedNote = Guarded<@Sendable () -> String>({ "" })
    let clock = Guarded<@Sendable () -> VirtualClock?>({ VirtualClock.current })

    init(_ harness: any Harness) {
      self.harness = harness
      contents = Guarded(Contents(problems: ProblemKeeper(harness)))
    }
  }

  private let parts: Parts
  private var contents: Guarded<Contents> { parts.contents }
  /// The test or program that the transport belongs to.
  package var harness: any Harness { parts.harness }
  /// The requests that `nextRequest` has not returned yet.
  package var inbox: Inbox<ReceivedRequest> { parts.inbox }
  /// The end of the text of a wait that was in vain: the stubs that were never used.
  var unusedNote: Guarded<@Sendable () -> String> { parts.unusedNote }
  /// The clock that the double's answers wait on, if it is virtual.
  var clock: Guarded<@Sendable () -> VirtualClock?> { parts.clock }

  package init(_ harness: any Harness) {
    parts = Parts(harness)
    TrafficWatch.current?.add(self)
  }

  package var exchanges: [Exchange] { contents.withLock { $0.exchanges } }

  func isSame(as other: RequestLog) -> Bool { parts === other.parts }

  /// Adds a request that has no answer yet, notes what it waits for, and delivers it to the test that waits for it.
  package func add(_ request: ReceivedRequest, waitingFor text: (@Sendable () -> String)? = nil) -> Int {
    let request = kept(request)
    let number = append(request)
    if let text { wait(number, for: text) }
    inbox.add(request, for: request)
    return number
  }

  /// Returns a request as the log keeps it: a large body in part, if there is no room for all of it.
  package func kept(_ request: ReceivedRequest) -> ReceivedRequest {
    let count = request.urlRequest.httpBody?.count ?? 0
    guard count > BodyBudget.part else { return request }
    let room = contents.withLock { $0.bodies.room(for: count) }
    return room < count ? request.keeping(room) : request
  }

  /// Returns the functions that wait in a task, for the first requests, which a failure may list.
  func senders(in task: TaskReference? = TaskReference.current) -> [UInt] {
    contents.withLock { $0.exchanges.count < 8 } ? Callers.awaitingSites(in: task) : []
  }

  /// Adds a request that has no answer yet, as ``kept(_:)`` returns it; the caller adds it to the inbox.
  package func append(_ request: ReceivedRequest, at arrival: Duration? = nil, from senders: [UInt] = []) -> Int {
    let scope = TrafficWatch.current
    scope?.add(self)
    let sites = scope == nil ? senders : Callers.sites()
    return contents.withLock { contents in
      contents.bodies.add(request.urlRequest.httpBody?.count ?? 0)
      let number = contents.firstNumber + contents.exchanges.count
      var exchange = Exchange(number: number, request: request, outcome: .pending, arrival: arrival)
      exchange.callSites = sites
      exchange.scope = scope
      contents.exchanges.append(exchange)
      return number
    }
  }

  /// The known reasons why nothing was received.
  var silence: Silence { Silence(clock: clock.withLock { $0 }(), unsent: contents.withLock { $0.cancelled }) }

  /// Notes a request that a session is asked for in a task that was cancelled before, so that it may send nothing.
  func noteCancelled(_ request: URLRequest) {
    let title = request.title
    contents.withLock { $0.cancelled = title }
  }

  /// The last requests that a session would not have sent, each with the reason: no server has seen them.
  package var refusals: [String] { contents.withLock { $0.refusals } }

  /// Returns the error that a session throws in place of sending a request; nil if it sends it.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isUpload: Whether an upload task sends it.
  ///   - platform: The platform of the session; nil for code that sends it by a transport.
  package func refusal(
    of request: URLRequest, isUpload: Bool = false, on platform: SessionPlatform? = nil
  ) -> (reason: SessionRefusal, error: URLError)? {
    guard let refusal = SessionRefusal(request, isUpload: isUpload, on: platform) else { return nil }
    noteUnsent(request, because: "\(refusal.reason)")
    return (refusal, refusal.error(for: request))
  }

  /// Notes a request that the code under test has made and no server has seen.
  func noteUnsent(_ request: URLRequest, because reason: String) {
    let text = "\(request.title) was not sent: \(reason)."
    contents.withLock { $0.addRefusal(text) }
  }

  /// Notes a request that may be of this test, and was kept from the live network, since no test's task sent it.
  func noteUnowned(_ request: URLRequest) {
    let text = """
      \(request.title) was kept from the live network: no test's task sent it, but maybe a detached task or a dispatch queue.
      If this test started it, write @Test(.everySession(…).fromAnywhere()). If the app should not have sent it, fix the app.
      """
    contents.withLock { contents in
      contents.hasUnowned = true
      contents.addRefusal(text)
    }
  }

  /// Whether a request that may be of this test came from no test's task.
  var hasUnowned: Bool { contents.withLock { $0.hasUnowned } }

  /// Reports what a session sends although no server understands it.
  package func reportDefects(of request: URLRequest, at place: @autoclosure () -> CodePlace) {
    for defect in RequestDefect.all(in: request) {
      let text = "\(request.title) is not valid HTTP.\n\(defect.text)\n\(defect.remedy)"
      report(Problem(text: text, place: place()))
    }
  }

  /// Adds a request whose client left in the middle of its body, whose size it may have announced. No test waits for it.
  package func addBrokenUpload(_ request: ReceivedRequest, of count: Int?) {
    settle(append(kept(request)), .failed(BrokenUpload(received: request.body.count, announced: count)))
  }

  /// Records what a request waits for, until it is settled or its caller leaves.
  package func wait(_ number: Int, for text: @escaping @Sendable () -> String) {
    contents.withLock { $0.change(number) { exchange, _ in exchange.wait = text } }
  }

  /// Records that a request no longer waits, unless it did when the body of its test returned.
  package func endWait(_ number: Int) {
    contents.withLock { $0.change(number) { exchange, _ in if !exchange.isLeft { exchange.wait = nil } } }
  }

  /// Notes the requests of a test whose callers wait when its body returns.
  func noteLeft(_ isOfTest: (Exchange) -> Bool) {
    contents.withLock { contents in
      for index in contents.exchanges.indices where isOfTest(contents.exchanges[index]) {
        contents.exchanges[index].isLeft = contents.exchanges[index].isRunning
      }
    }
  }

  /// Warns of the requests that still wait for their answers when the test ends.
  package func warnOfWaits(at place: @autoclosure () -> CodePlace) {
    for exchange in exchanges {
      guard let text = exchange.wait else { continue }
      let warning = """
        \(exchange.title) still waits for its answer: \(text())
        In the test, await the code that sends it, or cancel it before the test ends.
        """
      harness.warn(Problem(text: warning, place: place()))
    }
  }

  /// Records the outcome of a request, unless the log has been reset since.
  ///
  /// - Parameters:
  ///   - number: The number of the request.
  ///   - outcome: The outcome.
  ///   - duration: The time that the answer took.
  ///   - stub: The stub that has answered.
  ///   - isOfStub: Whether the stub keeps the body of the answer anyway.
  package func settle(
    _ number: Int, _ outcome: Exchange.Outcome, after duration: Duration = .zero, by stub: (any AnsweringStub)? = nil,
    isOfStub: Bool = false
  ) {
    contents.withLock { contents in
      let last = contents.firstNumber + contents.exchanges.count - 1
      contents.change(number) { exchange, bodies in
        exchange.settle(outcome, in: &bodies, isOfStub: isOfStub)
        exchange.lastBeforeEnd = last
        if !exchange.isLeft { exchange.wait = nil }
        exchange.stub = stub
        exchange.duration = duration
      }
    }
    guard case .answered(let response) = outcome else { return }
    warnOfForeignCoding(in: response) { exchanges.first { $0.number == number }?.request }
  }

  /// Records a chunk of a body, unless the log has been reset since.
  func note(_ chunk: Data, of number: Int, after duration: Duration) {
    contents.withLock { contents in
      contents.change(number) { exchange, bodies in
        guard case .answered = exchange.outcome else { return }
        exchange.add(chunk, in: &bodies)
        exchange.duration = duration
      }
    }
  }

  /// Forgets the requests and the problems so far.
  ///
  /// - Returns: The forgotten state, to be released outside all locks: releasing thousands of exchanges takes time, and the
  ///   deinitializer of a value from a test may call the transport.
  func reset() -> some Sendable {
    let exchanges = contents.withLock { contents in
      contents.firstNumber += contents.exchanges.count
      contents.bodies = BodyBudget()
      contents.problems.reset()
      contents.verdicts.reset()
      contents.refusals = []
      contents.hasUnowned = false
      contents.cancelled = nil
      defer { contents.exchanges = [] }
      return contents.exchanges
    }
    return (exchanges, inbox.removeAll())
  }

  /// Returns whether there was a problem since the last call.
  package func takeReported() -> Bool { contents.withLock { $0.problems.takeReported() } }

  /// Reports a problem: at once in the test it belongs to, or when the transport is verified or released.
  ///
  /// - Returns: Whether it is certain to fail the test, now or later.
  @discardableResult
  package func report(_ problem: Problem) -> Bool {
    let owner = harness.owner(andTask: true)
    let (isNew, duty) = contents.withLock {
      (!$0.problems.knows(problem, of: owner), $0.problems.note(problem, of: owner))
    }
    switch duty {
    case .record:
      let fails = harness.record(problem)
      // The same problem may come again after the known issue.
      if !fails, Problem.isKnownTold { contents.withLock { $0.problems.forget(problem, of: owner) } }
      return fails
    case .recordLate:
      harness.recordLate(problem)
      return false
    case .nothing: return isNew
    }
  }

  /// Records problems in the test that the transport belongs to, from wherever it is released.
  package func record(_ problems: [Problem]) { for problem in problems { harness.recordInOwnTest(problem) } }

  /// Has requests without an answer say a reason that is reported already.
  package func explainUnanswered(by reason: String) { judge { $0.reason = reason } }

  /// Records that the test has ended: problems go to standard error from now on.
  package func end() { contents.withLock { $0.problems.isOver = true } }
  var isOver: Bool { contents.withLock { $0.problems.isOver } }

  /// Reports problems of stubs as they are written.
  func report(_ stubs: [Stub], hidden: [HiddenStubs.Pair]) {
    for (stub, problem) in Stub.problems(of: stubs, hidden: hidden) where report(problem) {
      judge { $0.noteFaulty(stub) }
    }
    for problem in Stub.warnings(about: stubs) { harness.warn(problem) }
  }

  /// Reads or changes the verdicts.
  func judge<Result>(_ body: (inout Verdicts) -> Result) -> Result { contents.withLock { body(&$0.verdicts) } }

  /// Notes that nothing comes here because of a request that went elsewhere, and was reported.
  package func explainSilence() { contents.withLock { if $0.exchanges.isEmpty { $0.verdicts.noteStray() } } }

  package var reportedTexts: [String] { contents.withLock { $0.problems.texts } }

  /// Returns the stub that alone has answered the last requests before this one, all to one address, with the last of them; nil if
  /// several have, or if they went to several. A query may have an id or a time in it.
  func onlyStub(ofLast count: Int) -> (stub: StubDefinition, last: Exchange, first: ContinuousClock.Instant)? {
    contents.withLock { contents in
      let exchanges = contents.exchanges.suffix(count + 1).dropLast()
      guard exchanges.count == count, let last = exchanges.last, let first = exchanges.first?.instant,
        let stub = last.stub as? StubDefinition,
        exchanges.allSatisfy({ $0.stub === stub && $0.request.isPolled(as: last.request) })
      else { return nil }
      return (stub, last, first)
    }
  }

  /// Hands over the problems that were kept.
  package func takeProblems() -> [Problem] {
    let (problems, rest) = contents.withLock { ($0.problems.take(), $0.verdicts.kinds.takeRest()) }
    return problems + rest.problems
  }
}

extension ReceivedRequest {
  /// Whether another request goes to the same address, whatever its query.
  fileprivate func isPolled(as other: Self) -> Bool {
    method == other.method && url?.path == other.url?.path && url?.host == other.url?.host
  }
}
