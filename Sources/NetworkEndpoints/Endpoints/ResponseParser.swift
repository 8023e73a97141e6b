/// How the answer to an endpoint becomes a value.
public struct ResponseParser<Response: Sendable>: Sendable {
  let parse: @Sendable (HTTPResponse) throws -> Response

  /// Creates a parser from a closure.
  ///
  /// - Parameter parse: Makes the value of an answer whose status is in 200..<300; a `DecodingError` becomes a ``LoadError``.
  public init(_ parse: @escaping @Sendable (HTTPResponse) throws -> Response) {
    self.parse = parse
  }
}

extension ResponseParser where Response: Decodable {
  /// The body is JSON of the value.
  ///
  /// - Parameter decoder: The decoder to use in place of the standard one, such as one with its own date strategy.
  public static func json(decoder: JSONDecoder = JSONDecoder()) -> Self {
    Self { try decoder.decode(Response.self, from: $0.body) }
  }

  /// The body is JSON of an envelope with the value in its `result`.
  ///
  /// - Parameter decoder: The decoder to use in place of the standard one.
  public static func envelope(decoder: JSONDecoder = JSONDecoder()) -> Self {
    Self { try decoder.decode(NetworkResponse<Response>.self, from: $0.body).result }
  }
}

extension ResponseParser where Response == Data {
  /// The body as it is.
  public static var data: Self { Self { $0.body } }
}

extension ResponseParser where Response == String {
  /// The body as text, in UTF-8; what is not UTF-8 is replaced by U+FFFD.
  public static var text: Self { Self { String(decoding: $0.body, as: UTF8.self) } }
}

extension ResponseParser where Response == Void {
  /// The body does not matter.
  public static var ignored: Self { Self { _ in } }
}

extension ResponseParser where Response == HTTPResponse {
  /// The whole answer.
  public static var whole: Self { Self { $0 } }
}

// One initialiser a kind of response, so that the parser need not be named where the type says it all.

extension Endpoint where Response: Decodable {
  /// Creates an endpoint whose answer is JSON of the response.
  public init(
    method: HTTPMethod = .get, path: String, queryItems: [URLQueryItem] = [], headers: HTTPHeaders = [:],
    body: RequestBody? = nil, timeout: Duration? = nil, sample: HTTPResponse? = nil
  ) {
    self.init(
      method: method, path: path, queryItems: queryItems, headers: headers, body: body, timeout: timeout,
      response: .json(),
      sample: sample)
  }
}

extension Endpoint where Response == Data {
  /// Creates an endpoint whose response is the body as it is.
  public init(
    method: HTTPMethod = .get, path: String, queryItems: [URLQueryItem] = [], headers: HTTPHeaders = [:],
    body: RequestBody? = nil, timeout: Duration? = nil, sample: HTTPResponse? = nil
  ) {
    self.init(
      method: method, path: path, queryItems: queryItems, headers: headers, body: body, timeout: timeout,
      response: .data, sample: sample)
  }
}

extension Endpoint where Response == String {
  /// Creates an endpoint whose response is the body as text.
  public init(
    method: HTTPMethod = .get, path: String, queryItems: [URLQueryItem] = [], headers: HTTPHeaders = [:],
    body: RequestBody? = nil, timeout: Duration? = nil, sample: HTTPResponse? = nil
  ) {
    self.init(
      method: method, path: path, queryItems: queryItems, headers: headers, body: body, timeout: timeout,
      response: .text, sample: sample)
  }
}

extension Endpoint where Response == Void {
  /// Creates an endpoint whose answer's body does not matter.
  public init(
    method: HTTPMethod = .get, path: String, queryItems: [URLQueryItem] = [], headers: HTTPHeaders = [:],
    body: RequestBody? = nil, timeout: Duration? = nil, sample: HTTPResponse? = nil
  ) {
    self.init(
      method: method, path: path, queryItems: queryItems, headers: headers, body: body, timeout: timeout,
      response: .ignored,
      sample: sample)
  }
}

/// An envelope whose `result` is what the caller wants.
///
/// Services that wrap every answer send `{"result": …}`. Parse such an answer with ``ResponseParser/envelope(decoder:)``.
public struct NetworkResponse<Result> {
  /// What is in the envelope.
  public var result: Result

  /// Creates an envelope.
  ///
  /// - Parameter result: What is in it.
  public init(result: Result) {
    self.result = result
  }
}

extension NetworkResponse: Decodable where Result: Decodable {}
extension NetworkResponse: Encodable where Result: Encodable {}
extension NetworkResponse: Equatable where Result: Equatable {}
extension NetworkResponse: Hashable where Result: Hashable {}
extension NetworkResponse: Sendable where Result: Sendable {}
