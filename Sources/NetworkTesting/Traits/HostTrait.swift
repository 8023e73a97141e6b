/// A trait that gives endpoints a default host.
///
/// ```swift
/// @Suite(.host("test"))
/// struct EndpointTests {
///   @Test func path() throws {
///     let request = try Endpoint<EndpointKinds.Stub, String>(path: "path").makeRequest()
///     #expect(try request.url == URLHost.current?.expectedURL(withPath: "path"))
///   }
/// }
/// ```
public struct HostTrait: TestTrait, SuiteTrait, TestScoping {
  let host: URLHost

  /// Whether the tests of a suite inherit the host, always true.
  public var isRecursive: Bool { true }

  /// Runs a case with the host.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await SessionLeases.end { try await withAmbientNetwork(host: host) { try await function() } }
  }
}

extension Trait where Self == HostTrait {
  /// Sends the endpoints of a test or suite to a host, unless their loader names another.
  ///
  /// - Parameter host: The host, such as `"test"` or `.staging`.
  public static func host(_ host: URLHost) -> Self { Self(host: host) }
}
