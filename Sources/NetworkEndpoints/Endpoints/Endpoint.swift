/// A description of one call of a service: where it goes, what it sends and what its answer becomes.
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
  /// The path below the host; what is percent-encoded already stays so, the rest is encoded where it must be.
  public var path: String
  /// The query, in its order; an item without a value has no equals sign.
  public var queryItems: [URLQueryItem]
  /// Header fields; `Content-Type` comes from the body unless it is named here.
  public var headers: HTTPHeaders
  /// The body.
  public var body: RequestBody?
  /// How long to wait for anything to arrive; nil for what the transport's session has, usually 60 seconds.
  public var timeout: Duration?
  /// How the answer becomes a value.
  public var response: ResponseParser<Response>
  /// An answer such as the service gives, for previews and tests.
  public var sample: HTTPResponse?

  /// Creates an endpoint.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The path below the host, with or without a leading slash.
  ///   - queryItems: The query, in its order.
  ///   - headers: Header fields.
  ///   - body: The body.
  ///   - timeout: How long to wait for anything to arrive; nil for what the transport's session has.
  ///   - response: How the answer becomes a value.
  ///   - sample: An answer such as the service gives.
  public init(
    method: HTTPMethod = .get,
    path: String,
    queryItems: [URLQueryItem] = [],
    headers: HTTPHeaders = [:],
    body: RequestBody? = nil,
    timeout: Duration? = nil,
    response: ResponseParser<Response>,
    sample: HTTPResponse? = nil
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
  /// The path from the slash on, not encoded, as stubs find its sample by it.
  package var rootedPath: String { path.hasPrefix("/") ? path : "/" + path }
}
