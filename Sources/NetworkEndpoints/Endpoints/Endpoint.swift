/// A description of one call of a service: its address, its contents and the value of its answer.
///
/// ```swift
/// extension Endpoint where Kind == EndpointKinds.Public, Response == [Item] {
///   static func search(for query: String) -> Self {
///     Self(path: "search", queryItems: [URLQueryItem(name: "q", value: query)])
///   }
/// }
/// ```
public struct Endpoint<Kind: EndpointKind, Response: Sendable>: Sendable {
  /// The method.
  public var method: HTTPMethod
  /// The path below the host; existing percent-encoding stays, the rest is encoded where necessary.
  public var path: String
  /// The query, in order; an item without a value has no equals sign.
  public var queryItems: [URLQueryItem]
  /// Header fields; `Content-Type` comes from the body unless it is named here.
  public var headers: HTTPHeaders
  /// The body.
  public var body: RequestBody?
  /// The longest wait for anything to arrive; nil for the time-out of the transport's session, usually 60 seconds.
  public var timeout: Duration?
  /// The conversion of the answer into a value.
  public var response: ResponseParser<Response>
  /// A sample answer of the service, for previews and tests.
  public var sample: HTTPResponse?

  /// Creates an endpoint.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The path below the host, with or without a leading slash.
  ///   - queryItems: The query, in order.
  ///   - headers: Header fields.
  ///   - body: The body.
  ///   - timeout: The longest wait for anything to arrive; nil for the time-out of the transport's session.
  ///   - response: The conversion of the answer into a value.
  ///   - sample: A sample answer of the service.
  public init(
    method: HTTPMethod = .get, path: String, queryItems: [URLQueryItem] = [], headers: HTTPHeaders = [:],
    body: RequestBody? = nil, timeout: Duration? = nil, response: ResponseParser<Response>, sample: HTTPResponse? = nil
  ) {
    self.method = method
    self.path = path
    self.queryItems = queryItems
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.response = response
    self.sample = sample
  }
}

extension Endpoint: CustomStringConvertible {
  /// The method and path on one line, such as `GET items/latest`, without credentials and query.
  public var description: String {
    let path = path.contains("://") ? path.withoutSecrets : path.withoutQuery
    return "\(method.rawValue.shortened(to: 100)) \(path.isEmpty ? "/" : path.shortened(to: 100))"
  }
}

extension Endpoint {
  /// The path from the slash on, not encoded, by which stubs find its sample.
  package var rootedPath: String { path.hasPrefix("/") ? path : "/" + path }
}
