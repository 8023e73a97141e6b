/// An error in a test about a loader without a transport, whose request would have gone to the live network.
///
/// The test fails as well if the request can be attributed to one, even if the caller swallows this error. A process that does
/// not run tests never throws it.
public struct LiveNetworkError: Error, Sendable {
  /// The request; nil if none could be created, for example without a host.
  package let request: URLRequest?
  /// The cause and the remedy.
  public let description: String
}

extension LiveNetworkError: ReadableError {}

/// The guard that decides whether a loader without a transport may use the live network.
///
/// It may, except in tests. This module does not use Swift Testing: at the first such request, it looks once for traces of test
/// runners.
package enum LiveNetworkGuard {
  private static let isTestRun = isTestRun(
    arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)
  package static let isHosted = Bundle.main.bundlePath.hasSuffix(".app")

  // Found by name, so production code need not link it.
  private static var reporter: (any LiveNetworkReporting.Type)? {
    isTestRun ? NSClassFromString("NetworkTesting.LiveNetworkReporter") as? any LiveNetworkReporting.Type : nil
  }

  /// Returns whether a process was started to run tests, by the traces of test runners.
  ///
  /// Previews are not tests.
  package static func isTestRun(arguments: [String], environment: [String: String]) -> Bool {
    if environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" { return false }
    let program = arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? ""
    if program.hasSuffix(".xctest") || ["xctest", "swiftpm-testing-helper"].contains(program) { return true }
    if arguments.contains("--testing-library") { return true }
    return ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"]
      .contains { environment[$0] != nil }
  }

  /// Throws for a request from a test that has not opted in to the live network.
  ///
  /// An app that hosts tests sends requests of its own, at its launch and later, which cannot be told from requests that left the
  /// task of a test. So with a host, only requests in a test's task are checked.
  static func check(_ request: URLRequest?) throws(LiveNetworkError) {
    guard let reporter, reporter.isInTest || !isHosted else { return }
    throw LiveNetworkError(request: request, description: reporter.report(request))
  }

  /// The code that sends the current request, as far as it means the live network.
  package enum Intent: Sendable { case unknown, transport, recording }

  /// Who sends the requests of the current task.
  @TaskLocal package static var intent = Intent.unknown

  /// Runs an operation that means the live network, unless a recording has said so already.
  static func meaningIt<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    guard intent == .unknown else { return try await operation() }
    return try await $intent.withValue(.transport, operation: operation)
  }

  /// Whether the live network is forbidden: to a test, or by NETWORK_TESTING_OFFLINE to a whole test run.
  package static var isOffline: Bool { isTestRun && (isOfflineRun || AmbientNetwork.current.isOffline) }

  /// Whether the process runs tests, and the live network is forbidden to all of them.
  package static var isOfflineTestRun: Bool { isOfflineRun && isTestRun }

  package static let isOfflineRun = ["1", "true", "yes"].contains(
    ProcessInfo.processInfo.environment["NETWORK_TESTING_OFFLINE"]?.lowercased())

  /// Throws for a request that would leave the machine from an offline test; without a session, it is the shared one's.
  package static func checkOffline(_ request: URLRequest, on session: URLSession?) throws(LiveNetworkError) {
    guard isOffline, let text = reporter?.refuseOffline(request, on: session) else { return }
    throw LiveNetworkError(request: request, description: text)
  }

  /// The schemes of requests for which a session opens a connection.
  package static let connectingSchemes = ["http", "https", "ftp", "ws", "wss"]

  /// Returns whether a session opens a connection for a request, to this machine or another one.
  package static func opensConnection(_ request: URLRequest) -> Bool {
    guard let scheme = request.url?.scheme else { return false }
    return connectingSchemes.contains(scheme) || connectingSchemes.contains(scheme.lowercased())
  }

  /// Returns whether a request leaves this machine.
  package static func leaves(_ request: URLRequest) -> Bool {
    guard opensConnection(request) else { return false }
    return !isOfThisMachine(host: request.url?.host ?? "")
  }

  /// Returns whether a host is this machine.
  package static func isOfThisMachine(host: String) -> Bool {
    ["127.0.0.1", "::1", "[::1]", "localhost"].contains(host.lowercased())
  }

  /// Whether there is a network that the caller has lost, for example by leaving the task of a test.
  static var isLost: Bool { !isHosted && reporter?.hasOtherNetworks == true }

  /// Lets some time pass, as the current test decides if there is one.
  static func pause(for duration: Duration, before request: URLRequest?, on session: URLSession?) async throws {
    if let reporter { return try await reporter.pause(for: duration, before: request, on: session) }
    try await Task.sleep(for: duration)
  }
}

/// The reports of a test library about requests that would have gone to the live network, and its time.
package protocol LiveNetworkReporting: AnyObject {
  /// Whether the caller runs in a test.
  static var isInTest: Bool { get }
  /// Whether the caller is outside any test, while a test has a network.
  static var hasOtherNetworks: Bool { get }

  /// Records a problem in the right test, and returns its text.
  static func report(_ request: URLRequest?) -> String

  /// Records that a request may not go out, since its test is offline, and returns the problem's text; nil if it goes elsewhere.
  static func refuseOffline(_ request: URLRequest, on session: URLSession?) -> String?

  /// Lets some time pass on the clock of the test, or else in real time; see ``PausingTransport/pause(for:before:)``.
  static func pause(for duration: Duration, before request: URLRequest?, on session: URLSession?) async throws
}
