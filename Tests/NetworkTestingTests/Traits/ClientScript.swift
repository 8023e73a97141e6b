import Foundation
import NetworkStubs
import NetworkTesting

/// What a client sends, one after the other, and what a rule says to it.
struct ClientScript: Sendable, CustomTestStringConvertible {
  enum Verdict { case pass, fail, nearMiss }

  struct Step: Sendable {
    let method: String
    let path: String
    var key: String?

    var request: URLRequest {
      var request = URLRequest(url: URL(string: "http://test\(path)") ?? URL(fileURLWithPath: "/"))
      request.httpMethod = method
      if method == "POST" { request.httpBody = Data("tea".utf8) }
      if let key { request.setValue(key, forHTTPHeaderField: "Idempotency-Key") }
      return request
    }
  }

  /// The end of a request that the service never answers.
  enum End { case none, left, cancelled }

  let rule: TrafficRule
  let verdict: Verdict
  let steps: [Step]
  var slow = End.none

  var testDescription: String { "\(rule.kind): \(verdict)" }

  private init(_ rule: TrafficRule, _ verdict: Verdict, _ steps: String..., key: String? = nil, slow: End = .none) {
    (self.rule, self.verdict, self.slow) = (rule, verdict, slow)
    self.steps = steps.map { text in
      let words = text.split(separator: " ").map(String.init)
      return Step(method: words[0], path: words[1], key: key)
    }
  }

  /// For each rule what it lets pass, what breaks it, and what nearly does.
  static let all = [
    Self(.requests(atMost: 2), .pass, "GET /a"), Self(.requests(atMost: 2), .nearMiss, "GET /a", "GET /b"),
    Self(.requests(atMost: 2), .fail, "GET /a", "GET /b", "GET /c"),
    Self(.noRepeats, .pass, "GET /kept", "GET /a"),
    Self(.noRepeats, .nearMiss, "GET /kept", "POST /a", "GET /kept"),
    Self(.noRepeats, .fail, "GET /kept", "GET /a", "GET /kept"),
    Self(.noFanOut("/items/{id}"), .pass, "GET /items", "GET /a"),
    Self(.noFanOut("/items/{id}"), .nearMiss, "GET /items", "GET /items/2"),
    Self(.noFanOut("/items/{id}"), .fail, "GET /items", "GET /items/2", "GET /items/1"),
    Self(.safeRetries, .pass, "POST /a", "POST /a"),
    Self(.safeRetries, .nearMiss, "POST /broken", "POST /broken", key: "5f3a"),
    Self(.safeRetries, .fail, "POST /broken", "POST /broken"),
    Self(.nothingLeftRunning, .pass, "GET /a"), Self(.nothingLeftRunning, .nearMiss, "GET /a", slow: .cancelled),
    Self(.nothingLeftRunning, .fail, "GET /a", slow: .left),
    Self(.hosts("test"), .pass, "GET /a"), Self(.hosts("other.test", "TEST"), .nearMiss, "GET /a"),
    Self(.hosts("*.test"), .fail, "GET /a"),
  ]

  /// The answer of the service: each path has its own.
  static func answer(to request: URLRequest) -> HTTPResponse {
    switch request.url?.path {
    case "/items": .json([["id": 1], ["id": 2]])
    // However slow the machine is.
    case "/kept": HTTPResponse(headers: ["Cache-Control": "max-age=86400"])
    case "/broken": HTTPResponse(status: 503)
    default: .json(["id": 1])
    }
  }
}
