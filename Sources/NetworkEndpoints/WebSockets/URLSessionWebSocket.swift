/// A ``WebSocket`` to a server, through a `URLSession`.
///
/// On Linux, a session has WebSockets only if its `libcurl` was built with them; otherwise the first call throws.
public final class URLSessionWebSocket: WebSocket {
  private let task: URLSessionWebSocketTask

  /// Connects.
  ///
  /// - Parameters:
  ///   - url: The address, which begins with `ws://` or `wss://`.
  ///   - subprotocols: The subprotocols of this end, the best first.
  ///   - session: The session.
  public init(_ url: URL, subprotocols: [String] = [], session: URLSession = .shared) {
    task = session.webSocketTask(with: url, protocols: subprotocols)
    task.resume()
  }

  deinit { task.cancel(with: .goingAway, reason: nil) }

  /// Sends a message.
  public func send(_ message: WebSocketMessage) async throws {
    do {
      switch message {
      case .text(let text): try await task.send(.string(text))
      case .data(let data): try await task.send(.data(data))
      }
    } catch {
      throw closed ?? error
    }
  }

  /// Waits for the next message; nil when the other end has closed the socket properly.
  public func next() async throws -> WebSocketMessage? {
    do {
      switch try await task.receive() {
      case .string(let text): return .text(text)
      case .data(let data): return .data(data)
      @unknown default: throw URLError(.cannotDecodeRawData)
      }
    } catch {
      guard let closed else { throw error }
      if let abnormal = closed.asEnd { throw abnormal }
      return nil
    }
  }

  /// Closes the socket.
  ///
  /// - Parameters:
  ///   - code: The code that says why.
  ///   - reason: A text for the other end, of at most 123 bytes.
  public func close(_ code: WebSocketCloseCode, reason: String) async {
    task.cancel(
      with: URLSessionWebSocketTask.CloseCode(rawValue: code.rawValue) ?? .normalClosure, reason: Data(reason.utf8))
  }

  private var closed: WebSocketClosed? {
    guard task.closeCode != .invalid else { return nil }
    return WebSocketClosed(
      code: WebSocketCloseCode(rawValue: task.closeCode.rawValue),
      reason: task.closeReason.map { String(decoding: $0, as: UTF8.self) } ?? "")
  }
}
