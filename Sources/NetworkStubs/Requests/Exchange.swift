/// A request that a transport received, and its outcome.
public struct Exchange: Sendable {
  /// The outcome of a request.
  public enum Outcome: Sendable {
    /// No answer yet.
    case pending
    /// A stub answered it.
    case answered(HTTPResponse)
    /// A stub answered it with an error, or its answer could not be created.
    case failed(any Error)
    /// No stub answers it.
    case unanswered
  }

  /// Its number among the requests of its transport, from 1.
  public let number: Int
  /// The request.
  public let request: ReceivedRequest
  /// The time of its arrival.
  public let started: Date
  /// The time that its answer took; zero until it has one.
  public package(set) var duration: Duration = .zero
  /// The outcome.
  public package(set) var outcome: Outcome
  /// The size of the answer's body if it is kept in part; nil if it is whole.
  var fullBodyCount: Int?
  /// The time of its arrival on a virtual clock, since the clock began; nil in real time.
  package let arrival: Duration?
  /// The real time of its arrival, which no change of the machine's date touches; nil where only a file tells it.
  package let instant: ContinuousClock.Instant?
  package var stub: (any AnsweringStub)?
  /// The number of the last request that had come when this one had its outcome; nil where only times tell.
  package var lastBeforeEnd: Int?
  /// The reason why it waits for its answer; nil if it does not, or its caller has left.
  package var wait: (@Sendable () -> String)?
  /// Whether its caller waited when the body of its test returned.
  package var isLeft = false
  /// The addresses of the calls that sent it, where its traffic is watched, and for the first those of what awaits it.
  package var callSites: [UInt] = []
  /// The scope that it was sent in, for rules about traffic; nil where no one knows.
  package var scope: (any AnyObject & Sendable)?

  package init(
    number: Int, request: ReceivedRequest, outcome: Outcome, arrival: Duration? = nil, started: Date? = nil
  ) {
    instant = started == nil ? .now : nil
    self.number = number
    self.request = request
    self.outcome = outcome
    self.arrival = arrival
    self.started = started ?? Date()
  }

  /// Whether its caller waits, or waited when the body of its test returned.
  package var isRunning: Bool { wait != nil }
}

/// The outcome of a request whose client left in the middle of its body.
struct BrokenUpload: Error, CustomStringConvertible {
  let received: Int
  let announced: Int?

  var description: String {
    announced.map { "it came with \(received) of \($0.counted("byte"))" }
      ?? "it came with \(received.counted("byte")), and its body did not end"
  }
}

/// The stub of an answer, as named in texts.
package protocol AnsweringStub: AnyObject, Sendable {
  var shown: String { get }
  /// It in a sentence, such as "the stub … at UserTests.swift:12".
  var named: String { get }
}
