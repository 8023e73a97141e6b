/// The conversion of an endpoint's answer into a value.
public struct ResponseParser<Response: Sendable>: Sendable {
  let parse: @Sendable (HTTPResponse) throws -> Response

  /// Creates a parser from a closure.
  ///
  /// - Parameter parse: Creates the value from an answer whose status is in 200..<300; a `DecodingError` becomes a ``LoadError``.
  public init(_ parse: @escaping @Sendable (HTTPResponse) throws -> Response) { self.parse = parse }
}

extension ResponseParser where Response: Decodable {
  /// A parser for a body that is JSON of the value.
  ///
  /// - Parameter decoder: The decoder to use in place of the standard one, such as one with its own date strategy.
  public static func json(decoder: JSONDecoder = JSONDecoder()) -> Self {
    Self { try decoder.decode(Response.self, from: $0.body) }
  }

  /// A parser for a body that is JSON of an envelope with the value in its `result`.
  ///
  /// - Parameter decoder: The decoder to use in place of the standard one.
  public static func envelope(decoder: JSONDecoder = JSONDecoder()) -> Self {
    Self { try decoder.decode(NetworkResponse<Response>.self, from: $0.body).result }
  }
}

extension ResponseParser where Response == Data {
  /// The raw body.
  public static var data: Self { Self { $0.body } }
}

extension ResponseParser where Response == String {
  /// The body as text, in UTF-8; invalid bytes are replaced by U+FFFD.
  public static var text: Self { Self { String(decoding: $0.body, as: UTF8.self) } }
}

extension ResponseParser where Response == Void {
  /// A parser that ignores the body.
  public static var ignored: Self { Self { _ in } }
}

extension ResponseParser where Response == HTTPResponse {
  /// The whole answer.
  public static var whole: Self { Self { $0 } }
}

// One initialiser for each kind of response, so that the parser need not be named if the type is enough.

extension Endpoint where Response: Decodable {
  /// Creates an endpoint whose answer is JSON of the response.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The path below the host, with or without a leading slash.
  ///   - queryItems: The query, in order.
  ///   - headers: The header fields.
  ///   - body: The body.
  ///   - timeout: The longest wait for anything to arrive; nil for the time-out of the transport's session.
  ///   - sample: A sample answer of the service.
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
  /// Creates an endpoint whose response is the raw body.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The path below the host, with or without a leading slash.
  ///   - queryItems: The query, in order.
  ///   - headers: The header fields.
  ///   - body: The body.
  ///   - timeout: The longest wait for anything to arrive; nil for the time-out of the transport's session.
  ///   - sample: A sample answer of the service.
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
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The path below the host, with or without a leading slash.
  ///   - queryItems: The query, in order.
  ///   - headers: The header fields.
  ///   - body: The body.
  ///   - timeout: The longest wait for anything to arrive; nil for the time-out of the transport's session.
  ///   - sample: A sample answer of the service.
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
  /// Creates an endpoint whose answer's body is ignored.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The path below the host, with or without a leading slash.
  ///   - queryItems: The query, in order.
  ///   - headers: The header fields.
  ///   - body: The body.
  ///   - timeout: The longest wait for anything to arrive; nil for the time-out of the transport's session.
  ///   - sample: A sample answer of the service.
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

/// An envelope whose `result` is the value for the caller.
///
/// Services that wrap every answer send `{"result": …}`. Parse such an answer with ``ResponseParser/envelope(decoder:)``.
public struct NetworkResponse<Result> {
  /// The content of the envelope.
  public var result: Result

  /// Creates an envelope.
  ///
  /// - Parameter result: Its content.
  public init(result: Result) { self.result = result }
}

extension NetworkResponse: Decodable where Result: Decodable {}
extension NetworkResponse: Encodable where Result: Encodable {}
extension NetworkResponse: Equatable where Result: Equatable {}
extension NetworkResponse: Hashable where Result: Hashable {}
extension NetworkResponse: Sendable where Result: Sendable {}
