/// A recording that answers a client outside tests, and never ends: a browser, an app in a simulator.
package struct RecordedService: Sendable {
  /// The recording's reply to a request.
  package enum Reply: Sendable {
    /// The answer of an exchange, with its number from 1.
    case answer(HTTPResponse, exchange: Int)
    /// No answer came when the exchange was recorded.
    case lost(exchange: Int)
    /// The reason why there is no answer: the closest exchange, and the differences.
    case unrecorded(String)
    /// The answer cannot be read.
    case unreadable(any Error, exchange: Int)
  }

  private static let parts: Set<RequestPart> = [.method, .path, .query, .body]

  private let name: String
  private let unused: RecordingIndex
  private var index: RecordingIndex

  /// - Parameters:
  ///   - entries: The exchanges, with their bodies. Their hosts are not compared.
  ///   - name: The recording's name.
  package init(_ entries: [HAR.Entry], named name: String) {
    unused = RecordingIndex(entries, matching: Self.parts, redaction: .standard) { try HAR.refuseFile($0) }
    index = unused
    self.name = name
  }

  /// Answers a request: with its exchanges in order, and then the last of them again and again.
  package mutating func reply(to request: URLRequest) -> Reply {
    let received = ReceivedRequest(request)
    let place: Int
    switch index.take(received.urlRequest, number: 1) {
    case .unused(let number), .usedUp(let number): place = number
    case let match:
      return .unrecorded(UnrecordedReport(received, match, index: unused, log: [], in: name).text)
    }
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
