public import Foundation
public import NetworkEndpoints

/// A request that a transport received, and what became of it.
public struct Exchange: Sendable {
  /// What became of a request.
  public enum Outcome: Sendable {
    /// Its answer is not there yet.
    case pending
    /// A stub answered it.
    case answered(HTTPResponse)
    /// A stub answered it with an error, or its answer could not be made.
    case failed(any Error)
    /// No stub answers it.
    case unanswered
  }

  /// Its place among the requests of its transport, from 1.
  public let number: Int
  /// The request.
  public let request: ReceivedRequest
  /// When it came.
  public let started: Date
  /// How long its answer took; zero until it has one.
  public internal(set) var duration: Duration = .zero
  /// What became of it.
  public internal(set) var outcome: Outcome

  init(number: Int, request: ReceivedRequest, outcome: Outcome) {
    self.number = number
    self.request = request
    self.outcome = outcome
    started = Date()
  }
}
