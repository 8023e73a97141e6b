package import Foundation
import Testing

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

extension URL {
  /// An address of the service that the tests of sessions invent.
  package static func test(_ path: String, host: String = "api.example.com") -> URL {
    URL(string: "https://\(host)\(path)") ?? URL(fileURLWithPath: path)
  }
}

extension URLRequest {
  /// A request to the service that the tests of sessions invent.
  package static func test(
    _ path: String, _ method: String = "GET", headers: [String: String] = [:], body: String? = nil
  ) -> URLRequest {
    var request = URLRequest(url: path.contains("://") ? URL(string: path) ?? .test("/") : .test(path))
    request.httpMethod = method
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    request.httpBody = body.map { Data($0.utf8) }
    return request
  }
}

extension URLSession {
  /// The answer to a request, as text and head.
  package func answer(to request: URLRequest) async throws -> (text: String, head: HTTPURLResponse) {
    let (data, response) = try await data(for: request)
    return (String(decoding: data, as: UTF8.self), try #require(response as? HTTPURLResponse))
  }
}
