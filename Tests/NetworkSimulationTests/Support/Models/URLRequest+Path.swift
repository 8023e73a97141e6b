import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// A request to the models' service.
  static func to(_ path: String, bearer token: String? = nil) -> URLRequest {
    var components = URLComponents()
    components.scheme = "https"
    components.host = "test"
    components.path = path
    var request = URLRequest(url: components.url ?? URL(fileURLWithPath: path))
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    return request
  }
}
