/// A reporter of requests that would have gone to the live network, found by its name.
final class LiveNetworkReporter: LiveNetworkReporting {
  private static let warned = Guarded<Set<String>>([])

  static var isInTest: Bool { Test.current != nil }

  static var hasOtherNetworks: Bool { !isInTest && !ActiveNetworks.names.isEmpty }

  static func pause(for duration: Duration, before request: URLRequest?, on session: URLSession?) async throws {
    let network = AmbientNetwork.current.transport as? any StubAnswering
    if let request, let engine = session?.engine ?? network?.engine {
      return try await engine.pause(for: duration, before: request)
    }
    try await Timeline(on: VirtualClock.current ?? ContinuousClock(), in: TestHarness()).sleep(until: duration)
  }

  static func report(_ request: URLRequest?) -> String {
    // In a task of a test, there would also be a network.
    let all = isInTest ? [] : ActiveNetworks.names
    let owners = request.map { ActiveNetworks.names(for: $0, of: all) } ?? all
    let title = request.map(title) ?? "A request of a loader without a host"
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
        It was made outside any test's task, for example in Task.detached or on a dispatch queue. Pass the code its transport: \
        EndpointLoader(transport: MockTransport.current), read in the test's task.
        \(count == 1 ? "One test has a network" : "\(count) tests have networks") now, and may have made it: \(list(owners)).
        """
      }
    let place = request.map { isInTest ? ActiveNetworks.placeOfOwner : ActiveNetworks.place(for: $0) }
    return record("\(title) would have gone to the live network.\n\(reason)".sent(by: .current()), at: place)
  }

  static func refuseOffline(_ request: URLRequest, on session: URLSession?) -> String? {
    guard session?.isConnected != true,
      case .refused(.offline) = AnySession.route(AskedRequest(request, of: session))
    else { return nil }
    return reportOffline(request)
  }

  /// Reports a request of a session that was refused, in the context of the code that sends it.
  static func report(_ refusal: SessionRoute.Refusal, of request: URLRequest) {
    switch refusal {
    case .late(let scope): reportLate(request, in: scope)
    case .offline: _ = reportOffline(request)
    case .stray: reportStray(request)
    case .unowned: reportUnowned(request)
    }
  }

  private static func reportLate(_ request: URLRequest, in scope: SessionScope) {
    let text = """
      \(title(request)) was sent after the end of its test, by a task or a callback that the test left running.
      In the test, await what it starts, or cancel it.
      """
    scope.harness.recordLate(Problem(text: text.sent(by: .current()), place: scope.harness.place))
  }

  private static func reportOffline(_ request: URLRequest) -> String {
    record(
      """
      \(title(request)) would have gone to the live network, but \
      \(LiveNetworkGuard.isOfflineRun ? "NETWORK_TESTING_OFFLINE is set" : "this test is offline").
      If the app should not send it, fix the app. To answer it, use @Test(.everySession(…)) for any session of the process, \
      URLSession.mocked(by: transport) for a session that you pass in, or @Test(.network(…)) or a recording for a loader. To let \
      the test go online, remove \(LiveNetworkGuard.isOfflineRun ? "the variable" : ".offline").
      """
      .sent(by: .current()))
  }

  private static func reportStray(_ request: URLRequest) {
    guard let stubs = MockTransport.ambient?.engine else {
      return _ = record(strayText(of: request).sent(by: .current()))
    }
    let fails = stubs.reportStray(request, URLError(.notConnectedToInternet), at: ActiveNetworks.placeOfOwner) {
      strayText(of: request, meantFor: $0)
    }
    if fails { TestDoubles.explainSilence() }
  }

  private static func strayText(of request: URLRequest, meantFor stub: StubDefinition? = nil) -> String {
    let known = stub.map { "This test has a stub for it, \($0.shown), but its network does not reach that session.\n" }
    return """
      \(title(request)) would have gone to the live network through a URLSession that is not mocked, and this test has a network.
      \(known ?? "")Answer all sessions of the process with @Test(.everySession(…)), or pass the code a session: \
      URLSession.mocked(by: transport). If the test is meant to use the live network, add .liveNetwork to it.
      """
  }

  private static func reportUnowned(_ request: URLRequest) {
    let place = ActiveNetworks.place(for: request)
    let names = ActiveNetworks.names(for: request, of: ActiveNetworks.namesOfKept)
    let turn = ActiveNetworks.nameOfTurn.map {
      "\($0) answers such requests, but has no stub for this one, and is not the only test that may have sent it.\n"
    }
    let stubs = ActiveNetworks.noteUnowned(request).prefix(3).map { "\($0) has a stub for it: \($1.shown).\n" }
    let text = """
      \(title(request)) would have gone to the live network through a URLSession that is not mocked, and no test's task sent it.
      \(turn ?? "")\(names.count == 1 ? "One test is" : "\(names.count) tests are") running without the live network, and may have sent it, \
      for example from a detached task, a dispatch queue or a timer: \(list(names)).
      \(stubs.joined())Pass the code a session: URLSession.mocked(by: transport). Or let its test answer all such requests: \
      @Test(.everySession(…).fromAnywhere()). If the request is meant to go out, add .liveNetwork to its test.
      """
    _ = record(text.sent(by: .current()), at: place)
  }

  /// Says once that a request went out which the app that hosts the tests may have sent.
  static func warnOfHost(_ request: URLRequest, at place: @autoclosure () -> CodePlace) {
    let text = """
      warning: \(title(request)) was not sent by a task of the test that answers all sessions, and none of its stubs matches. It \
      goes to the network as usual.
      If the app that hosts the tests sent it, and should not, choose "Host Application: None" for the test target. If the \
      test sent it, for example from a queue, add a stub that matches.
      """
    if warned.withLock({ $0.insert(text).inserted }) { UnattributedOutput.warn(Problem(text: text, place: place())) }
  }

  /// Records an issue, and returns the text of the error for the caller: a test that it ends does not tell all of it twice.
  private static func record(_ text: String, at place: CodePlace? = nil) -> String {
    TestDoubles.noteRefused()
    Problem(text: text, place: place ?? ActiveNetworks.placeOfOwner).record()
    return "\(text.prefix { $0 != "\n" }) The issue recorded for this request says what to do."
  }

  // A body that is still to be read may have no end.
  private static func title(_ request: URLRequest) -> String { "\(ReceivedRequest(request.withoutUnreadBody))" }

  private static func list(_ names: [String]) -> String {
    "\(names.prefix(5).joined(separator: ", "))\(names.count > 5 ? ", …" : "")"
  }
}
