/// The server's end of a WebSocket, in the body of a stub such as `.webSocket("/chat") { socket in … }`.
public struct LoopbackWebSocket: WebSocket {
  /// The way to the client.
  enum Link: Sendable {
    case socket(Responder, WebSocketInbox)
    /// Another end in memory.
    case memory(any WebSocket)
  }

  /// The subprotocol that both ends speak; nil for none.
  public let subprotocol: String?
  /// The client's request for the socket.
  public let request: URLRequest
  let link: Link

  /// Sends a message.
  public func send(_ message: WebSocketMessage) async throws {
    switch link {
    case .socket: try await write(WebSocketFrame.bytes(message))
    case .memory(let end): try await end.send(message)
    }
  }

  /// Sends a text in fragments, one frame each.
  ///
  /// - Parameter fragments: The parts of the text.
  /// - Throws: The same errors as for a message.
  public func send(fragments: [String]) async throws {
    if case .memory(let end) = link { return try await end.send(fragments.joined()) }
    for (index, fragment) in fragments.enumerated() {
      let isLast = index == fragments.count - 1
      try await write(WebSocketFrame.bytes(index == 0 ? 1 : 0, Data(fragment.utf8), isFinal: isLast))
    }
  }

  /// Sends a ping, which the client answers automatically.
  ///
  /// - Parameter data: Up to 125 bytes, which the client sends back.
  /// - Throws: The same errors as for a message; an error for more bytes than a ping carries.
  public func ping(_ data: Data = Data()) async throws {
    guard data.count <= 125 else { throw UnsendableFrame.ping(of: data.count) }
    try await write(WebSocketFrame.bytes(9, data))
  }

  /// Sends raw bytes, such as a frame that no client may accept.
  ///
  /// - Parameter bytes: The bytes, which a client in memory does not get.
  /// - Throws: The same errors as for a message.
  public func send(bytes: Data) async throws { try await write(bytes) }

  /// Waits for the next message; nil when the client has closed the socket properly.
  ///
  /// - Throws: ``/NetworkEndpoints/WebSocketClosed`` if the client closes with another code than 1000 and 1001;
  ///   `URLError.networkConnectionLost` if it is gone.
  public func next() async throws -> WebSocketMessage? {
    switch link {
    case .memory(let end): return try await end.next()
    case .socket(let responder, let inbox):
      do {
        if let message = try await inbox.next() { return message }
      } catch {
        responder.closeSocket(nil)
        throw error
      }
      responder.closeSocket(nil)
      return nil
    }
  }

  /// Closes the socket, after all that was sent.
  ///
  /// - Parameters:
  ///   - code: The code that says why.
  ///   - reason: A text for the other end, of at most 123 bytes.
  public func close(_ code: WebSocketCloseCode, reason: String) async {
    switch link {
    case .socket(let responder, _): responder.closeSocket(WebSocketFrame.close(code, reason))
    case .memory(let end): await end.close(code, reason: reason)
    }
  }

  /// Ends the connection without a close, like a network that breaks.
  public func reset() {
    switch link {
    case .socket(let responder, let inbox):
      // The client has not left by itself.
      inbox.finish(WebSocketClosed(code: nil))
      responder.end(.reset)
    case .memory(let end): Task { await end.close(WebSocketCloseCode(rawValue: 1006), reason: "") }
    }
  }

  private func write(_ frame: Data) async throws {
    guard case .socket(let responder, let inbox) = link else { return }
    // Answers to messages that came before the client's close still go out.
    if let error = inbox.closed, !inbox.isBusy {
      responder.closeSocket(nil)
      throw error
    }
    do { try await responder.writeBytes(frame) } catch { throw inbox.closed ?? error }
  }

  /// Returns whether an error is one that this socket has thrown, and not the script's own.
  func hasThrown(_ error: any Error) -> Bool {
    guard case .socket(_, let inbox) = link else { return false }
    if error is CancellationError || Task.isCancelled && (error as? URLError)?.code == .cancelled { return true }
    return switch inbox.closed {
    case let closed as WebSocketClosed: error as? WebSocketClosed == closed
    case let lost as URLError: (error as? URLError)?.code == lost.code
    default: false
    }
  }

  /// Whether the client has left without a close.
  var isLost: Bool {
    if case .socket(_, let inbox) = link { inbox.closed is URLError } else { false }
  }
}

/// A frame that RFC 6455 does not allow.
private struct UnsendableFrame: ReadableError {
  let description: String

  static func ping(of count: Int) -> Self {
    Self(
      description:
        "a ping carries up to 125 bytes (RFC 6455, section 5.5), but this one has \(count): send fewer, or write the frame yourself with send(bytes:)"
    )
  }
}

/// The answer of a stub that turns a connection into a WebSocket.
struct WebSocketScript: SocketAnswer, CustomStringConvertible {
  let subprotocols: [String]
  let mostBytes: Int
  let isStrict: Bool
  let body: @Sendable (LoopbackWebSocket) async throws -> Void

  var status: Int { 101 }
  var description: String {
    "a WebSocket, for a LoopbackServer or ScriptedWebSocket(to:of:) only: send the request to one of them"
  }
}

extension Answer {
  /// A WebSocket in place of an answer, for a ``LoopbackServer``.
  ///
  /// The socket is closed when the body returns. An error from it is an issue of the test, and closes the socket with code 1011,
  /// except for an error that the socket has thrown: a client may close as it likes, and leave. Pings are answered, and a violation
  /// of [RFC 6455](https://www.rfc-editor.org/rfc/rfc6455) closes the socket and is an issue. The body is cancelled when the client
  /// is gone, and when the server ends.
  ///
  /// - Parameters:
  ///   - subprotocols: The subprotocols of the server.
  ///   - mostBytes: The most bytes of a message.
  ///   - isStrict: Whether errors of the socket are issues as well, and a client that leaves without a close.
  ///   - body: Uses the socket on the server's side.
  public static func webSocket(
    subprotocols: [String] = [], mostBytes: Int = 16_777_216, isStrict: Bool = false,
    _ body: @escaping @Sendable (LoopbackWebSocket) async throws -> Void
  ) -> Self {
    .error(WebSocketScript(subprotocols: subprotocols, mostBytes: mostBytes, isStrict: isStrict, body: body))
  }
}

extension Stub {
  /// A WebSocket, for a ``LoopbackServer``, or a `ScriptedWebSocket` in memory.
  ///
  /// ```swift
  /// .webSocket("/chat") { socket in
  ///   try await socket.send("hi")
  ///   let message = try await socket.next()
  ///   #expect(message == .text("yo"))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - url: The URLs it takes.
  ///   - subprotocols: The subprotocols of the server.
  ///   - isStrict: Whether errors of the socket are issues as well, and a client that leaves without a close.
  ///   - fileID: The file of the stub.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column of that line.
  ///   - body: Uses the socket on the server's side.
  public static func webSocket(
    _ url: URLPattern, subprotocols: [String] = [], isStrict: Bool = false, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ body: @escaping @Sendable (LoopbackWebSocket) async throws -> Void
  ) -> Stub {
    RequestMatcher.webSocket(url).respond(
      with: .webSocket(subprotocols: subprotocols, isStrict: isStrict, body),
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension ScriptedWebSocket {
  /// Connects to a stub of `.webSocket`, in memory.
  ///
  /// ```swift
  /// let transport = MockTransport(.webSocket("/prices") { try await $0.send("1.20") })
  /// let socket = try await ScriptedWebSocket(to: "https://api.example.com/prices", of: transport)
  /// ```
  ///
  /// The request is in the transport's log. Pings, raw bytes and fragments, which only a network has, are not seen by this end.
  ///
  /// - Parameters:
  ///   - url: The URL of the socket.
  ///   - transport: The transport with the stub.
  ///   - fileID: The file that an error of the script's end names.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column of that line.
  /// - Throws: ``/NetworkStubs/UnansweredRequest`` if no stub answers; `URLError.badServerResponse` if one does that has no socket.
  public convenience init(
    to url: String, of transport: any StubAnswering, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) async throws {
    guard let url = URL(string: url) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.setValue("13", forHTTPHeaderField: "Sec-WebSocket-Version")
    let sent = request
    do {
      if case .later(let answer) = try transport.take(sent) { _ = try await answer() }
      throw URLError(.badServerResponse)
    } catch let script as WebSocketScript {
      self.init(fileID: fileID, filePath: filePath, line: line, column: column) { end in
        try await script.body(
          LoopbackWebSocket(subprotocol: script.subprotocols.first, request: sent, link: .memory(end)))
      }
    }
  }
}

/// The messages of a client, and the number that waits.
struct InboxPeer: WebSocketPeer {
  let inbox: WebSocketInbox

  var isBusy: Bool { inbox.isBusy }

  func receive(_ message: WebSocketMessage) -> Bool { inbox.add(message) < 64 }

  func end(_ error: (any Error)?) { inbox.finish(error) }
}
