/// A loader of endpoints, which creates the request, sends it through a transport, and parses the answer.
///
/// ```swift
/// let loader = EndpointLoader(transport: URLSessionTransport(), host: .production)
/// let item = try await loader.load(endpoint: .latestItem, using: AccessToken("12345"))
/// ```
///
/// A loader without a transport or host uses the ambient one at each call, so a loader in a static property uses each test's own
/// network. In a test without a network it throws ``LiveNetworkError``: no request goes to the live network by accident.
public struct EndpointLoader: Sendable {
  private let transport: (any HTTPTransport)?
  private let host: URLHost?

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - transport: The transport for the requests; nil for the ambient transport, which outside tests is the live one.
  ///   - host: The host of the requests; nil for the ambient host.
  public init(transport: (any HTTPTransport)? = nil, host: URLHost? = nil) {
    self.transport = transport
    self.host = host
  }

  /// Loads an endpoint that needs data from the caller, such as a token.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint.
  ///   - data: The data for the endpoint's kind.
  /// - Returns: The value of the answer.
  /// - Throws: ``InvalidEndpointError`` if no request can be created; ``LoadError`` for a status outside 200..<300 or a body that
  /// does not decode; ``LiveNetworkError`` in a test without a network; any error of the transport, such as `URLError`.
  public func load<Kind, Response>(
    endpoint: Endpoint<Kind, Response>, using data: Kind.RequestData
  ) async throws -> Response {
    try await load(endpoint, with: data)
  }

  /// Loads an endpoint that needs no data from the caller.
  public func load<Kind, Response>(
    endpoint: Endpoint<Kind, Response>
  ) async throws -> Response where Kind.RequestData == Void {
    try await load(endpoint, with: ())
  }

  /// Explains what a call lacks.
  @available(*, unavailable, message: "this endpoint needs data, such as a token: load(endpoint: …, using: …)")
  public func load<Kind, Response>(endpoint: Endpoint<Kind, Response>) async throws -> Response {
    throw InvalidEndpointError(.invalidBody, reason: "it needs data from its caller")
  }

  /// Loads any value that creates a request and parses the answer.
  ///
  /// - Parameters:
  ///   - loadable: The loadable.
  ///   - data: The data for its request.
  /// - Returns: The value of the answer.
  /// - Throws: As ``load(endpoint:using:)``, and any error of `loadable`.
  public func load<L: Loadable>(_ loadable: L, with data: L.RequestData) async throws -> L.Response {
    let (request, transport) = try prepare(loadable, with: data)
    let response = try await transport.send(request)
    guard (200..<300).contains(response.status) else {
      throw LoadError(.unacceptableStatus, request: request, response: response).answered(by: transport)
    }
    do { return try loadable.parse(response) } catch let error as DecodingError {
      throw LoadError(
        .undecodableBody, request: request, response: response, reason: error.codingProblem, underlyingError: error
      ).answered(by: transport)
    }
  }

  /// Creates the request and finds the transport for it.
  package func prepare<L: Loadable>(_ loadable: L, with data: L.RequestData) throws -> (URLRequest, any HTTPTransport) {
    let ambient = AmbientNetwork.current
    let transport = transport ?? ambient.transport
    // Code that leaves the task of a test loses the test's host along with its network.
    if transport == nil, host == nil, ambient.host == nil, LiveNetworkGuard.isLost { try LiveNetworkGuard.check(nil) }
    let request = try loadable.makeRequest(with: data, host: host ?? ambient.host)
    if transport == nil { try LiveNetworkGuard.check(request) }
    return (request, transport ?? URLSessionTransport())
  }

  /// Loads an endpoint as a stream, which is returned as soon as its head arrives; the endpoint's parser is not used.
  ///
  /// ```swift
  /// let stream = try await loader.stream(endpoint: .prices, using: token)
  /// for try await chunk in stream { show(chunk) }
  /// ```
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint.
  ///   - data: The data for the endpoint's kind.
  /// - Returns: The answer, with its body still to be read.
  /// - Throws: ``InvalidEndpointError`` if no request can be created; ``LoadError`` with the whole answer for a status outside
  /// 200..<300; any error of the transport, such as `URLError`.
  public func stream<Kind, Response>(
    endpoint: Endpoint<Kind, Response>, using data: Kind.RequestData
  ) async throws -> HTTPStream {
    let (request, transport) = try prepare(endpoint, with: data)
    let stream = try await transport.stream(request)
    guard (200..<300).contains(stream.status) else {
      throw LoadError(.unacceptableStatus, request: request, response: try await stream.response())
        .answered(by: transport)
    }
    return stream
  }

  /// Loads an endpoint that needs no data from the caller as a stream.
  public func stream<Kind, Response>(
    endpoint: Endpoint<Kind, Response>
  ) async throws -> HTTPStream where Kind.RequestData == Void {
    try await stream(endpoint: endpoint, using: ())
  }
}
