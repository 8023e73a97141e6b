/// The way of a request that any session of the process is about to send.
package enum SessionRoute: Sendable {
  /// Where it always goes.
  case open
  /// Where it always goes, as the app that hosts the tests may have sent it; the test whose turn it is should be told.
  case passed(SessionScope)
  /// To the stubs of a test.
  case answered(SessionScope)
  /// To no network: unless a protocol of the session's own takes it, it ends in an error, and is reported.
  case refused(Refusal)

  /// The reason why a request may not go out.
  package enum Refusal: Sendable {
    /// Its test has ended.
    case late(SessionScope)
    /// The test or the run is offline.
    case offline
    /// Its test has a network, which its session does not use.
    case stray
    /// Nobody knows its test, and some tests are kept from the live network.
    case unowned
  }

  /// The code that sends a request, as far as it is known.
  ///
  /// A value, so that it can be read where a request is sent, and used where a session asks.
  package struct Sender: Sendable {
    package enum Task: Sendable { case unknown, ofTest, ofTestWithNetwork }

    /// Whether the task that sends is known to be a test's.
    package var task = Task.unknown
    /// The scope of that test, if it answers all sessions.
    package var scope: SessionScope?
    /// The scope whose answer has called the code.
    package var callback: SessionScope?
    /// Whether the code means the live network: a live transport, or a recording.
    package var intent = LiveNetworkGuard.Intent.unknown
    /// Whether the test lets its sessions use the live network.
    package var isLive = false
    /// Whether the test is offline.
    package var isOffline = false

    package init() {}
  }

  /// What a stub and an address say about a request.
  package struct Facts {
    /// Whether it leaves this machine.
    let leaves: Bool
    /// Whether it goes to a loopback server of this process.
    let isForOwnServer: Bool
    /// Returns whether a stub of a scope takes it; asked last, since it may call predicates of the test.
    let isTaken: (SessionScope) -> Bool

    package init(leaves: Bool, isForOwnServer: Bool, isTaken: @escaping (SessionScope) -> Bool) {
      self.leaves = leaves
      self.isForOwnServer = isForOwnServer
      self.isTaken = isTaken
    }
  }

  /// The state of the run.
  package struct Mode: Sendable {
    /// Whether the whole run is offline.
    package var isOffline = false
    /// Whether an app hosts the tests, which sends requests of its own.
    package var isHosted = false
    /// The scope of the one test that is answered what no test's task sends.
    package var turn: SessionScope?
    /// Whether other tests than that one are kept from the live network, and may have sent a request that no task sends.
    package var keepsOthers = false
    /// Whether a test uses the live network.
    package var usesLive = false

    package init() {}
  }

  /// Decides whose request it is, and whether it may go out.
  ///
  /// - Parameters:
  ///   - sender: The code that sends it.
  ///   - request: What is known of it.
  ///   - mode: The state of the run, which the sender's own scope doesn't need.
  package static func route(_ sender: Sender, _ request: Facts, _ mode: @autoclosure () -> Mode) -> Self {
    // A recording asks the real server.
    let mayBeStubbed = sender.intent != .recording
    if mayBeStubbed, let scope = sender.scope ?? (sender.task == .unknown ? sender.callback : nil) {
      // The test may have a server on this machine.
      return request.leaves || request.isTaken(scope) ? answered(by: scope) : .open
    }
    let mode = mode()
    // A server may belong to any test.
    if mayBeStubbed, sender.task == .unknown, !request.isForOwnServer, let turn = mode.turn {
      if request.isTaken(turn) { return answered(by: turn) }
      // Nothing else can have sent it.
      if request.leaves, !mode.isHosted, !mode.keepsOthers { return answered(by: turn) }
    }
    guard request.leaves else { return .open }
    if sender.isOffline || mode.isOffline { return .refused(.offline) }
    guard sender.intent == .unknown else { return .open }
    switch sender.task {
    case .ofTest: return .open
    case .ofTestWithNetwork: return sender.isLive ? .open : .refused(.stray)
    case .unknown where mode.isHosted: return mode.turn.map { .passed($0) } ?? .open
    case .unknown: return mode.keepsOthers && !mode.usesLive ? .refused(.unowned) : .open
    }
  }

  private static func answered(by scope: SessionScope) -> Self {
    scope.isOver ? .refused(.late(scope)) : .answered(scope)
  }
}
