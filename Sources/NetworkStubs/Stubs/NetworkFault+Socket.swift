/// An error that a server on a socket treats as an answer.
package protocol SocketAnswer: Error {
  var status: Int { get }
}

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

  package let fault: NetworkFault
  package let effect: Effect
  /// The answer that the fault changes.
  package let response: HTTPResponse

  /// Returns the outcome for the log, the same as without a socket.
  package func outcome(of request: ReceivedRequest) -> Exchange.Outcome {
    if let code = fault.code { return .failed(URLError(code)) }
    guard case .response(var response) = fault.spoiled(response).storage else { return .answered(response) }
    response.url = response.url ?? request.url
    return .answered(response)
  }
}

extension NetworkFault {
  /// The effect of the fault on a connection; nil for one that is an ordinary answer.
  ///
  /// Faults before there is a connection, such as a name without an address, are a reset there.
  var effectOnSocket: SocketFault.Effect? {
    switch self {
    case .connectionClosedBeforeHead: return .close
    case .malformedHead: return .garbage
    case .redirectLoop: return .redirectLoop
    case .bodyTooShort: return .closeInBody
    case .malformedChunks: return .malformedChunks
    case .malformedCompression: return .malformedCompression
    case .bodyTooLong: return .tooLong
    default: break
    }
    return switch effect {
    case .noAnswer: .reset
    case .silence: .silence
    case .breakOff(let count, _): .resetInBody(after: count)
    case .stall: .stallInBody
    default: nil
    }
  }
}
