// The end of a connection: everything is sent first, and further incoming bytes are discarded.
extension ServerLoop {
  /// Discards bytes after the end of a connection.
  func drain(_ bytes: UnsafeBufferPointer<UInt8>, from connection: Connection) {
    connection.drainedCount += bytes.count
    if connection.ending == .close, connection.drainedCount > max(configuration.limits.body, 1_048_576) {
      return close(connection, by: .close)
    }
    guard connection.parser.isOver else { return }
    connection.receive(bytes)
    checkEnd(connection)
  }

  /// Reports bytes after the last request.
  private func checkEnd(_ connection: Connection) {
    guard connection.webSocket == nil, connection.parser.isOver else { return }
    if case .refused(let refusal) = connection.next({ _ in }) { handler.refuse(refusal) }
  }

  /// Handles the end of the client's bytes. Most clients have gone; one that waits for a pending answer gets it.
  func clientHasEnded(_ connection: Connection) {
    if connection.webSocket != nil || connection.isDraining || connection.current == nil && connection.output.count == 0
    {
      if connection.isReceiving { connection.release() }
      close(connection, by: .close)
    } else {
      connection.current?.writer.close()
      connection.current?.upload?.finish(URLError(.networkConnectionLost))
      connection.current?.cancel?()
      connection.current?.cancel = nil
    }
  }

  /// Closes a connection now.
  func close(_ connection: Connection, by ending: Ending) {
    guard !connection.isClosed else { return }
    connection.isClosed = true
    connection.deadline = nil
    if ending == .reset { connection.socket.reset() } else { connection.socket.close() }
    connection.release()
  }

  /// Sends the pending bytes, and ends the connection if they are the last.
  func flush(_ connection: Connection) {
    while connection.output.count > 0, !connection.isClosed {
      var transfer = Socket.Transfer.notReady
      connection.output.consume { bytes in
        transfer = connection.socket.write(bytes)
        if case .bytes(let count) = transfer { return count }
        return 0
      }
      switch transfer {
      case .bytes:
        if connection.deadline != nil { expectProgress(of: connection) }
        continue
      case .notReady: break
      case .end, .lost: close(connection, by: .close)
      }
      break
    }
    guard !connection.isClosed else { return }
    if connection.output.count < 262_144, !connection.waiters.isEmpty {
      for waiter in connection.waiters { waiter.resume() }
      connection.waiters.removeAll()
    }
    if connection.output.count == 0, let ending = connection.ending { end(connection, ending) }
  }

  private func end(_ connection: Connection, _ ending: Ending) {
    switch ending {
    case .next: return
    case .reset: resetWhenSent(connection)
    case .close, .halfClose, .hold:
      guard !connection.isDraining else { return }
      connection.isDraining = true
      if ending != .hold { connection.socket.endWriting() }
      checkEnd(connection)
      if connection.hasEnded { return close(connection, by: .close) }
      // A connection that is closed while bytes of the client wait is reset, and the client may lose the answer.
      if ending == .close { expect(connection, within: .seconds(2)) } else { connection.deadline = nil }
      // On some systems, a reset arrives before the bytes sent earlier.
      read(connection)
    }
  }

  /// Resets a connection after the client's system has received everything: a reset discards the rest.
  func resetWhenSent(_ connection: Connection) {
    if connection.socket.unsentByteCount == 0 {
      close(connection, by: .reset)
    } else {
      expect(connection, within: .milliseconds(2))
    }
  }
}
