public import NetworkEndpoints
public import NetworkFixtures
public import Testing

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A transport that answers from a recording, and from nothing else.
///
/// ```swift
/// @Test func checkout() async throws {
///   let transport = try ReplayTransport("checkout")             // Fixtures/recordings/checkout.har
///   let shop = Shop(loader: EndpointLoader(transport: transport, host: .production))
///   #expect(try await shop.checkout().total == 12)
/// }
/// ```
///
/// Each recorded exchange answers one request: the same request recorded twice is answered in that order, also where
/// requests come at the same time. One that was not recorded, or more often than it was, fails the test even where the
/// code under test swallows the error, and the failure says which recorded request is closest and what differs.
///
/// A redacted recording answers whatever secrets the test runs with. See <doc:Recording>.
public actor ReplayTransport: HTTPTransport {
  var index: RecordingIndex
  var log: [Exchange] = []
  var problems = ProblemKeeper()
  let source: RecordingSource
  private let pace: ReplayPace
  private let unused: UnusedExchanges
  private let sourceLocation: SourceLocation
  private var isVerified = false
  lazy var candidates = RecordedCandidate.all(of: index, source)

  /// Creates a transport that answers from a recording in the nearest `Fixtures` folder above the calling file.
  ///
  /// - Parameters:
  ///   - name: The recording's name: `checkout` is `Fixtures/recordings/checkout.har`.
  ///   - parts: What a request and a recorded one must have in common.
  ///   - redaction: What is a secret, and makes no difference.
  ///   - pace: How fast answers come.
  ///   - unused: What is said of exchanges that were not used.
  ///   - sourceLocation: Where an unrecorded request is recorded as an issue.
  ///   - filePath: The calling file.
  /// - Throws: A `FixtureError` where there is no such recording; a `HARError` where it is damaged.
  public init(
    _ name: String, matching parts: Set<RequestPart> = .standard, redaction: Redaction = .standard,
    pace: ReplayPace = .immediate, unused: UnusedExchanges = .allowed,
    sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) throws {
    let file = RecordingFile(name, filePath: filePath)
    // Read as a fixture where it is missing, whose error lists the near names.
    let har = try file.read() ?? file.fixture.har
    self.init(
      har, from: RecordingSource(name: "\(file)"), matching: parts, redaction: redaction, pace: pace, unused: unused,
      sourceLocation: sourceLocation
    ) { try file.body(named: $0) }
  }

  /// Creates a transport that answers from a recording.
  ///
  /// - Parameters:
  ///   - har: The recording, as `Fixture.har` reads it.
  ///   - parts: What a request and a recorded one must have in common.
  ///   - redaction: What is a secret, and makes no difference.
  ///   - pace: How fast answers come.
  ///   - unused: What is said of exchanges that were not used.
  ///   - sourceLocation: Where an unrecorded request is recorded as an issue.
  ///   - readFile: Reads a body that lies beside the recording.
  public init(
    _ har: HAR, matching parts: Set<RequestPart> = .standard, redaction: Redaction = .standard,
    pace: ReplayPace = .immediate, unused: UnusedExchanges = .allowed,
    sourceLocation: SourceLocation = #_sourceLocation,
    readingFile readFile: @escaping @Sendable (String) throws -> Data = { try HAR.refuseFile($0) }
  ) {
    self.init(
      har, from: RecordingSource(name: nil), matching: parts, redaction: redaction, pace: pace, unused: unused,
      sourceLocation: sourceLocation, readingFile: readFile)
  }

  init(
    _ har: HAR, from source: RecordingSource, matching parts: Set<RequestPart>, redaction: Redaction,
    pace: ReplayPace, unused: UnusedExchanges, sourceLocation: SourceLocation,
    readingFile readFile: @escaping @Sendable (String) throws -> Data
  ) {
    index = RecordingIndex(har.log.entries, matching: parts, redaction: redaction, readFile: readFile)
    self.source = source
    self.pace = pace
    self.unused = unused
    self.sourceLocation = sourceLocation
  }

  deinit {
    // Nobody is left who could verify.
    for problem in problems.take() { problem.record() }
    if !isVerified, let problem = unused.problem(in: index, source, sourceLocation) { problem.record() }
  }

  /// Answers a request with the first unused exchange that was recorded for it.
  ///
  /// - Parameter request: The request.
  /// - Returns: The recorded answer.
  /// - Throws: ``UnrecordedRequest`` if there is none; `URLError.networkConnectionLost` where the recording says that no
  ///   answer came.
  public func send(_ request: URLRequest) async throws -> HTTPResponse {
    let received = ReceivedRequest(request)
    guard let answer = try take(received) else { throw unrecorded(received) }
    try await pace.wait(answer.duration)
    return try answer.response()
  }

  /// Answers a request as ``send(_:)`` does, in the chunks in which the answer was recorded.
  ///
  /// - Parameter request: The request.
  /// - Returns: The recorded answer.
  /// - Throws: As ``send(_:)``.
  public func stream(_ request: URLRequest) async throws -> HTTPStream {
    let received = ReceivedRequest(request)
    guard let answer = try take(received) else { throw unrecorded(received) }
    return try await answer.stream(at: pace)
  }

  /// Uses up the exchange that answers a request.
  ///
  /// - Returns: The answer; nil where there is none.
  func take(_ received: ReceivedRequest) throws -> RecordedAnswer? {
    let number = log.count + 1
    guard let place = index.take(received.urlRequest, number: number) else { return nil }
    do {
      let answer = try RecordedAnswer(index.entries[place], to: received, readFile: index.readFile)
      log.append(Exchange(number: number, request: received, outcome: answer.outcome))
      return answer
    } catch {
      log.append(Exchange(number: number, request: received, outcome: .failed(error)))
      report("The recorded answer to \(received) cannot be used, exchange #\(place + 1) of \(source).\n\(error)")
      throw error
    }
  }

  private func unrecorded(_ request: ReceivedRequest) -> UnrecordedRequest {
    log.append(Exchange(number: log.count + 1, request: request, outcome: .unanswered))
    let explanation = UnrecordedReport(request, index: index, candidates: candidates, log: log, source)
    report(explanation.text)
    return UnrecordedRequest(request: request, isUsedUp: explanation.isUsedUp, explanation: explanation.text)
  }

  private func report(_ text: String) {
    problems.report(Problem(text: text, sourceLocation: sourceLocation))
  }

  /// What was asked and what became of it, in the order of arrival.
  public var exchanges: [Exchange] { log }

  /// Reports what is wrong so far: requests that were not recorded and, if they are issues, exchanges that were not used.
  ///
  /// In a Swift Testing test each problem is recorded as an issue, once. Elsewhere, as in XCTest, they are thrown.
  ///
  /// - Throws: ``VerificationError`` outside a Swift Testing test.
  public func verify() throws {
    let found = takeProblems()
    guard Test.current == nil else {
      for problem in found { problem.record() }
      return
    }
    guard found.isEmpty else { throw VerificationError(problems: found.map { "\($0.text)\n(\($0.place))" }) }
  }

  /// Hands over what is to be said at the end.
  ///
  /// - Parameter isComplete: Whether the test went to its end, so that what it did not use says something.
  func takeProblems(isComplete: Bool = true) -> [Problem] {
    defer { isVerified = true }
    return problems.take()
      + (isComplete && !isVerified ? [unused.problem(in: index, source, sourceLocation)].compactMap { $0 } : [])
  }
}

/// What is said of recorded exchanges that a test did not use.
public struct UnusedExchanges: Hashable, Sendable {
  let areIssues: Bool

  /// Nothing: a recording may hold more than one test needs.
  public static let allowed = Self(areIssues: false)

  /// An issue that names them, so that a recording does not keep what the app no longer asks for.
  public static let areIssues = Self(areIssues: true)
}

extension UnusedExchanges {
  /// What is to be said of a recording at the end; nil if nothing is.
  func problem(in index: RecordingIndex, _ source: RecordingSource, _ sourceLocation: SourceLocation) -> Problem? {
    let numbers = index.unused
    guard areIssues, !numbers.isEmpty else { return nil }
    let shown = numbers.prefix(8).map { "  #\($0 + 1) \(index.entries[$0].title)" }
    let rest = numbers.count > 8 ? ["  … and \(numbers.count - 8) more"] : []
    let lines =
      ["\(numbers.count.counted("exchange")) of \(source) \(numbers.count == 1 ? "was" : "were") not used:"] + shown
      + rest + ["To leave them out, record anew with NETWORK_TESTING_RECORD=all."]
    return Problem(text: lines.joined(separator: "\n"), sourceLocation: sourceLocation)
  }
}
