import Foundation
import NetworkStubs
import NetworkTesting

/// A request of a table: when it was sent, how long its answer took, and what that was.
struct SentRequest: Sendable {
  var method = "GET"
  var url: String
  var start: Double
  var took: Double
  var outcome: Exchange.Outcome
  var headers: [String: String]
  var body: String

  static func sent(
    _ method: String, _ path: String, at start: Double = 0, took: Double = 0, status: Int = 200,
    _ headers: [String: String] = [:], body: String = "", answer: [String: String] = [:], answerBody: String = "",
    failing error: URLError.Code? = nil, pending: Bool = false
  ) -> Self {
    let url = path.contains("://") ? path : "https://api.example.com\(path)"
    let response = HTTPResponse(
      status: status, headers: HTTPHeaders(answer), body: Data(answerBody.utf8), url: URL(string: url))
    let outcome: Exchange.Outcome =
      pending ? .pending : error.map { .failed(URLError($0)) } ?? .answered(response)
    return Self(
      method: method, url: url, start: start, took: took, outcome: outcome, headers: headers, body: body)
  }

  static func sent(
    _ path: String, at start: Double = 0, took: Double = 0, status: Int = 200, _ headers: [String: String] = [:],
    answer: [String: String] = [:], answerBody: String = "", failing error: URLError.Code? = nil, pending: Bool = false
  ) -> Self {
    sent(
      "GET", path, at: start, took: took, status: status, headers, answer: answer, answerBody: answerBody,
      failing: error, pending: pending)
  }

  /// The exchanges of a log on a virtual clock, or of a recording.
  static func exchanges(_ requests: [SentRequest], isVirtual: Bool = true) -> [Exchange] {
    let begin = Date(timeIntervalSince1970: 1_000_000)
    return requests.enumerated().map { index, sent in
      var request = URLRequest(url: URL(string: sent.url) ?? URL(fileURLWithPath: "/"))
      request.httpMethod = sent.method
      request.allHTTPHeaderFields = sent.headers
      if !sent.body.isEmpty { request.httpBody = Data(sent.body.utf8) }
      var exchange = Exchange(
        number: index + 1, request: ReceivedRequest(request), outcome: sent.outcome,
        arrival: isVirtual ? .milliseconds(Int(sent.start * 1_000 + 0.5)) : nil, started: begin + sent.start)
      exchange.duration = .seconds(sent.took)
      guard case .pending = sent.outcome else {
        let end = sent.start + sent.took
        if isVirtual {
          exchange.lastBeforeEnd = requests.lastIndex { $0.start < end }.map { max($0, index) + 1 } ?? index + 1
        }
        return exchange
      }
      exchange.wait = { "its stub answers after 30 seconds." }
      return exchange
    }
  }
}
