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
/// reader of this end, and by ``finish()``.
public final class ScriptedWebSocket: WebSocket {
  private let end: PipedWebSocket
  private let script: Task<Void, any Error>

  /// Starts a script in the current task's context.
  ///
  /// - Parameter script: The actions of the other end.
  public init(_ script: @escaping @Sendable (any WebSocket) async throws -> Void) {
    let (own, other) = (WebSocketInbox(), WebSocketInbox())
    end = PipedWebSocket(inbox: own, other: other)
    let far = PipedWebSocket(inbox: other, other: own)
    self.script = Task {
      do {
        try await script(far)
        own.finish()
        other.finish()
      } catch {
        own.finish(error)
        other.finish(error)
        throw error
      }
    }
  }

  deinit { script.cancel() }

  /// Waits for the end of the script.
  ///
  /// - Throws: Any error of the script.
  public func finish() async throws { try await script.value }

  /// Sends a message.
  public func send(_ message: WebSocketMessage) async throws { try await end.send(message) }

  /// Waits for the next message; nil when the other end has closed the socket properly.
  public func next() async throws -> WebSocketMessage? { try await end.next() }

  /// Closes the socket.
  public func close(_ code: WebSocketCloseCode, reason: String) async { await end.close(code, reason: reason) }
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

  func close(_ code: WebSocketCloseCode, reason: String) async {
    other.finish(WebSocketClosed(code: code, reason: reason).asEnd)
    inbox.finish()
  }
}

extension WebSocketClosed {
  /// The error for a reader; nil if the socket was closed properly.
  package var asEnd: WebSocketClosed? { code == nil || code == .normal || code == .goingAway ? nil : self }
}
