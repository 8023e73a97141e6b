/// The receiver of a WebSocket connection's events, in this process.
package protocol WebSocketPeer: Sendable {
  /// Whether it may still answer a message that has come.
  var isBusy: Bool { get }

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

  /// Sends the frame by which the server closes the socket, or the answer to the client's close if there was one.
  ///
  /// - Parameter frame: The frame; nil for such an answer alone.
  package func closeSocket(_ frame: Data?) { post(.closeSocket(frame)) }

  /// Reports that the messages were read, so that more may come.
  package func resume() { post(.resume) }
}

extension ServerLoop {
  func upgrade(_ connection: Connection, _ fields: HTTPHeaders, to peer: any WebSocketPeer, mostBytes: Int) {
    connection.current?.writer.begin(status: 101, headers: fields, count: 0, to: &connection.output)
    connection.webSocketEnd = Connection.WebSocketEnd(reader: WebSocketReader(mostBytes: mostBytes), peer: peer)
    connection.deadline = nil
  }

  /// Takes the frames that have come.
  func takeFrames(_ connection: Connection) {
    while !connection.isClosed, connection.ending == nil, !connection.isFull, !connection.isBlocked,
      let peer = connection.webSocketEnd?.peer, connection.webSocketEnd?.owedClose == nil
    {
      switch connection.nextFrame() {
      case .more, nil:
        if connection.hasEnded { close(connection, by: .close) }
        return
      case .message(let message): connection.isFull = !peer.receive(message)
      case .ping(let data): connection.output.append(WebSocketFrame.bytes(10, data))
      case .pong: break
      case .close(let code, let reason):
        peer.end(WebSocketClosed(code: code, reason: reason).asEnd)
        connection.webSocketEnd?.owedClose = WebSocketFrame.close(code)
        // The close is the last frame, so it waits for the answers to the messages before it, but not for ever.
        if connection.webSocketEnd?.hasSentClose != true, peer.isBusy {
          expect(connection, within: .seconds(1))
        } else {
          answerClose(connection)
        }
      case .violation(let code, let reason):
        if connection.webSocketEnd?.hasSentClose != true {
          connection.output.append(WebSocketFrame.close(code, reason))
        }
        let title = connection.current?.head.title
        handler.refuse(
          Refusal(
            status: code.rawValue, reason: reason.replacingOccurrences(of: "(", with: "(RFC 6455, "), title: title))
        peer.end(WebSocketClosed(code: code, reason: reason))
        connection.ending = .close
      }
    }
  }

  /// Answers the client's close.
  func answerClose(_ connection: Connection) {
    guard let frame = connection.webSocketEnd?.owedClose, connection.ending == nil else { return }
    if connection.webSocketEnd?.hasSentClose != true { connection.output.append(frame) }
    connection.ending = .close
  }

  /// Sends the server's close, and waits for the client's.
  func closeSocket(_ connection: Connection, _ frame: Data?) {
    if connection.webSocketEnd?.owedClose != nil { return answerClose(connection) }
    guard let frame, connection.webSocketEnd?.hasSentClose == false else { return }
    connection.output.append(frame)
    connection.webSocketEnd?.hasSentClose = true
    expect(connection, within: .seconds(2))
  }
}
