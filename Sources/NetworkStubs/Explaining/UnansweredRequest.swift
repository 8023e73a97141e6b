/// An error for the caller of a request that no stub answers; the test fails even if the caller swallows it.
///
/// It has its own type, so retries don't mistake it for a time-out or a lost connection.
public struct UnansweredRequest: ExplainedError, Sendable {
  /// The request.
  public let request: ReceivedRequest
  /// The expectations of the nearest stubs, and the remedy.
  package let explanation: String
  /// The stub whose problem says more; nil if the request's own says the most.
  package var stub: ObjectIdentifier?
  /// Whether `verify()` has the problem, for want of a test.
  var isOfProgram = false

  package init(request: ReceivedRequest, explanation: String, stub: ObjectIdentifier? = nil) {
    self.request = request
    self.explanation = explanation
    self.stub = stub
  }
}

extension UnansweredRequest: ReadableError {
  /// The first line of the explanation; the test's issue has the rest.
  public var description: String {
    let issue = "The issue recorded for \(stub == nil ? "this request" : "that stub")"
    return "\(explanation.prefix { $0 != "\n" }) \(isOfProgram ? "The transport's verify()" : issue) says more."
  }
}

/// An error about an unanswered request, with the whole text of its failure.
package protocol ExplainedError: Error {
  /// The text.
  var explanation: String { get }
}
