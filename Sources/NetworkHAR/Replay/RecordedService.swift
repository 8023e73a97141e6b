// The folders beside this file are links to those of NetworkTesting that know nothing of Testing: they are built once more, for the
// command, which must not need the testing library.

/// A recording that answers a client which is not a test, and has no end: a browser, an app in a simulator.
package struct RecordedService: Sendable {
  /// What the recording says to a request.
  package enum Reply: Sendable {
    /// The answer of an exchange, with its number from 1.
    case answer(HTTPResponse, exchange: Int)
    /// No answer came when the exchange was recorded.
    case lost(exchange: Int)
    /// Why there is no answer: which exchange is closest, and what differs.
    case unrecorded(String)
    /// The answer is there and cannot be read.
    case unreadable(any Error, exchange: Int)
  }

  private static let parts: Set<RequestPart> = [.method, .path, .query, .body]

  private let name: String
  private let unused: RecordingIndex
  private var index: RecordingIndex
  /// The exchange that was last given to each request.
  private var given: [RequestKey: Int] = [:]

  /// - Parameters:
  ///   - entries: The exchanges, with their bodies. The hosts that they are of make no difference.
  ///   - name: What the recording is called.
  package init(_ entries: [HAR.Entry], named name: String) {
    unused = RecordingIndex(entries, matching: Self.parts, redaction: .standard) { try HAR.refuseFile($0) }
    index = unused
    self.name = name
  }

  /// Answers a request: its exchanges in their order, and then the last of them again and again.
  package mutating func reply(to request: URLRequest) -> Reply {
    let received = ReceivedRequest(request)
    let key = RequestKey(index.redaction.normalized(received.urlRequest), index.parts)
    guard let place = index.take(received.urlRequest, number: 1) ?? given[key] else {
      return .unrecorded(UnrecordedReport(received, index: unused, log: [], in: name).text)
    }
    given[key] = place
    do {
      let answer = try RecordedAnswer(index.entries[place], to: received, readFile: index.readFile)
      return .answer(try answer.response(), exchange: place + 1)
    } catch is URLError {
      return .lost(exchange: place + 1)
    } catch {
      return .unreadable(error, exchange: place + 1)
    }
  }
}
