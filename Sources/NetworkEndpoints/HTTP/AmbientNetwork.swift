/// The transport and host that code uses when it is given none.
///
/// They belong to a task and its child tasks, so two tests that run at the same time do not meet.
/// Work that leaves the task (a detached task, a dispatch queue) sees none: hand such code its transport.
public struct AmbientNetwork: Sendable {
  /// The transport; nil for the live one.
  public var transport: (any HTTPTransport)?
  /// The host.
  public var host: URLHost?
  /// Whether the live network is forbidden, even to what means it.
  package var isOffline = false

  /// What is ambient in the current task.
  @TaskLocal public static var current = AmbientNetwork()
}

/// Runs an operation with an ambient transport, an ambient host, or both.
///
/// - Parameters:
///   - transport: The transport; nil leaves the one that is ambient already.
///   - host: The host; nil leaves the one that is ambient already.
///   - isolation: The caller's isolation, in which the operation runs.
///   - operation: What to run.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
public func withAmbientNetwork<Result>(
  transport: (any HTTPTransport)? = nil,
  host: URLHost? = nil,
  isolation: isolated (any Actor)? = #isolation,
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
