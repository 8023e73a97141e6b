public import Foundation

// One initialiser a kind of response, so that the parser need not be named where the type says it all.

extension Endpoint where Response: Decodable {
  /// Creates an endpoint whose answer is JSON of the response.
  public init(
    method: HTTPMethod = .get, path: String, queryItems: [URLQueryItem] = [], headers: HTTPHeaders = [:],
    body: RequestBody? = nil, sample: HTTPResponse? = nil
  ) {
    self.init(
      method: method, path: path, queryItems: queryItems, headers: headers, body: body, response: .json(),
      sample: sample)
  }
}

extension Endpoint where Response == Data {
  /// Creates an endpoint whose response is the body as it is.
  public init(
    method: HTTPMethod = .get, path: String, queryItems: [URLQueryItem] = [], headers: HTTPHeaders = [:],
    body: RequestBody? = nil, sample: HTTPResponse? = nil
  ) {
    self.init(
      method: method, path: path, queryItems: queryItems, headers: headers, body: body, response: .data, sample: sample)
  }
}

extension Endpoint where Response == String {
  /// Creates an endpoint whose response is the body as text.
  public init(
    method: HTTPMethod = .get, path: String, queryItems: [URLQueryItem] = [], headers: HTTPHeaders = [:],
    body: RequestBody? = nil, sample: HTTPResponse? = nil
  ) {
    self.init(
      method: method, path: path, queryItems: queryItems, headers: headers, body: body, response: .text, sample: sample)
  }
}

extension Endpoint where Response == Void {
  /// Creates an endpoint whose answer's body does not matter.
  public init(
    method: HTTPMethod = .get, path: String, queryItems: [URLQueryItem] = [], headers: HTTPHeaders = [:],
    body: RequestBody? = nil, sample: HTTPResponse? = nil
  ) {
    self.init(
      method: method, path: path, queryItems: queryItems, headers: headers, body: body, response: .ignored,
      sample: sample)
  }
}
