/// A transport that answers only from a recording.
///
/// ```swift
/// @Test func checkout() async throws {
///   let transport = try ReplayTransport("checkout")             // Fixtures/recordings/checkout.har
///   let shop = Shop(loader: EndpointLoader(transport: transport, host: .production))
///   let order = try await shop.checkout()
///   #expect(order.total == 12)
/// }
/// ```
///
/// Each recorded exchange answers one request: if the same request was recorded twice, it is answered in that order, even if
/// requests come at the same time. A request that was not recorded, or that comes too often, fails the test even if the code
/// under test swallows the error, and the failure shows the closest recorded request and the differences.
///
/// A redacted recording answers regardless of the test's secrets. See <doc:NetworkRecording>.
public actor ReplayTransport: RecordedTransport, ForeseeingTransport, RefusingTransport {
  /// The requests and their outcomes.
  public nonisolated var log: RequestLog { rest.log }
  private let rest: ReplayRest
  let source: RecordingSource
  private let pace: ReplayPace
  /// Looks up the place of problems.
  private let place: @Sendable () -> CodePlace
  /// The client that the test named when the transport was made.
  private let client = SendingClient.ofTest

  /// Creates a transport that answers from a recording in the nearest `Fixtures` folder above the calling file.
  ///
  /// - Parameters:
  ///   - name: The recording's name: `checkout` is `Fixtures/recordings/checkout.har`.
  ///   - folder: The fixture folder, such as `.bundle(.module)`; nil for the nearest one.
  ///   - parts: The parts that a request and a recorded one must have in common.
  ///   - redaction: The rules for secrets, which are not compared.
  ///   - pace: The speed of answers.
  ///   - unused: Whether exchanges that were not used are an issue.
  ///   - sourceLocation: The location of issues about unrecorded requests.
  ///   - filePath: The calling file.
  /// - Throws: A `FixtureError` if there is no such recording; a `HARError` if it is invalid.
  public init(
    _ name: String, in folder: FixtureFolder? = nil, matching parts: Set<RequestPart> = .standard,
    redaction: Redaction = .standard, pace: ReplayPace = .immediate, unused: UnusedExchanges = .allowed,
    sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) throws {
    let file = RecordingFile(name, in: folder ?? .nearest(to: filePath))
    let har: HAR
    var unreadable: [HAR.UnreadableEntry] = []
    do {
      // A missing one is read as a fixture, whose error lists similar names.
      har = try file.read(unreadable: &unreadable) ?? file.fixture.har
    } catch var error as FixtureError where error.code == .missing {
      error.remedy += "\n\n" + RecordingSource.adviceToRecord(name)
      throw error
    }
    self.init(
      har, from: RecordingSource(name: "\(file)"), matching: parts, redaction: redaction, pace: pace, unused: unused,
      at: CodePlace(sourceLocation)
    ) {
      try file.body(named: $0)
    }
    source.warn(of: unreadable, at: place())
    _ = TestDoubles.add(log, at: place())
  }

  /// Creates a transport that answers from a recording.
  ///
  /// - Parameters:
  ///   - har: The recording, as read by `Fixture.har`.
  ///   - parts: The parts that a request and a recorded one must have in common.
  ///   - redaction: The rules for secrets, which are not compared.
  ///   - pace: The speed of answers.
  ///   - unused: Whether exchanges that were not used are an issue.
  ///   - sourceLocation: The location of issues about unrecorded requests.
  ///   - readFile: Reads a body beside the recording.
  public init(
    _ har: HAR, matching parts: Set<RequestPart> = .standard, redaction: Redaction = .standard,
    pace: ReplayPace = .immediate, unused: UnusedExchanges = .allowed,
    sourceLocation: SourceLocation = #_sourceLocation,
    readingFile readFile: @escaping @Sendable (String) throws -> Data = { try HAR.refuseFile($0) }
  ) {
    self.init(
      har, from: RecordingSource(name: nil), matching: parts, redaction: redaction, pace: pace, unused: unused,
      at: CodePlace(sourceLocation), readingFile: readFile)
    _ = TestDoubles.add(log, at: place())
  }

  init(
    _ har: HAR, from source: RecordingSource, matching parts: Set<RequestPart>, redaction: Redaction,
    pace: ReplayPace, unused: UnusedExchanges, at place: @autoclosure @escaping @Sendable () -> CodePlace,
    readingFile readFile: @escaping @Sendable (String) throws -> Data
  ) {
    rest = ReplayRest(
      RecordingIndex(har.log.entries, matching: parts, redaction: redaction, readFile: readFile), source, unused, place)
    self.source = source
    self.pace = pace
    self.place = place
    ProcessEnd.keep(rest)
  }

  deinit {
    // The last opportunity to verify.
    rest.harness.end(rest)
  }

  /// Answers a request with the first unused exchange that was recorded for it.
  ///
  /// - Parameter request: The request.
  /// - Returns: The recorded answer.
  /// - Throws: ``/NetworkHAR/UnrecordedRequest`` for no match; `URLError.networkConnectionLost` if no answer was recorded.
  public func send(_ request: URLRequest) async throws -> HTTPResponse {
    try check(request)
    return try await reply(to: ReceivedRequest(request)) { answer in
      try await pace.wait(answer.duration)
      return try answer.response()
    }
  }

  /// Answers a request like ``send(_:)``, in the chunks in which the answer was recorded.
  ///
  /// - Parameter request: The request.
  /// - Returns: The recorded answer.
  /// - Throws: As ``send(_:)``.
  public func stream(_ request: URLRequest) async throws -> HTTPStream {
    try check(request)
    return try await reply(to: ReceivedRequest(request)) { try await $0.stream(at: pace) }
  }

  /// Checks a request as the client would that the transport stands in for.
  ///
  /// - Throws: The error that a session throws in place of sending it.
  private func check(_ request: URLRequest) throws {
    guard (client ?? SendingClient.current) == .urlSession else { return }
    if let error = refusal(of: request, isUpload: false, bySessionOn: nil) { throw error }
    log.reportDefects(of: request, at: place())
  }

  // Another client than a session may have recorded what a session refuses. If the recording has an answer, the test waits for one
  // that the app never gets.
  package nonisolated func refusal(
    of request: URLRequest, isUpload: Bool, bySessionOn platform: SessionPlatform?
  ) -> URLError? {
    guard let (refusal, error) = log.refusal(of: request, isUpload: isUpload, on: platform) else {
      return nil
    }
    if let number = numberOfExchange(for: request) {
      let text = refusal.problem(
        of: request, over: platform == nil ? "this replay" : "this mocked one",
        answeredBy: "Exchange #\(number) of \(source)",
        otherClient: platform == nil ? "the trait .client(.other) to the test" : nil)
      log.report(Problem(text: text, place: place()))
    }
    return error
  }

  /// Returns the number of the exchange that would answer a request now; nothing is used up.
  private nonisolated func numberOfExchange(for request: URLRequest) -> Int? {
    var copy = rest.index
    guard case .unused(let place) = copy.take(request, number: 0) else { return nil }
    return place + 1
  }

  private func reply<Reply>(
    to request: ReceivedRequest, _ play: (RecordedAnswer) async throws -> Reply
  ) async throws -> Reply {
    let kept = log.kept(request)
    let number = log.append(kept, at: Timeline.virtualNow(on: VirtualClock.current))
    let answer = try answer(to: request, kept, number: number)
    guard pace.takesTime else { return try await play(answer) }
    let reply = try await log.during(waitOf: number, for: answer.wait) { try await play(answer) }
    log.settle(number, answer.outcome, after: answer.duration)
    return reply
  }

  private func answer(to request: ReceivedRequest, _ kept: ReceivedRequest, number: Int) throws -> RecordedAnswer {
    defer { log.inbox.add(kept, for: kept) }
    if let answer = try take(request, number: number) {
      if pace.takesTime { log.wait(number, for: answer.wait) }
      return answer
    }
    throw unanswered(request, .missing, number: number)
  }

  private func unanswered(_ request: ReceivedRequest, _ match: RecordingIndex.Match, number: Int) -> UnrecordedRequest {
    log.settle(number, .unanswered)
    let report = UnrecordedReport(
      request, match, index: rest.index, log: log.exchanges, in: "\(source)", isMissing: source.isMissing,
      advice: source.advice)
    self.report(report.text)
    let error = UnrecordedRequest(request: request, isUsedUp: report.isUsedUp, explanation: report.text)
    log.noteUnrecorded(error)
    return error
  }

  /// Uses up the exchange that answers a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - number: Its number in the log.
  /// - Returns: The answer, or nil.
  /// - Throws: ``/NetworkHAR/UnrecordedRequest`` if there are several, which cannot be told apart.
  func take(_ request: ReceivedRequest, number: Int) throws -> RecordedAnswer? {
    let match = rest.take(request.urlRequest, number: number)
    if case .ambiguous = match { throw unanswered(request, match, number: number) }
    guard case .unused(let place) = match else { return nil }
    var index = rest.index
    do {
      let source = try index.source(of: place, for: request.urlRequest)
      let answer = try RecordedAnswer(source, to: request, readFile: index.readFile)
      log.settle(number, answer.outcome)
      return answer
    } catch {
      log.settle(number, .failed(error))
      report("The recorded answer to \(request) cannot be used, exchange #\(place + 1) of \(source).\n\(error)")
      throw error
    }
  }

  package func takes(_ request: ReceivedRequest) -> Bool {
    var copy = rest.index
    if case .missing = copy.take(request.urlRequest, number: 0) { return false } else { return true }
  }

  private func report(_ text: String) {
    log.report(Problem(text: text, place: place()))
  }

  /// Reports requests that were not recorded and, if they are issues, exchanges that were not used.
  ///
  /// This is what `verify()` does.
  public func verify(at place: CodePlace) throws {
    try takeProblems().reported(at: place)
  }

  /// Hands over the problems at the end.
  ///
  /// - Parameter isComplete: Whether the test ran to its end, so that unused exchanges are a problem.
  func takeProblems(isComplete: Bool = true) -> [Problem] { rest.takeProblems(isComplete: isComplete) }
}

/// The exchanges of a recording that are left, and the problems of its transport, also for the end of the process.
private final class ReplayRest: KeptDouble {
  let log: RequestLog
  let hasPromises = true
  var harness: any Harness { log.harness }
  private let contents: Guarded<(index: RecordingIndex, isVerified: Bool)>
  private let source: RecordingSource
  private let unused: UnusedExchanges
  private let place: @Sendable () -> CodePlace

  init(
    _ index: RecordingIndex, _ source: RecordingSource, _ unused: UnusedExchanges,
    _ place: @escaping @Sendable () -> CodePlace
  ) {
    log = RequestLog(TestHarness.ofDouble(at: place()))
    contents = Guarded((index, false))
    self.source = source
    self.unused = unused
    self.place = place
  }

  var index: RecordingIndex { contents.withLock { $0.index } }

  func take(_ request: URLRequest, number: Int) -> RecordingIndex.Match {
    contents.withLock { $0.index.take(request, number: number) }
  }

  func takeProblems(isComplete: Bool) -> [Problem] {
    let (index, wasVerified) = contents.withLock { contents in
      defer { contents.isVerified = true }
      return contents
    }
    return log.takeProblems() + (isComplete && !wasVerified ? unused.problems(in: index, source, place()) : [])
  }
}

extension RecordedAnswer {
  fileprivate var wait: @Sendable () -> String { { [duration] in "the recording answers after \(duration.inWords)." } }
}

extension RequestLog {
  /// Notes that a request waits for its answer while an operation runs, unless its caller leaves.
  func during<Result>(
    waitOf number: Int, for text: @escaping @Sendable () -> String, isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    wait(number, for: text)
    return try await withTaskCancellationHandler(
      operation: operation, onCancel: { endWait(number) }, isolation: isolation)
  }
}

/// The treatment of recorded exchanges that a test did not use.
public struct UnusedExchanges: Hashable, Sendable {
  let areIssues: Bool

  /// No issue: a recording may hold more than one test needs.
  public static let allowed = Self(areIssues: false)

  /// An issue names them, so a recording doesn't keep requests that the app no longer sends.
  public static let areIssues = Self(areIssues: true)
}

extension UnusedExchanges {
  /// Returns the problems at the end: unused exchanges, and exceptions of `.body(except:)` that are in no recorded body.
  func problems(
    in index: RecordingIndex, _ source: RecordingSource, _ place: @autoclosure () -> CodePlace
  ) -> [Problem] {
    let unknown = index.unknownExceptions.map { path in
      let text =
        "No recorded body of \(source) has \(path.quoted), so .body(except:) leaves nothing out there. Check its spelling."
      return Problem(text: text, place: place())
    }
    return unknown + [problem(in: index, source, place())].compactMap { $0 }
  }

  /// Returns the problem with the unused exchanges of a recording, or nil.
  private func problem(
    in index: RecordingIndex, _ source: RecordingSource, _ place: @autoclosure () -> CodePlace
  ) -> Problem? {
    let numbers = index.unused
    guard areIssues, !numbers.isEmpty else { return nil }
    let shown = numbers.prefix(8).map { "  #\($0 + 1) \(index.entries[$0].title)" }
    let rest = numbers.count > 8 ? ["  … and \(numbers.count - 8) more"] : []
    let lines =
      ["\(numbers.count.counted("exchange")) of \(source) \(numbers.count == 1 ? "was" : "were") not used:"] + shown
      + rest + ["To leave them out, re-record with NETWORK_TESTING_RECORD=all."]
    return Problem(text: lines.joined(separator: "\n"), place: place())
  }
}
