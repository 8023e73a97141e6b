import NetworkEndpoints
import Testing

@testable import NetworkStubs
@testable import NetworkTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

import Foundation

extension ReceivedRequest {
  /// A request as a transport would have received it.
  static func test(
    _ method: String = "GET", _ url: String = "https://api.example.com/", headers: [String: String] = [:],
    body: String? = nil
  ) -> Self {
    test(method, url, headers: headers, data: body.map { Data($0.utf8) })
  }

  static func test(
    _ method: String = "GET", _ url: String = "https://api.example.com/", headers: [String: String] = [:], data: Data?
  ) -> Self {
    guard let parsed = URL(string: url) else {
      Issue.record("\(url) is not a URL")
      return Self(URLRequest(url: URL(fileURLWithPath: "/")))
    }
    var request = URLRequest(url: parsed)
    request.httpMethod = method
    request.allHTTPHeaderFields = headers
    request.httpBody = data
    return Self(request)
  }

  static func json(_ body: String) -> Self { test("POST", headers: ["Content-Type": "application/json"], body: body) }

  static func form(_ body: String) -> Self {
    test("POST", headers: ["Content-Type": "application/x-www-form-urlencoded"], body: body)
  }
}

extension RequestMatcher {
  /// Whether it takes a request.
  func takes(_ request: ReceivedRequest) -> Bool { matches(RequestReader(request)) }

  /// Whether it takes a request with a URL.
  func takes(_ url: String) -> Bool { takes(.test(method?.rawValue ?? "GET", url)) }

  /// The lines of a failure text.
  func lines(_ request: ReceivedRequest) -> [String] {
    findings(RequestReader(request)).map { "\($0.isMatch ? "✓" : "✗") \($0.label): \($0.detail)" }
  }

  /// The lines of a failure text without those for method and path.
  func conditionLines(_ request: ReceivedRequest) -> [String] {
    conditions.findings(RequestReader(request)).map { "\($0.isMatch ? "✓" : "✗") \($0.label): \($0.detail)" }
  }
}
