/// A transport for code that sends nothing: any request is an issue.
///
/// ```swift
/// @Test func formatsOffline() async {
///   let feed = Feed(loader: EndpointLoader(transport: UnimplementedTransport(), host: "test"))
///   #expect(feed.title == "Today")
/// }
/// ```
public actor UnimplementedTransport: HTTPTransport {
  private let log: RequestLog
  private let place: CodePlace

  /// Creates a transport for the current test.
  ///
  /// - Parameter sourceLocation: The location of the issue about a request.
  public init(sourceLocation: SourceLocation = #_sourceLocation) {
    place = CodePlace(sourceLocation)
    log = RequestLog(TestHarness.ofDouble(at: place))
  }

  deinit { log.record(log.takeProblems()) }

  /// Records an issue.
  ///
  /// - Parameter request: The request.
  /// - Throws: ``/NetworkStubs/UnansweredRequest`` always.
  public func send(_ request: URLRequest) async throws -> HTTPResponse {
    let received = ReceivedRequest(request)
    let text = """
      No request was expected, but the code under test sent \("\(received)".shortened(to: 300))

      If the app should not send it, fix the app. If it should, inject a transport that answers it, in place of the one at \
      \(place.shown):
        MockTransport(\(SuggestedStub(received).code))
      """
    log.report(Problem(text: text, place: place))
    throw UnansweredRequest(request: received, explanation: text)
  }
}
