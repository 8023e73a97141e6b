/// A recording that answers a client outside tests, and never ends: a browser, an app in a simulator.
package struct RecordedService: Sendable {
  /// The recording's reply to a request.
  package enum Reply: Sendable {
    /// The answer of an exchange, with its number from 1.
    case answer(HTTPResponse, exchange: Int, RecordedAnswer)
    /// No answer came when the exchange was recorded.
    case lost(exchange: Int)
    /// The reason why there is no answer: the closest exchange, and the differences.
    case unrecorded(String)
    /// The answer cannot be read.
    case unreadable(any Error, exchange: Int)
  }

  private let name: String
  private let unused: RecordingIndex
  private var index: RecordingIndex

  /// - Parameters:
  ///   - entries: The exchanges, with their bodies. Their hosts are not compared.
  ///   - name: The recording's name.
  ///   - items: The names of items of the query that differ each time.
  package init(_ entries: [HAR.Entry], named name: String, ignoring items: Set<String> = []) {
    let parts: Set<RequestPart> = [.method, .path, RequestPart(storage: .query(except: items)), .body]
    unused = RecordingIndex(entries, matching: parts, redaction: .standard) { try HAR.refuseFile($0) }
    index = unused
    self.name = name
  }

  /// Answers a request: with its exchanges in order, and then the last of them again and again.
  ///
  /// A HEAD that was not recorded gets the response to the next GET, which it does not use up.
  package mutating func reply(to request: URLRequest) -> Reply {
    let received = ReceivedRequest(request)
    let place: Int
    var match = index.take(received.urlRequest, number: 1)
    if case .missing = match, request.httpMethod == "HEAD" {
      var get = received.urlRequest
      get.httpMethod = "GET"
      var copy = index
      let next = copy.take(get, number: 1)
      if next.number != nil { match = next }
    }
    switch match {
    case .unused(let number), .usedUp(let number): place = number
    case let match:
      return .unrecorded(UnrecordedReport(received, match, index: unused, log: [], in: name).text)
    }
    do {
      let source = try index.source(of: place, for: received.urlRequest)
      let answer = try RecordedAnswer(source, to: received, readFile: index.readFile)
      var response = try answer.response()
      // Some tools keep the type, and not the field.
      let type = index.entries[place].response.content.mimeType
      if response.headers["Content-Type"] == nil, !response.body.isEmpty, type.contains("/"), type != "x-unknown" {
        response.headers["Content-Type"] = type
      }
      return .answer(response, exchange: place + 1, answer)
    } catch is URLError {
      return .lost(exchange: place + 1)
    } catch {
      return .unreadable(error, exchange: place + 1)
    }
  }
}
