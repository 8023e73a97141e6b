/// The events of a service, over as many connections as necessary.
///
/// After a connection ends or fails, the next one names the last event, in `Last-Event-ID`, so that the service can continue from
/// there. It is made after three seconds, or as the last `retry` says; while no connection succeeds, the pause doubles each time,
/// up to a minute. The pauses pass on the transport's clock, so a test does not wait for them.
///
/// It ends without an error if the service answers with status 204, and with one if another connection is of no use: a
/// ``/NetworkEndpoints/LoadError`` for another status than 200 or an answer that is not `text/event-stream`, an error of the transport that is not
/// about the connection, and `CancellationError` when the task is cancelled.
///
/// Source: [HTML, section 9.2](https://html.spec.whatwg.org/multipage/server-sent-events.html).
public struct ServerSentEvents: AsyncSequence, Sendable {
  let requests: any RequestSource

  /// Opens its own connection.
  public func makeAsyncIterator() -> StreamIterator<ServerSentEvent> {
    var connections = EventConnections(requests)
    return StreamIterator { try await connections.next() }
  }
}

/// The connections of a reader of events, one after the other.
private struct EventConnections {
  private let requests: any RequestSource
  private var chunks: StreamIterator<Data>?
  private var parser = EventParser()
  private var ready: ArraySlice<ServerSentEvent> = []
  /// The number of failed attempts in a row.
  private var failures = 0
  private var isFirst = true
  private var hasEnded = false

  init(_ requests: any RequestSource) { self.requests = requests }

  /// Waits for the next event; nil after status 204.
  mutating func next() async throws -> ServerSentEvent? {
    do {
      while ready.isEmpty, !hasEnded {
        try Task.checkCancellation()
        try await advance()
      }
    } catch {
      chunks = nil
      hasEnded = true
      throw Task.isCancelled ? CancellationError() : error
    }
    return ready.popFirst()
  }

  /// Reads a chunk of the connection, or opens the next one.
  private mutating func advance() async throws {
    do {
      if let chunk = try await chunks?.next() { return ready = parser.events(in: chunk)[...] }
    } catch let error as URLError where error.isWorthAnotherConnection {}
    chunks = nil
    let (request, transport) = try requests.next()
    if !isFirst { try await transport.rest(for: pause, before: request) }
    isFirst = false
    do {
      try await connect(by: request, over: transport)
    } catch let error as URLError where error.isWorthAnotherConnection {
      failures += 1
    }
  }

  private mutating func connect(by request: URLRequest, over transport: any HTTPTransport) async throws {
    parser.restart()
    let request = request.asking(forEventsAfter: parser.lastID)
    let stream = try await transport.stream(request)
    switch stream.status {
    case 200:
      let type = stream.headers["Content-Type"]?.shortened(to: 100)
      let essence = type?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
      guard essence == "text/event-stream" else {
        let found = type.map { "its Content-Type is \($0.printable), not" } ?? "it has no Content-Type, which should be"
        throw LoadError(notEvents: "\(found) text/event-stream", request, stream).answered(by: transport)
      }
      chunks = stream.makeAsyncIterator()
      failures = 0
    case 204: hasEnded = true
    case 200..<300:
      throw LoadError(notEvents: "its status is \(stream.status), not 200", request, stream).answered(by: transport)
    default:
      throw LoadError(.unacceptableStatus, request: request, response: try await stream.response())
        .answered(by: transport)
    }
  }

  private var pause: Duration {
    // A service may request any pause, but no clock holds more than some thirty years.
    let usual = min(parser.reconnectionTime ?? .seconds(3), .seconds(1_000_000_000))
    guard failures > 1 else { return usual }
    let longer = max(usual, .milliseconds(100)) * (1 << min(failures - 1, 10))
    return min(longer, max(usual, .seconds(60)))
  }
}

/// A source of repeated requests, which also knows the transport for them.
protocol RequestSource: Sendable {
  func next() throws -> (URLRequest, any HTTPTransport)
}

private struct LoadedRequests<Loaded: Loadable>: RequestSource {
  let loader: EndpointLoader
  let loadable: Loaded
  let data: Loaded.RequestData

  func next() throws -> (URLRequest, any HTTPTransport) { try loader.prepare(loadable, with: data) }
}

extension EndpointLoader {
  /// Returns the server-sent events of an endpoint; when its connection ends or fails, the next one continues from there.
  ///
  /// ```swift
  /// for try await event in loader.events(endpoint: .prices, using: token) { show(event.data) }
  /// ```
  ///
  /// Nothing is sent before the first event is requested. The endpoint's time-out is the longest silence of a connection; its
  /// parser is not used. In a test, let the stub of the last connection answer with status 204:
  ///
  /// ```swift
  /// .get("/prices").respond(inOrder: .events([ServerSentEvent("10", id: "1")]), .status(204))
  /// ```
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint.
  ///   - data: The data for the endpoint's kind.
  /// - Returns: The events, whose reader gets the errors: ``/NetworkEndpoints/InvalidEndpointError`` if no request can be created, and those of
  ///   ``ServerSentEvents``.
  public func events<Kind, Response>(
    endpoint: Endpoint<Kind, Response>, using data: Kind.RequestData
  ) -> ServerSentEvents {
    ServerSentEvents(requests: LoadedRequests(loader: self, loadable: endpoint, data: data))
  }

  /// Returns the server-sent events of an endpoint that needs no data from the caller.
  public func events<Kind, Response>(
    endpoint: Endpoint<Kind, Response>
  ) -> ServerSentEvents where Kind.RequestData == Void {
    events(endpoint: endpoint, using: ())
  }
}

extension URLRequest {
  fileprivate func asking(forEventsAfter id: String?) -> Self {
    var request = self
    request.cachePolicy = .reloadIgnoringLocalCacheData
    if request.value(forHTTPHeaderField: "Accept") == nil {
      request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
    }
    if let id { request.setValue(id, forHTTPHeaderField: "Last-Event-ID") }
    return request
  }
}

extension LoadError {
  fileprivate init(notEvents reason: String, _ request: URLRequest, _ stream: HTTPStream) {
    let response = HTTPResponse(status: stream.status, headers: stream.headers, url: stream.url)
    self.init(.notEvents, request: request, response: response, reason: reason)
  }
}

extension URLError {
  /// Whether the connection failed, and not the request.
  fileprivate var isWorthAnotherConnection: Bool {
    switch code {
    case .cancelled, .badURL, .unsupportedURL, .httpTooManyRedirects, .redirectToNonExistentLocation,
      .userCancelledAuthentication, .userAuthenticationRequired, .serverCertificateHasBadDate,
      .serverCertificateUntrusted, .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
      .clientCertificateRejected, .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
      false
    default: true
    }
  }
}
