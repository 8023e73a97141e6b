// Names of `URLSessionWebSocketTask`, with the right one as the compiler's error.

extension WebSocket {
  /// Explains the word for the next message.
  @available(*, unavailable, renamed: "next()")
  public func receive() async throws -> WebSocketMessage? { try await next() }
}

extension WebSocketMessage {
  /// Explains the word for a text.
  @available(*, unavailable, renamed: "text(_:)")
  public static func string(_ text: String) -> Self { .text(text) }
}

extension ScriptedWebSocket {
  /// Explains what a script is.
  @available(*, unavailable, message: "write ScriptedWebSocket { server in try await server.send(\"…\") }")
  public convenience init(_ messages: [String]) { self.init { _ in } }
}
