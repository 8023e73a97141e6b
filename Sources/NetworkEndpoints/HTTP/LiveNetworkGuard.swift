/// Thrown in a test by a loader without a transport, whose request would have gone to the live network.
///
/// The test fails as well where the request can be attributed to one, even if the caller swallows this error. A process that
/// does not run tests never throws it.
public struct LiveNetworkError: Error, Sendable {
  /// The request; nil if none could be made, such as for want of a host.
  public let request: URLRequest?
  /// What happened, why, and what to do.
  public let description: String
}

extension LiveNetworkError: ReadableError {}

/// Decides whether a loader without a transport may use the live network.
///
/// It may, except in tests. This module does not know Swift Testing: it looks once, at the first such request, at what test
/// runners leave behind.
package enum LiveNetworkGuard {
  private static let isTestRun = isTestRun(
    arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)
  /// Whether an app hosts the tests.
  package static let isHosted = Bundle.main.bundlePath.hasSuffix(".app")

  // Found by name, so that production code need not link it.
  private static var reporter: (any LiveNetworkReporting.Type)? {
    isTestRun ? NSClassFromString("NetworkTesting.LiveNetworkReporter") as? any LiveNetworkReporting.Type : nil
  }

  /// Whether a process was started to run tests, by what runners leave behind.
  ///
  /// Previews are not tests.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - environment: The environment.
  package static func isTestRun(arguments: [String], environment: [String: String]) -> Bool {
    if environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" { return false }
    let program = arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? ""
    if program.hasSuffix(".xctest") || ["xctest", "swiftpm-testing-helper"].contains(program) { return true }
    if arguments.contains("--testing-library") { return true }
    return ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"]
      .contains { environment[$0] != nil }
  }

  /// Throws for a request that a test did not mean for the live network.
  ///
  /// An app that hosts tests makes requests of its own, at its launch and later, which nothing tells from those that left
  /// the task of a test. So there only requests in a test's task are checked.
  ///
  /// - Parameter request: The request; nil if none could be made.
  static func check(_ request: URLRequest?) throws(LiveNetworkError) {
    guard let reporter, reporter.isInTest || !isHosted else { return }
    throw LiveNetworkError(request: request, description: reporter.report(request))
  }

  /// Whether the live network is forbidden: to a test, or by NETWORK_TESTING_OFFLINE to a whole run of tests.
  private static var isOffline: Bool { isTestRun && (isOfflineRun || AmbientNetwork.current.isOffline) }

  package static let isOfflineRun = ["1", "true", "yes"].contains(
    ProcessInfo.processInfo.environment["NETWORK_TESTING_OFFLINE"]?.lowercased())

  /// Throws for a request that would leave the machine from a test that is offline.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - session: The session that would send it, which may be a mocked one; nil for the shared one, which is not.
  package static func checkOffline(_ request: URLRequest, on session: URLSession?) throws(LiveNetworkError) {
    guard isOffline, let reporter, leaves(request), session.map(reporter.isMocked) != true else { return }
    throw LiveNetworkError(request: request, description: reporter.reportOffline(request))
  }

  /// Whether a request would leave the machine.
  private static func leaves(_ request: URLRequest) -> Bool {
    guard let url = request.url, ["http", "https"].contains(url.scheme?.lowercased()) else { return false }
    return !["127.0.0.1", "::1", "[::1]", "localhost"].contains(url.host?.lowercased() ?? "")
  }

  /// Whether there is a network that the caller has lost, as on leaving the task of a test.
  static var isLost: Bool { !isHosted && reporter?.hasOtherNetworks == true }

  /// Lets some time pass, in a test as that decides.
  static func pause(for duration: Duration) async throws {
    if let reporter { return try await reporter.pause(for: duration) }
    try await Task.sleep(for: duration)
  }
}

/// What a test library says of a request that would have gone to the live network, and of time.
package protocol LiveNetworkReporting: AnyObject {
  /// Whether the caller runs in a test.
  static var isInTest: Bool { get }

  /// Whether the caller runs in no test, while a test has a network.
  static var hasOtherNetworks: Bool { get }

  /// Records a problem where it belongs.
  ///
  /// - Returns: Its text.
  static func report(_ request: URLRequest?) -> String

  /// Records that a test is offline.
  ///
  /// - Returns: The problem's text.
  static func reportOffline(_ request: URLRequest) -> String

  /// Whether a session is answered by a transport.
  static func isMocked(_ session: URLSession) -> Bool

  /// Lets some time pass on the clock of the test, or else in real time.
  static func pause(for duration: Duration) async throws
}
