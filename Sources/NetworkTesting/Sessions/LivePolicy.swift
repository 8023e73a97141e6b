/// The rules for requests of sessions that nothing answers.
enum LivePolicy {
  /// Returns the report about a request that may not leave the machine; nil if it may.
  ///
  /// Called in the context of the code that sends it.
  static func refusal(of request: URLRequest) -> (@Sendable (URLRequest) -> Void)? {
    guard LiveNetworkGuard.leaves(request) else { return nil }
    if LiveNetworkGuard.isOffline { return { _ = try? LiveNetworkGuard.checkOffline($0, on: nil) } }
    guard LiveNetworkGuard.intent == .unknown else { return nil }
    if Test.current != nil || ActiveNetworks.hasOwn {
      return ActiveNetworks.hasOwn && !AmbientNetwork.current.isLive ? reportOwn : nil
    }
    // An app that hosts the tests has requests of its own, and so may a test that uses the live network.
    guard AnySession.knowsTasks, !LiveNetworkGuard.isHosted, !ActiveNetworks.isLive,
      ActiveNetworks.areOthers(than: nil)
    else {
      return nil
    }
    return reportUnowned
  }

  private static let reportOwn: @Sendable (URLRequest) -> Void = { request in
    let place = ActiveNetworks.placeOfOwner
    guard let stubs = MockTransport.ambient?.engine else {
      return _ = Problem(text: strayText(of: request).sent(by: .current()), place: place).record()
    }
    let fails = stubs.reportStray(request, URLError(.notConnectedToInternet), at: place) {
      strayText(of: request, meantFor: $0)
    }
    if fails { TestDoubles.explainSilence() }
  }

  private static func strayText(of request: URLRequest, meantFor stub: StubDefinition? = nil) -> String {
    let known = stub.map { "This test has a stub for it, \($0.shown), but its network does not reach that session.\n" }
    return """
      \(ReceivedRequest(request)) would have gone to the live network through a URLSession that is not mocked, and this test has a network.
      \(known ?? "")Answer all sessions of the process with @Test(.everySession(…)), or pass the code a session: \
      URLSession.mocked(by: transport). If the test is meant to use the live network, add .liveNetwork to it.
      """
  }

  private static let reportUnowned: @Sendable (URLRequest) -> Void = { request in
    let place = ActiveNetworks.place(for: request)
    let names = ActiveNetworks.names(for: request, of: ActiveNetworks.namesOfKept)
    let turn = ActiveNetworks.nameOfTurn.map {
      "\($0) answers such requests, but has no stub for this one, and is not the only test that may have sent it.\n"
    }
    let stubs = ActiveNetworks.noteUnowned(request).prefix(3).map { "\($0) has a stub for it: \($1.shown).\n" }
    let text = """
      \(ReceivedRequest(request)) would have gone to the live network through a URLSession that is not mocked, and no test's task sent it.
      \(turn ?? "")\(names.count == 1 ? "One test is" : "\(names.count) tests are") running without the live network, and may have sent it, \
      for example from a detached task, a dispatch queue or a timer: \
      \(names.prefix(5).joined(separator: ", "))\(names.count > 5 ? ", …" : "").
      \(stubs.joined())Pass the code a session: URLSession.mocked(by: transport). Or let its test answer all such requests: \
      @Test(.everySession(…).fromAnywhere()). If the request is meant to go out, add .liveNetwork to its test.
      """
    Problem(text: text.sent(by: .current()), place: place).record()
  }
}
