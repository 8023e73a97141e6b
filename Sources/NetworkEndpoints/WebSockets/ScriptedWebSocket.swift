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
/// reader of this end, and by ``finish()``. Without that as the last line of a test, a script that still waits for a message is
/// cancelled silently with the socket, since one that answers in a loop always does.
public final class ScriptedWebSocket: WebSocket {
  private let end: PipedWebSocket
  private let script: Task<Void, any Error>
  /// The file and line of the script.
  private let place: String

  /// Starts a script in the current task's context.
  ///
  /// - Parameters:
  ///   - fileID: The file of the script.
  ///   - line: The line in that file.
  ///   - script: The actions of the other end.
  public init(
    fileID: String = #fileID, line: Int = #line, _ script: @escaping @Sendable (any WebSocket) async throws -> Void
  ) {
    place = "\(fileID.split(separator: "/").last ?? ""):\(line)"
    let own = WebSocketInbox()
    let other = WebSocketInbox()
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
  /// A script that waits for a message of this end meanwhile gets an error after ten seconds in real time, which names its line.
  ///
  /// - Throws: Any error of the script.
  public func finish() async throws { try await finish(within: 10) }

  /// Waits for the end of the script, and for some seconds for each message that it waits for.
  package func finish(within seconds: Double) async throws {
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + seconds, repeating: seconds)
    timer.setEventHandler { [inbox = end.other, place] in
      guard let number = inbox.awaitedNumber else { return }
      inbox.finish(ScriptWaits(place: place, number: number))
    }
    timer.resume()
    defer { timer.cancel() }
    try await script.value
  }

  /// Sends a message.
  public func send(_ message: WebSocketMessage) async throws { try await end.send(message) }

  /// Waits for the next message; nil when the other end has closed the socket properly.
  public func next() async throws -> WebSocketMessage? { try await end.next() }

  /// Closes the socket.
  ///
  /// - Parameters:
  ///   - code: The code that says why.
  ///   - reason: A text for the other end, of at most 123 bytes.
  public func close(_ code: WebSocketCloseCode, reason: String) async { await end.close(code, reason: reason) }
}

/// The error of a script that waits for a message in vain.
private struct ScriptWaits: ReadableError {
  let place: String
  let number: Int

  var description: String {
    """
    The script of the WebSocket at \(place) still waits for message \(number) of the client. Send it, or \
    close the socket.
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

  func close(_ code: WebSocketCloseCode, reason: String) async {
    other.finish(WebSocketClosed(code: code, reason: reason).asEnd)
    inbox.finish()
  }
}

extension WebSocketClosed {
  /// The error for a reader; nil if the socket was closed properly.
  package var asEnd: WebSocketClosed? { code == nil || code == .normal || code == .goingAway ? nil : self }
}
