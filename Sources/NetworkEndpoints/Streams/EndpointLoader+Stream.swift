import Foundation

extension EndpointLoader {
  /// Loads an endpoint as a stream, which is there as soon as its head is; the endpoint's parser is not asked.
  ///
  /// ```swift
  /// let stream = try await loader.stream(endpoint: .prices, using: token)
  /// for try await event in stream.events { show(event.data) }
  /// ```
  ///
  /// - Parameters:
  ///   - endpoint: What to load.
  ///   - data: What the endpoint's kind needs.
  /// - Returns: The answer, its body still to be read.
  /// - Throws: ``InvalidEndpointError`` if no request can be made; ``LoadError`` for a status outside 200..<300, with the
  ///   whole answer in it; what the transport throws, such as `URLError`.
  public func stream<Kind, Response>(
    endpoint: Endpoint<Kind, Response>, using data: Kind.RequestData
  ) async throws -> HTTPStream {
    let (request, transport) = try prepare(endpoint, with: data)
    let stream = try await transport.stream(request)
    guard (200..<300).contains(stream.status) else {
      throw LoadError(.unacceptableStatus, request: request, response: try await stream.response(), reason: nil)
    }
    return stream
  }

  /// Loads an endpoint that needs nothing from the caller as a stream.
  ///
  /// - Parameter endpoint: What to load.
  /// - Returns: The answer, its body still to be read.
  /// - Throws: As ``stream(endpoint:using:)``.
  public func stream<Kind, Response>(
    endpoint: Endpoint<Kind, Response>
  ) async throws -> HTTPStream where Kind.RequestData == Void {
    try await stream(endpoint: endpoint, using: ())
  }
}
