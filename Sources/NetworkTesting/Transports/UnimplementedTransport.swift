/// A transport for code that sends nothing: any request is an issue.
///
/// ```swift
/// @Test func formatsOffline() async {
///   let feed = Feed(loader: EndpointLoader(transport: UnimplementedTransport(), host: "test"))
///   #expect(feed.title == "Today")
/// }
/// ```
public actor UnimplementedTransport: HTTPTransport {
  private var problems = ProblemKeeper(TestSurroundings())
  private let sourceLocation: SourceLocation

  /// Creates a transport for the current test.
  ///
  /// - Parameter sourceLocation: The location of the issue about a request.
  public init(sourceLocation: SourceLocation = #_sourceLocation) { self.sourceLocation = sourceLocation }

  deinit { for problem in problems.take() { problems.surroundings.record(problem) } }

  /// Records an issue.
  ///
  /// - Parameter request: The request.
  /// - Throws: ``/NetworkStubs/UnansweredRequest`` always.
  public func send(_ request: URLRequest) async throws -> HTTPResponse {
    let received = ReceivedRequest(request)
    let text = """
      No request was expected, but the code under test sent \("\(received)".shortened(to: 300))

      To allow it, inject a transport that answers it, in place of the one at \(sourceLocation.place):
        MockTransport(\(SuggestedStub(received).code))
      """
    let problem = Problem(text: text, sourceLocation: sourceLocation)
    if problems.note(problem) == .record { problems.surroundings.record(problem) }
    throw UnansweredRequest(request: received, explanation: text)
  }
}
