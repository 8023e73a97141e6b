package import Foundation
package import NetworkEndpoints
package import NetworkStubs
import Testing

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

extension ReceivedRequest {
  /// A request as a transport would have received it.
  package static func test(
    _ method: String = "GET", _ url: String = "https://api.example.com/", headers: [String: String] = [:],
    body: String? = nil
  ) -> Self {
    test(method, url, headers: headers, data: body.map { Data($0.utf8) })
  }

  package static func test(
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

  package static func json(_ body: String) -> Self {
    test("POST", headers: ["Content-Type": "application/json"], body: body)
  }

  package static func form(_ body: String) -> Self {
    test("POST", headers: ["Content-Type": "application/x-www-form-urlencoded"], body: body)
  }
}

extension RequestMatcher {
  /// Whether it takes a request.
  package func takes(_ request: ReceivedRequest) -> Bool { matches(RequestReader(request)) }

  /// Whether it takes a request with a URL.
  package func takes(_ url: String) -> Bool { takes(.test(method?.rawValue ?? "GET", url)) }

  /// The lines of a failure text.
  package func lines(_ request: ReceivedRequest) -> [String] {
    findings(RequestReader(request)).map { "\($0.isMatch ? "✓" : "✗") \($0.label): \($0.detail)" }
  }
}

extension URLRequest {
  package static func make(
    _ method: HTTPMethod, _ url: String, headers: [String: String] = [:], body: String? = nil, json: JSONValue? = nil
  ) -> URLRequest {
    var request = URLRequest(url: URL(string: url) ?? URL(fileURLWithPath: "/invalid"))
    request.httpMethod = method.rawValue
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    if let text = body ?? json?.description { request.httpBody = Data(text.utf8) }
    if json != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
    return request
  }
}
