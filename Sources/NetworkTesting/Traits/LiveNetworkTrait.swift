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
    try await SessionLeases.end {
      try await withAmbientNetwork(transport: URLSessionTransport()) { try await function() }
    }
  }
}

extension Trait where Self == LiveNetworkTrait {
  /// Lets loaders without a transport use the live network.
  public static var liveNetwork: Self { Self() }
}

/// A trait that forbids the live network, even where code means it.
///
/// A `URLSessionTransport`, a recording that is being made and `URLSession.shared` throw there, and the test has an issue that
/// names the request. Requests to this machine pass. `NETWORK_TESTING_OFFLINE=1` does the same to a whole run of tests, also
/// outside of their tasks; to the shared session from the first test on that has a network. Sessions of one's own that are not mocked are out of its reach: no system has a public way to
/// them. For those, a run can be given a proxy at which nothing answers, as in `https_proxy=http://127.0.0.1:9`.
public struct OfflineTrait: TestTrait, SuiteTrait, TestScoping {
  /// Every test of a suite is offline.
  public var isRecursive: Bool { true }

  /// Runs a case offline.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    _ = SharedSession.isIntercepted
    var network = AmbientNetwork.current
    network.isOffline = true
    try await SessionLeases.end { try await AmbientNetwork.$current.withValue(network) { try await function() } }
  }
}

extension Trait where Self == OfflineTrait {
  /// Forbids the live network, even where code means it.
  public static var offline: Self { Self() }
}

/// The networks that tests have now, for what is said of a request that has lost its own.
package enum ActiveNetworks {
  /// A test that has a network.
  final class Owner: Sendable {
    let test = TestContext()
    let place: CodePlace

    init(_ place: CodePlace) {
      self.place = place
    }
  }

  private static let owners = Guarded<[Owner]>([])

  static var all: [Owner] { owners.withLock { $0 } }

  /// Runs an operation while a test has a network.
  package static func with<Result>(
    _ place: CodePlace, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    // From here on, nothing is sent by the shared session either.
    if LiveNetworkGuard.isOfflineRun { _ = SharedSession.isIntercepted }
    let owner = Owner(place)
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
    let place = owner.flatMap { isInTest ? nil : $0.place } ?? .ofCurrentTest
    Problem(text: text, place: place).record(in: owner?.test)
    return text
  }

  static func reportOffline(_ request: URLRequest) -> String {
    let text = """
      \(ReceivedRequest(request)) would have gone to the live network, and \
      \(LiveNetworkGuard.isOfflineRun ? "NETWORK_TESTING_OFFLINE is set" : "this test is offline").
      Answer it, as by @Test(.network(…)) or a recording, or let the test be online: remove .offline, or the variable.
      """
    Problem(text: text, place: .ofCurrentTest).record()
    return text
  }

  static func isMocked(_ session: URLSession) -> Bool {
    session.configuration.protocolClasses?.contains { $0 is SessionProtocol.Type } == true
      && session !== URLSession.shared || session === URLSession.shared && SharedSession.context != nil
  }

  static func pause(for duration: Duration) async throws {
    try await Timeline(on: VirtualClock.current ?? ContinuousClock(), in: TestSurroundings()).sleep(until: duration)
  }

  private static let remedy = """
    as in Task.detached or on a dispatch queue. Hand the code its transport: EndpointLoader(transport: MockTransport.current), \
    read in the task of the test.
    """
}
