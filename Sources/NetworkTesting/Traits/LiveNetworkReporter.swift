/// A reporter of requests that would have gone to the live network, found by its name.
final class LiveNetworkReporter: LiveNetworkReporting {
  static var isInTest: Bool { Test.current != nil }

  static var hasOtherNetworks: Bool { !isInTest && !ActiveNetworks.names.isEmpty }

  static func report(_ request: URLRequest?) -> String {
    // In a task of a test, there would also be a network.
    let all = isInTest ? [] : ActiveNetworks.names
    let owners = request.map { ActiveNetworks.names(for: $0, of: all) } ?? all
    let title = request.map { "\(ReceivedRequest($0))" } ?? "A request of a loader without a host"
    let reason =
      switch owners.count {
      case 0:
        """
        No transport was injected, and \(isInTest ? "this test has no network" : "no test has a network here"). Give the \
        test one, as in @Test(.network(…)), or pass the code a transport. To use the live network, write \
        @Test(.liveNetwork), or EndpointLoader(transport: URLSessionTransport()).
        """
      case let count:
        """
        It was made outside any test's task, \(remedy)
        \(count == 1 ? "One test has a network" : "\(count) tests have networks") now, and may have made it: \
        \(owners.prefix(5).joined(separator: ", "))\(count > 5 ? ", …" : "").
        """
      }
    let text = "\(title) would have gone to the live network.\n\(reason)".sent(by: .current())
    let place = request.map { isInTest ? ActiveNetworks.placeOfOwner : ActiveNetworks.place(for: $0) }
    Problem(text: text, place: place ?? ActiveNetworks.placeOfOwner).record()
    return text
  }

  static func reportOffline(_ request: URLRequest) -> String {
    let text = """
      \(ReceivedRequest(request)) would have gone to the live network, but \
      \(LiveNetworkGuard.isOfflineRun ? "NETWORK_TESTING_OFFLINE is set" : "this test is offline").
      To answer it, use @Test(.everySession(…)) for any session of the process, URLSession.mocked(by: transport) for a session \
      that you pass in, or @Test(.network(…)) or a recording for a loader. To let the test go online, remove \
      \(LiveNetworkGuard.isOfflineRun ? "the variable" : ".offline").
      """
    Problem(text: text, place: ActiveNetworks.placeOfOwner).record()
    return text
  }

  static func isMocked(_ session: URLSession) -> Bool {
    if SessionScope.current?.isOver == false, LiveNetworkGuard.intent != .recording { return true }
    return session === URLSession.shared ? SharedSession.context != nil : session.isConnected
  }

  static func pause(for duration: Duration) async throws {
    try await Timeline(on: VirtualClock.current ?? ContinuousClock(), in: TestHarness()).sleep(until: duration)
  }

  private static let remedy = """
    for example in Task.detached or on a dispatch queue. Pass the code its transport: \
    EndpointLoader(transport: MockTransport.current), read in the test's task.
    """
}
