/// The server's end of a WebSocket, in the body of a stub such as `.webSocket("/chat") { socket in … }`.
public struct LoopbackWebSocket: WebSocket {
  /// The subprotocol that both ends speak; nil for none.
  public let subprotocol: String?
  /// The client's request for the socket.
  public let request: URLRequest
  let responder: Responder
  let inbox: WebSocketInbox

  /// Sends a message.
  public func send(_ message: WebSocketMessage) async throws { try await write(WebSocketFrame.bytes(message)) }

  /// Sends a text in fragments, one frame each.
  ///
  /// - Parameter fragments: The parts of the text.
  /// - Throws: As for a message.
  public func send(fragments: [String]) async throws {
    for (index, fragment) in fragments.enumerated() {
      let isLast = index == fragments.count - 1
      try await write(WebSocketFrame.bytes(index == 0 ? 1 : 0, Data(fragment.utf8), isFinal: isLast))
    }
  }

  /// Sends a ping, which the client answers automatically.
  ///
  /// - Parameter data: Up to 125 bytes, which the client sends back.
  /// - Throws: As for a message.
  public func ping(_ data: Data = Data()) async throws { try await write(WebSocketFrame.bytes(9, data.prefix(125))) }

  /// Sends raw bytes, such as a frame that no client may accept.
  ///
  /// - Parameter bytes: The bytes.
  /// - Throws: As for a message.
  public func send(bytes: Data) async throws { try await write(bytes) }

  /// Waits for the next message.
  public func next() async throws -> WebSocketMessage? { try await inbox.next() }

  /// Closes the socket.
  public func close(_ code: WebSocketCloseCode, reason: String) async {
    responder.closeSocket(WebSocketFrame.close(code, reason))
  }

  /// Ends the connection without a close, like a network that breaks.
  public func reset() { responder.end(.reset) }

  private func write(_ frame: Data) async throws {
    if let error = inbox.closed { throw error }
    do { try await responder.writeBytes(frame) } catch { throw inbox.closed ?? error }
  }
}

/// The answer of a stub that turns a connection into a WebSocket.
struct WebSocketScript: SocketAnswer, CustomStringConvertible {
  let subprotocols: [String]
  let mostBytes: Int
  let body: @Sendable (LoopbackWebSocket) async throws -> Void

  var status: Int { 101 }
  var description: String { "a WebSocket, which only a LoopbackServer can answer with: ask this stub over its socket" }
}

extension Answer {
  /// A WebSocket in place of an answer, for a ``LoopbackServer``.
  ///
  /// The socket is closed when the body returns. An error from it is an issue of the test, and closes the socket with code 1011.
  /// Pings are answered, and a violation of [RFC 6455](https://www.rfc-editor.org/rfc/rfc6455) closes the socket and is an issue.
  ///
  /// - Parameters:
  ///   - subprotocols: The subprotocols of the server.
  ///   - mostBytes: The most bytes of a message.
  ///   - body: Uses the socket on the server's side.
  public static func webSocket(
    subprotocols: [String] = [], mostBytes: Int = 16_777_216,
    _ body: @escaping @Sendable (LoopbackWebSocket) async throws -> Void
  ) -> Self {
    .error(WebSocketScript(subprotocols: subprotocols, mostBytes: mostBytes, body: body))
  }
}

extension Stub {
  /// A WebSocket, for a ``LoopbackServer``.
  ///
  /// ```swift
  /// .webSocket("/chat") { socket in
  ///   try await socket.send("hi")
  ///   #expect(try await socket.next() == .text("yo"))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - url: The URLs it takes.
  ///   - subprotocols: The subprotocols of the server.
  ///   - fileID: The file of the stub.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column of that line.
  ///   - body: Uses the socket on the server's side.
  public static func webSocket(
    _ url: URLPattern, subprotocols: [String] = [], fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column,
    _ body: @escaping @Sendable (LoopbackWebSocket) async throws -> Void
  ) -> Stub {
    .get(url).respond(
      with: .webSocket(subprotocols: subprotocols, body),
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// The messages of a client, and the number that waits.
struct InboxPeer: WebSocketPeer {
  let inbox: WebSocketInbox

  func receive(_ message: WebSocketMessage) -> Bool { inbox.add(message) < 64 }

  func end(_ error: (any Error)?) { inbox.finish(error) }
}
