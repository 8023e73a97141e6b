/// The result that a stub gives back: a response, or an error.
public struct Answer: Sendable {
  let kind: any AnswerKind
  /// The time that it takes; nil for the delay of its stub.
  package var delay: Delay?
  package internal(set) var service: StubService?

  init(_ kind: some AnswerKind) { self.kind = kind }

  /// The reason why no server answers so; nil if one may.
  var problem: String? { kind.problem }

  /// The answer in a few words of code, such as `.status(503)`; nil for one that has none.
  var shown: String? { kind.shown }

  /// The bytes of a second at which a server receives the request; nil for any number.
  package var uploadRate: Int? { kind.uploadRate }

  /// Delays the answer, regardless of the delay of its stub.
  ///
  /// - Parameter duration: The time until its head arrives, on the transport's clock.
  public func delayed(by duration: Duration) -> Self { delayed(by: .fixed(duration)) }

  /// Delays the answer, regardless of the delay of its stub.
  public func delayed(by delay: Delay) -> Self {
    var copy = self
    copy.delay = delay
    return copy
  }
}

/// A kind of answer: a response, an error, a stream.
///
/// All that belongs to a kind stands in its file: the words that make it, those that make a stub of it, and how it is given. A
/// new kind is a new file, and no list names it.
protocol AnswerKind: Sendable {
  /// The reason why no server answers so, if that is known when it is made; nil if one may.
  var problem: String? { get }
  /// It in a few words of code, such as `.status(503)`; nil if it has none.
  var shown: String? { get }
  /// The bytes of a second at which a server receives the request; nil for any number.
  var uploadRate: Int? { get }
  /// The response, if reading a file is all there is to do for it.
  var readyResponse: HTTPResponse? { get }
  /// Whether it is read from a file.
  var isFile: Bool { get }
  /// Whether code of the test makes it, which may answer otherwise each time.
  var isOfCode: Bool { get }

  /// Returns the answer to a request, as soon as its head is there.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - timeline: The time of the answer, on which the delay has passed.
  ///   - delay: The delay.
  func reply(to request: ReceivedRequest, on timeline: Timeline, after delay: Duration) async throws -> Answer.Reply

  /// Returns the whole answer, without its pauses, to be changed.
  func whole(to request: ReceivedRequest, on timeline: Timeline) async throws -> HTTPResponse
}

extension AnswerKind {
  var problem: String? { nil }
  var shown: String? { nil }
  var uploadRate: Int? { nil }
  var readyResponse: HTTPResponse? { nil }
  var isOfCode: Bool { false }
  var isFile: Bool { false }

  func whole(to request: ReceivedRequest, on timeline: Timeline) async throws -> HTTPResponse {
    switch try await reply(to: request, on: timeline, after: .zero) {
    case .whole(let response): response
    case .stream(let stream): try await stream.response()
    }
  }
}

extension Answer {
  /// An answer in the form its caller receives: whole, or in chunks.
  package enum Reply {
    case whole(HTTPResponse)
    case stream(HTTPStream)

    /// Returns the answer as a server sends it.
    package func served(to request: URLRequest, isFile: Bool = false) -> Reply {
      switch self {
      case .whole(let response): .whole(response.served(to: request, isFile: isFile))
      case .stream(let stream): .stream(stream.served(to: request, isFile: isFile))
      }
    }

    /// Whether its length is known at its end only.
    package var isInPieces: Bool { if case .stream(let stream) = self { stream.whole == nil } else { false } }

    /// The answer in chunks.
    package var stream: HTTPStream {
      switch self {
      case .whole(let response): HTTPStream(response)
      case .stream(let stream): stream
      }
    }
  }

  /// Returns the answer to a request, as soon as its head is there.
  package func reply(to request: ReceivedRequest, on timeline: Timeline, after delay: Duration) async throws -> Reply {
    if let timeout = timeline.timeout, delay >= timeout {
      // Among the sleepers of the clock, like an answer that is in time.
      try await timeline.sleep(until: timeout)
      throw URLError(.timedOut)
    } else if delay > .zero {
      try await timeline.sleep(until: delay)
    }
    return try await kind.reply(to: request, on: timeline, after: delay)
  }
}

/// The error of an answer that cannot be read or encoded, which is a problem of the test.
package struct UnusableAnswer: Error { package let cause: any Error }

extension HTTPHeaders {
  /// Returns the fields with one more, unless it is already there.
  func adding(_ name: String, _ value: String) -> Self {
    var copy = self
    if copy[name] == nil { copy.append(value, for: name) }
    return copy
  }

  // Not of a dictionary alone: a literal would become one, in which no name may be repeated.
  init(pairs: some Collection<(key: String, value: String)>) {
    self.init(pairs.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) })
  }
}
