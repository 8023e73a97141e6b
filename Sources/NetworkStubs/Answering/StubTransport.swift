/// A transport that answers from stubs and remembers the requests, for programs without tests.
///
/// Use it in a preview, a demo mode, a UI test or your own program. In a test, use `MockTransport`, which does the same and
/// reports to the test.
///
/// ```swift
/// #Preview {
///   Favourites(loader: EndpointLoader(transport: StubTransport(samplesOf: Endpoint.latestItem), host: "demo"))
/// }
/// ```
///
/// If no stub answers a request, its caller gets an error.
/// ``RememberingTransport/verify(fileID:filePath:line:column:)`` throws that error again, and also reports stubs that were never
/// used. If you don't call it, the transport prints these problems on standard error when it is released.
///
/// A test of Swift Testing may make one, for example when it runs an app's demo mode. Then it reports like a `MockTransport`: an
/// unanswered request is an issue of the test at once, and an unused stub is an issue at the end. If the transport is in a static
/// property, an unanswered request is an issue of the test that sends it. If it was made outside any test, as in a detached task,
/// it reports to the whole run.
public actor StubTransport: StubAnswering, PausingTransport {
  /// The stubs.
  public nonisolated let engine: StubEngine
  /// The requests and their outcomes.
  public nonisolated var log: RequestLog { engine.log }
  /// The test case of XCTest that it was made in.
  private let testCase: (any Harness)?

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; the first that matches and is not used up answers.
  ///   - delay: The delay of answers without their own delay.
  ///   - clock: The clock for delays and time-outs; nil for real time.
  ///   - client: The client that it stands in for; nil for a `URLSession`.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The path of that file.
  ///   - line: The line that a failure names.
  ///   - column: The column of the call.
  public init(
    _ stubs: Stub..., delay: Delay? = nil, clock: (any Clock<Duration>)? = nil, client: SendingClient? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    self.init(
      stubs, delay: delay, clock: clock, client: client, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; the first that matches and is not used up answers.
  ///   - delay: The delay of answers without their own delay.
  ///   - clock: The clock for delays and time-outs; nil for real time.
  ///   - client: The client that it stands in for; nil for a `URLSession`.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The path of that file.
  ///   - line: The line that a failure names.
  ///   - column: The column of the call.
  public init(
    _ stubs: [Stub], delay: Delay? = nil, clock: (any Clock<Duration>)? = nil, client: SendingClient? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let test = DefaultHarness.ofDouble
    let isOfTest = test.hasTest || test.isShared
    self.init(
      engine: StubEngine(
        stubs, delay: delay, clock: clock, client: client, in: isOfTest ? test : ProgramHarness(), at: place),
      inCase: !isOfTest && test.isCurrent ? test : nil)
  }

  init(engine: StubEngine, inCase testCase: (any Harness)? = nil) {
    self.engine = engine
    self.testCase = testCase
    if engine.harness.hasTest { engine.harness.keep(engine) }
  }

  // A transport in a static property may be an app's, which has promised nothing.
  deinit {
    if log.harness.hasTest { return log.harness.end(engine) }
    (testCase ?? log.harness).reportRest(of: engine, isComplete: false)
  }

  /// Creates a transport that answers endpoints with their samples, each of which may be used or not.
  ///
  /// A host may have its own path before the path of an endpoint. The endpoint with the longest matching path answers.
  ///
  /// - Parameters:
  ///   - endpoints: The endpoints, each with a sample.
  ///   - delay: The delay of answers without their own delay.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The path of that file.
  ///   - line: The line that a failure names.
  ///   - column: The column of the call.
  public init<each Kind, each Response>(
    samplesOf endpoints: repeat Endpoint<each Kind, each Response>, delay: Delay? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    var samples: [(path: String, stub: Stub)] = []
    repeat samples.append(
      ((each endpoints).path, Stub.sample(of: each endpoints, isEndOfPath: true, at: place).optional()))
    // A longer path is more specific.
    let stubs = samples.enumerated().sorted { left, right in
      let lengths = (left.element.path.count, right.element.path.count)
      return lengths.0 == lengths.1 ? left.offset < right.offset : lengths.0 > lengths.1
    }.map(\.element.stub)
    self.init(stubs, delay: delay, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Reports requests that were not answered and stubs that were not used.
  ///
  /// This is what `verify()` does.
  public func verify(at place: CodePlace) throws {
    try log.harness.verify(engine.takeProblems(), at: place)
  }
}

extension Stub {
  /// A stub that answers an endpoint with its sample; without a sample, with an error that fails the test.
  public static func sample<Kind, Response>(
    of endpoint: Endpoint<Kind, Response>, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) -> Stub {
    sample(
      of: endpoint, isEndOfPath: false,
      at: CodePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// - Parameter isEndOfPath: Whether a request's path may begin with other segments.
  package static func sample<Kind, Response>(
    of endpoint: Endpoint<Kind, Response>, isEndOfPath: Bool, at place: CodePlace
  ) -> Stub {
    let url = URLPattern(literalPath: endpoint.rootedPath, isEnd: isEndOfPath)
    var matcher = RequestMatcher(method: endpoint.method, url: url)
    for item in endpoint.queryItems { matcher = matcher.query(item.name, item.value.map(TextPattern.exactly)) }
    let answer = endpoint.sample.map(Answer.response) ?? .missingSample(of: "\(endpoint)")
    return matcher.respond(
      with: answer, fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
  }
}

extension Answer {
  fileprivate static func missingSample(of endpoint: String) -> Answer {
    unusable(MissingSampleError(endpoint: endpoint))
  }
}

/// An error about an endpoint without a sample that a transport should answer with one.
package struct MissingSampleError: Error, Hashable, Sendable, CustomStringConvertible {
  package let endpoint: String

  /// The cause and the remedy.
  package var description: String {
    "The endpoint \(endpoint) has no sample. Give it one, as in Endpoint(…, sample: .json(…))."
  }
}
