/// The transport and host for code that is given none.
///
/// They belong to a task and its child tasks, so tests that run at the same time do not interfere. Work that leaves the task (a
/// detached task, a dispatch queue) has none: pass the transport to such code.
public struct AmbientNetwork: Sendable {
  /// The transport; nil for the live one.
  public var transport: (any HTTPTransport)?
  /// The host.
  public var host: URLHost?
  /// Whether the live network is forbidden, even to code that opts in.
  package var isOffline = false
  /// Whether the live network is allowed to any session, though there is a network.
  package var isLive = false

  /// The ambient network of the current task.
  @TaskLocal public static var current = AmbientNetwork()
}

/// Runs an operation with an ambient transport, an ambient host, or both.
///
/// - Parameters:
///   - transport: The transport; nil leaves the ambient one unchanged.
///   - host: The host; nil leaves the ambient one unchanged.
///   - isolation: The caller's isolation, in which the operation runs.
///   - operation: The operation.
/// - Returns: The result of the operation.
/// - Throws: Any error of the operation.
public func withAmbientNetwork<Result>(
  transport: (any HTTPTransport)? = nil, host: URLHost? = nil, isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result
) async rethrows -> Result {
  var network = AmbientNetwork.current
  network.transport = transport ?? network.transport
  network.host = host ?? network.host
  return try await AmbientNetwork.$current.withValue(network, operation: operation)
}

extension URLHost {
  /// The host of the surrounding ``withAmbientNetwork(transport:host:isolation:operation:)``, such as a test's host trait.
  public static var current: Self? { AmbientNetwork.current.host }
}
