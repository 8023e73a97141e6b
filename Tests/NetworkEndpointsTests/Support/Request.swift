import NetworkTesting

/// The request of an endpoint that differs from a plain one in what the test names.
func request(
  method: HTTPMethod = .get,
  path: String = "items",
  queryItems: [URLQueryItem] = [],
  headers: HTTPHeaders = [:],
  body: RequestBody? = nil,
  host: URLHost = "api.example.com"
) throws -> URLRequest {
  try Endpoint<EndpointKinds.Public, Void>(
    method: method, path: path, queryItems: queryItems, headers: headers, body: body
  ).makeRequest(host: host)
}

extension URLHost {
  /// The URL of a path and query on this host, as text.
  func text(path: String, queryItems: [URLQueryItem] = []) throws -> String {
    try #require(request(path: path, queryItems: queryItems, host: self).url).absoluteString
  }
}
