/// The outcome of a WebSocket's script. An error that the test does not await fails the test.
package final class ScriptOutcome: Sendable {
  private struct State {
    var error: (any Error)?
    var hasEnded = false
    var isReleased = false
    var atEnd: (@Sendable () -> Void)?
    var onRead: (@Sendable () -> Void)?
  }

  /// The file, its path, the line and the column of the script.
  package let place: (fileID: String, filePath: String, line: Int, column: Int)

  /// The file and line of the script.
  var shownPlace: String { "\(place.fileID.split(separator: "/").last ?? ""):\(place.line)" }

  /// The messages for the client, and those for the script.
  private let client: WebSocketInbox
  private let server: WebSocketInbox
  private let state = Locked(State())

  init(
    place: (fileID: String, filePath: String, line: Int, column: Int), client: WebSocketInbox, server: WebSocketInbox
  ) {
    self.place = place
    self.client = client
    self.server = server
    // Found by name, so that production code need not link it.
    (NSClassFromString("NetworkTesting.ScriptReporter") as? any ScriptReporting.Type)?.keep(self)
  }

  /// Whether the script has ended.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Returns the script's error and forgets it, so that it is told once.
  package func takeError() -> (any Error)? {
    state.withLock { state in
      defer { state.error = nil }
      return state.error
    }
  }

  /// Calls a closure once the script has ended and the socket is released. The test can no longer await the error then.
  package func whenOver(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.atEnd = body } }

  /// Calls a closure when the client is about to read.
  package func onRead(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onRead = body } }

  /// Notes that the client is about to read.
  func noteRead() { state.withLock { $0.onRead }?() }

  /// The numbers of the messages that the client and the script wait for, nil for one that does not wait; nil if the client does not.
  package var awaited: (client: Int, script: Int?)? { client.awaitedNumber.map { ($0, server.awaitedNumber) } }

  /// Ends the wait of the script for a message that does not come, by an error that the client gets as well.
  ///
  /// - Parameter isReported: Whether the wait is an issue already.
  package func endWait(isReported: Bool = false) {
    guard let number = server.awaitedNumber else { return }
    server.finish(ScriptWaits(place: shownPlace, number: number, isReported: isReported))
  }

  /// Ends the wait of the client for a script that does something else.
  package func endClient() { client.finish(ScriptWaits(place: shownPlace, number: nil)) }

  /// Notes the end of the script, and an error that is its own.
  func end(_ error: (any Error)?) {
    change { state in
      state.error = error
      state.hasEnded = true
    }
  }

  /// Notes that the socket was released.
  func release() { change { $0.isReleased = true } }

  private func change(_ change: (inout State) -> Void) {
    let body = state.withLock { state -> (@Sendable () -> Void)? in
      change(&state)
      guard state.hasEnded, state.isReleased else { return nil }
      defer { state.atEnd = nil }
      return state.atEnd
    }
    body?()
  }
}

/// A test library that reports the errors of scripts.
package protocol ScriptReporting: AnyObject {
  /// Keeps an outcome for the current test, if there is one.
  static func keep(_ outcome: ScriptOutcome)
}
