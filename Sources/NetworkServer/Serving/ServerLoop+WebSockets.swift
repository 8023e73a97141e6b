/// The receiver of a WebSocket connection's events, in this process.
package protocol WebSocketPeer: Sendable {
  /// Takes a message.
  ///
  /// - Returns: Whether there is room for more.
  func receive(_ message: WebSocketMessage) -> Bool

  /// Ends the messages.
  ///
  /// - Parameter error: The reason; nil if the client has closed the socket properly.
  func end(_ error: (any Error)?)
}

extension Responder {
  /// Turns the connection into a WebSocket.
  ///
  /// - Parameters:
  ///   - fields: The fields of the handshake's answer.
  ///   - peer: The receiver of the messages.
  ///   - mostBytes: The most bytes of a message.
  package func upgrade(_ fields: HTTPHeaders, to peer: any WebSocketPeer, mostBytes: Int) {
    post(.upgrade(fields, peer, mostBytes: mostBytes))
  }

  /// Sends the frame by which the server closes the socket.
  package func closeSocket(_ frame: Data) { post(.closeSocket(frame)) }

  /// Reports that the messages were read, so that more may come.
  package func resume() { post(.resume) }
}

extension ServerLoop {
  func upgrade(_ connection: Connection, _ fields: HTTPHeaders, to peer: any WebSocketPeer, mostBytes: Int) {
    connection.current?.writer.begin(status: 101, headers: fields, count: 0, to: &connection.output)
    connection.current?.cancel = nil
    connection.webSocket = Connection.WebSocketEnd(reader: WebSocketReader(mostBytes: mostBytes), peer: peer)
    connection.deadline = nil
  }

  /// Takes the frames that have come.
  func takeFrames(_ connection: Connection) {
    while !connection.isClosed, connection.ending == nil, !connection.isFull, !connection.isBlocked,
      let peer = connection.webSocket?.peer
    {
      switch connection.nextFrame() {
      case .more, nil: return
      case .message(let message): connection.isFull = !peer.receive(message)
      case .ping(let data): connection.output.append(WebSocketFrame.bytes(10, data))
      case .pong: break
      case .close(let code, let reason):
        if connection.webSocket?.hasSentClose != true { connection.output.append(WebSocketFrame.close(code)) }
        peer.end(WebSocketClosed(code: code, reason: reason).asEnd)
        connection.ending = .close
      case .violation(let code, let reason):
        if connection.webSocket?.hasSentClose != true { connection.output.append(WebSocketFrame.close(code, reason)) }
        let title = connection.current?.head.title
        handler.refuse(
          Refusal(
            status: code.rawValue, reason: reason.replacingOccurrences(of: "(", with: "(RFC 6455, "), title: title))
        peer.end(WebSocketClosed(code: code, reason: reason))
        connection.ending = .close
      }
    }
  }

  /// Sends the server's close, and waits for the client's.
  func closeSocket(_ connection: Connection, _ frame: Data) {
    guard connection.webSocket?.hasSentClose == false else { return }
    connection.output.append(frame)
    connection.webSocket?.hasSentClose = true
    expect(connection, within: .seconds(2))
  }
}
