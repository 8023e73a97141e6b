extension LoopbackServer {
  /// The server of the surrounding scope; nil outside one.
  @TaskLocal static var ambient: LoopbackServer?

  /// The server of the surrounding trait or of ``withLoopbackServer(answering:on:port:as:cors:limits:sourceLocation:isolation:operation:)``.
  ///
  /// - Throws: ``/NetworkServer/LoopbackError`` outside of such a scope.
  public static var current: LoopbackServer {
    get throws {
      guard let ambient else { throw LoopbackError(.noServer) }
      return ambient
    }
  }

  /// Runs an operation in which the server and its host are ambient, and stops the server.
  func serve<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    do {
      let result = try await Self.$ambient.withValue(self) {
        try await withAmbientNetwork(host: host) { try await operation() }
      }
      TrafficWatch.current?.bodyHasEnded()
      await stop()
      return result
    } catch {
      await stop()
      throw error
    }
  }
}

extension LoopbackServer {
  /// Starts a server in a test.
  ///
  /// - Parameters:
  ///   - transport: The transport that answers: a mock, suspended, replaying or recording transport, or one of your own. One that
  ///   remembers its requests gets whole bodies; others get those over 64 KiB as they come, in `httpBodyStream`.
  ///   - addresses: The addresses to listen at.
  ///   - port: The port; 0 for one that the system chooses.
  ///   - stoodInHost: The host that the server replaces: requests reach the transport as if they were sent to it.
  ///   - acceptance: The treatment of connections.
  ///   - cors: Whether pages of other origins may read the answers. If so, the server answers preflight requests itself.
  ///   - limits: The limits for requests.
  ///   - sourceLocation: The location of issues about refused requests.
  /// - Throws: `LoopbackError` if the port is taken or the system refuses.
  public convenience init(
    answering transport: any HTTPTransport, on addresses: Addresses = .ipv4, port: Int = 0,
    as stoodInHost: URLHost? = nil, acceptance: Acceptance = .all, cors: Bool = false, limits: Limits = Limits(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try self.init(
      answering: transport, on: addresses, port: port, as: stoodInHost, acceptance: acceptance, cors: cors,
      limits: limits, in: TestHarness.of(transport), at: CodePlace(sourceLocation))
  }
}

/// Runs an operation with a server that answers from a transport, and stops the server.
///
/// ```swift
/// try await withLoopbackServer(answering: SuspendedTransport()) { server in … }
/// ```
///
/// Meanwhile, loaders without a host use the server's host, and the server is `LoopbackServer.current`.
///
/// - Parameters:
///   - transport: The transport that answers.
///   - addresses: The addresses to listen at.
///   - port: The port; 0 for one that the system chooses.
///   - stoodInHost: The host that the server replaces: requests reach the transport as if they were sent to it.
///   - cors: Whether pages of other origins may read the answers.
///   - limits: The limits for requests.
///   - sourceLocation: The location of issues about refused requests.
///   - isolation: The caller's isolation, in which the operation runs.
///   - operation: The operation.
/// - Returns: The result of the operation.
/// - Throws: ``/NetworkServer/LoopbackError`` if no server can be started; any error of the operation.
public func withLoopbackServer<Result>(
  answering transport: any HTTPTransport, on addresses: LoopbackServer.Addresses = .ipv4, port: Int = 0,
  as stoodInHost: URLHost? = nil, cors: Bool = false, limits: LoopbackServer.Limits = LoopbackServer.Limits(),
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation,
  operation: (LoopbackServer) async throws -> Result
) async throws -> Result {
  let server = try LoopbackServer(
    answering: transport, on: addresses, port: port, as: stoodInHost, cors: cors, limits: limits,
    sourceLocation: sourceLocation)
  return try await server.serve { try await operation(server) }
}
