/// A ``WebSocket`` whose other end is a script, without a network.
///
/// ```swift
/// let socket = ScriptedWebSocket { server in
///   try await server.send("hi")
///   let message = try await server.next()
///   #expect(message == .text("yo"))
/// }
/// let chat = Chat(socket: socket)
/// ```
///
/// The same script can be given to a server. When it returns, the socket is closed properly; an error from it is thrown to the
/// reader of this end, and by ``finish()``. An error that ``finish()`` did not throw fails the test, as over a server; errors of the
/// socket itself, such as that of a message to a client which has closed it, do not.
///
/// Make ``finish()`` the last line of a test: without it, a script that still waits for a message is cancelled silently with the
/// socket, since one that answers in a loop always does. If the script and its reader wait for each other for ten seconds in real
/// time, the test would hang: that is an issue, and both get an error.
public final class ScriptedWebSocket: WebSocket {
  private let end: PipedWebSocket
  private let script: Task<Void, any Error>
  private let outcome: ScriptOutcome

  /// Starts a script in the current task's context.
  ///
  /// - Parameters:
  ///   - fileID: The file of the script.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column of that line.
  ///   - script: The actions of the other end.
  public init(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ script: @escaping @Sendable (any WebSocket) async throws -> Void
  ) {
    let own = WebSocketInbox()
    let other = WebSocketInbox()
    let outcome = ScriptOutcome(place: (fileID, filePath, line, column), client: own, server: other)
    self.outcome = outcome
    end = PipedWebSocket(inbox: own, other: other)
    let far = PipedWebSocket(inbox: other, other: own)
    self.script = Task {
      do {
        try await script(far)
        outcome.end(nil)
        own.finish()
        other.finish()
      } catch {
        // Before a reader has it, whose test may end.
        outcome.end(far.hasThrown(error) ? nil : error)
        own.finish(error)
        other.finish(error)
        throw error
      }
    }
  }

  deinit {
    script.cancel()
    outcome.release()
  }

  /// Waits for the end of the script.
  ///
  /// A script that waits for a message of this end meanwhile gets an error after ten seconds in real time, which names its line.
  ///
  /// - Throws: Any error of the script.
  public func finish() async throws { try await finish(within: 10) }

  /// The queue of all timers: each would otherwise ask for a thread of its own as it begins.
  private static let timers = DispatchQueue(label: "NetworkEndpoints.scripts")

  /// Waits for the end of the script, and for some seconds for each message that it waits for.
  package func finish(within seconds: Double) async throws {
    let timer = outcome.hasEnded ? nil : DispatchSource.makeTimerSource(queue: Self.timers)
    timer?.schedule(deadline: .now() + seconds, repeating: seconds)
    timer?.setEventHandler { [outcome] in outcome.endWait() }
    timer?.resume()
    defer { timer?.cancel() }
    do { try await script.value } catch {
      // The caller has it.
      _ = outcome.takeError()
      throw error
    }
  }

  /// Sends a message.
  public func send(_ message: WebSocketMessage) async throws { try await end.send(message) }

  /// Waits for the next message; nil when the other end has closed the socket properly.
  public func next() async throws -> WebSocketMessage? {
    outcome.noteRead()
    return try await end.next()
  }

  /// Closes the socket.
  ///
  /// - Parameters:
  ///   - code: The code that says why.
  ///   - reason: A text for the other end, of at most 123 bytes.
  public func close(_ code: WebSocketCloseCode, reason: String) async { await end.close(code, reason: reason) }
}

/// The error of a script that waits for a message in vain.
package struct ScriptWaits: ReadableError {
  let place: String
  /// The number of the message; nil if it does something else.
  let number: Int?
  /// Whether the wait is an issue already.
  var isReported = false

  package var description: String {
    guard let number else { return "The script of the WebSocket at \(place) neither sends anything nor returns." }
    if isReported {
      return "The client and the script of a WebSocket wait for each other. The issue recorded at \(place) says more."
    }
    return """
      The script of the WebSocket at \(place) still waits for message \(number) of the client, which sent \
      \(number == 1 ? "none" : "\(number - 1)").
      If the app should send another, fix the app. If not, remove that next() from the script, or close the socket.
      """
  }
}

/// One end of a socket whose two ends are in memory.
private struct PipedWebSocket: WebSocket {
  let inbox: WebSocketInbox
  let other: WebSocketInbox

  func send(_ message: WebSocketMessage) async throws {
    if let error = inbox.closed ?? other.closed { throw error }
    other.add(message)
  }

  func next() async throws -> WebSocketMessage? { try await inbox.next() }

  /// Returns whether an error is one that this end has thrown, and not its script's own.
  func hasThrown(_ error: any Error) -> Bool {
    if error is CancellationError || error is ScriptWaits { return true }
    guard let closed = error as? WebSocketClosed else { return false }
    return [inbox.closed, other.closed].contains { $0 as? WebSocketClosed == closed }
  }

  func close(_ code: WebSocketCloseCode, reason: String) async {
    other.finish(WebSocketClosed(code: code, reason: WebSocketClosed.sent(reason)).asEnd)
    inbox.finish()
  }
}

extension WebSocketClosed {
  /// The error for a reader; nil if the socket was closed properly.
  package var asEnd: WebSocketClosed? { code == nil || code == .normal || code == .goingAway ? nil : self }
}
