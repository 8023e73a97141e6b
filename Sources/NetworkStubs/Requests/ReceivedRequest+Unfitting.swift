// Names of other types for what a request has, with the right one as the compiler's error.

extension ReceivedRequest {
  /// Explains how JSON is read.
  @available(*, unavailable, message: "write try request.json(), or try request.decode(Item.self)")
  public var bodyJSON: JSONValue { .null }

  /// Explains how JSON is read.
  @available(*, unavailable, message: "write try request.json(), or try request.decode(Item.self)")
  public var jsonBody: JSONValue { .null }

  /// Explains how the text of a body is read.
  @available(*, unavailable, message: "write String(decoding: request.body, as: UTF8.self)")
  public var bodyString: String { "" }

  /// Explains the word for a body.
  @available(*, unavailable, renamed: "body")
  public var httpBody: Data? { body }

  /// Explains the word for a method.
  @available(*, unavailable, renamed: "method")
  public var httpMethod: String? { method.rawValue }

  /// Explains the word for header fields.
  @available(*, unavailable, renamed: "headers")
  public var allHTTPHeaderFields: [String: String]? { nil }

  /// Explains how a header field is read.
  @available(*, unavailable, message: "write request.header(…)")
  public func value(forHTTPHeaderField name: String) -> String? { header(name) }

  /// Explains the word for what a path contains.
  @available(*, unavailable, renamed: "parameters")
  public var pathParameters: [String: String] { parameters }

  /// Explains the word for parts.
  @available(*, unavailable, renamed: "parts")
  public var multipart: [MultipartPart] { parts }
}

extension ReceivedRequest {
  /// Explains the word for what a path contains.
  @available(*, unavailable, renamed: "parameters")
  public var params: [String: String] { parameters }

  /// Explains the word for query items.
  @available(*, unavailable, renamed: "query")
  public var searchParams: [String: String] { query }

  /// Explains the word for query items.
  @available(*, unavailable, renamed: "query")
  public var queryParameters: [String: String] { query }

  /// Explains how the text of a body is read.
  @available(*, unavailable, message: "write String(decoding: request.body, as: UTF8.self)")
  public func text() -> String { "" }

  /// Explains the word for a body.
  @available(*, unavailable, renamed: "body")
  public var bodyData: Data { body }

  /// Explains how a value is read.
  @available(*, unavailable, message: "write try request.decode(Item.self)")
  public func json<Value: Decodable>(_ type: Value.Type) throws -> Value { try decode(type) }

  /// Explains how a header field is read.
  @available(*, unavailable, message: "write request.header(\"Name\")")
  public var header: HTTPHeaders { headers }
}
