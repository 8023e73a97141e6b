/// An error that a server on a socket treats as an answer.
package protocol SocketAnswer: Error { var status: Int { get } }

/// A fault on its way to a socket, where it really happens.
package struct SocketFault: Error, Sendable {
  /// The effect on a connection.
  package enum Effect: Hashable, Sendable {
    /// No head arrives.
    case reset, close, silence, garbage
    case redirectLoop
    /// The body breaks off after this many bytes, or in the middle if nil.
    case resetInBody(after: Int?)
    case closeInBody, stallInBody
    case malformedChunks, malformedCompression
    case tooLong
  }

  package let effect: Effect
  /// The answer that the fault changes.
  package let response: HTTPResponse
  private let outcome: Exchange.Outcome

  package init(_ effect: Effect, of response: HTTPResponse, outcome: Exchange.Outcome) {
    self.effect = effect
    self.response = response
    self.outcome = outcome
  }

  /// Returns the outcome for the log, the same as without a socket.
  package func outcome(of request: ReceivedRequest) -> Exchange.Outcome {
    guard case .answered(var response) = outcome else { return outcome }
    response.url = response.url ?? request.url
    return .answered(response)
  }
}
