import Foundation
import NetworkEndpoints
public import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A trait that lets loaders without a transport use the live network.
///
/// Without it such a request is an error and an issue: nothing reaches the network from a test by accident. An injected
/// `URLSessionTransport()` and a recording that is being made mean it as well.
public struct LiveNetworkTrait: TestTrait, SuiteTrait, TestScoping {
  /// Every test of a suite may use the live network.
  public var isRecursive: Bool { true }

  /// Runs a case on the live network, where no other trait gives it another.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard AmbientNetwork.current.transport == nil else { return try await function() }
    try await withAmbientNetwork(transport: URLSessionTransport()) { try await function() }
  }
}

extension Trait where Self == LiveNetworkTrait {
  /// Lets loaders without a transport use the live network.
  public static var liveNetwork: Self { Self() }
}

/// The networks that tests have now, for what is said of a request that has lost its own.
enum ActiveNetworks {
  /// A test that has a network.
  final class Owner: Sendable {
    let test = TestContext()
    let sourceLocation: SourceLocation

    init(_ sourceLocation: SourceLocation) {
      self.sourceLocation = sourceLocation
    }
  }

  private static let owners = Guarded<[Owner]>([])

  static var all: [Owner] { owners.withLock { $0 } }

  /// Runs an operation while a test has a network.
  static func with<Result>(
    _ sourceLocation: SourceLocation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    let owner = Owner(sourceLocation)
    owners.withLock { $0.append(owner) }
    defer { owners.withLock { $0.removeAll { $0 === owner } } }
    return try await operation()
  }
}

/// Says what became of a request that would have gone to the live network; found by its name.
final class LiveNetworkReporter: LiveNetworkReporting {
  static var isInTest: Bool { Test.current != nil }

  static var hasOtherNetworks: Bool { !isInTest && !ActiveNetworks.all.isEmpty }

  static func report(_ request: URLRequest?) -> String {
    // In a task of a test, a network would be there as well.
    let owners = isInTest ? [] : ActiveNetworks.all
    let title = request.map { "\(ReceivedRequest($0))" } ?? "A request of a loader without a host"
    let reason =
      switch owners.count {
      case 0:
        """
        No transport was injected, and \(isInTest ? "this test has no network" : "no test has a network here"). Give the \
        test one, as in @Test(.network(…)), or hand the code its transport. To use the live network, say so: \
        @Test(.liveNetwork), or EndpointLoader(transport: URLSessionTransport()).
        """
      case 1: "The test has a network, but this request was made outside of its task, \(remedy)"
      case let count: "\(count) tests have networks now, but this request was made outside of their tasks, \(remedy)"
      }
    let text = "\(title) would have gone to the live network.\n\(reason)"
    // Only where there is no doubt whose it is.
    let owner = owners.count == 1 ? owners.first : nil
    let location =
      Test.current?.sourceLocation ?? owner?.sourceLocation
      ?? SourceLocation(fileID: #fileID, filePath: #filePath, line: 1, column: 1)
    Problem(text: text, sourceLocation: location).record(in: owner?.test)
    return text
  }

  private static let remedy = """
    as in Task.detached or on a dispatch queue. Hand the code its transport: EndpointLoader(transport: MockTransport.current), \
    read in the task of the test.
    """
}
