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
    guard connection.webSocketEnd == nil, connection.parser.isOver else { return }
    if case .refused(let refusal) = connection.next({ _ in }) { handler.refuse(refusal) }
  }

  /// Handles the end of the client's bytes. A client that has only ended its side still gets its answers.
  func clientHasEnded(_ connection: Connection) {
    // A script may still be answering the last messages before the client's close.
    if connection.webSocketEnd?.owedClose != nil { return }
    if connection.isDraining { return close(connection, by: .close) }
    if connection.isAtEnd { connection.current?.writer.close() }
    if connection.webSocketEnd == nil, connection.current != nil, !connection.isReceiving { lookForClient(connection) }
    if !connection.isClosed { advance(connection) }
  }

  /// Handles a request whose rest will not come.
  func inputHasEnded(_ connection: Connection) {
    if connection.current != nil {
      connection.current?.writer.close()
      connection.current?.upload?.finish(URLError(.networkConnectionLost))
      connection.current?.cancel?()
      connection.current?.cancel = nil
    } else if connection.output.count == 0 {
      close(connection, by: .close)
    } else {
      connection.ending = .close
    }
  }

  /// Cancels the answer to a client that has ended its side, if it is gone altogether; else looks again in a while.
  func lookForClient(_ connection: Connection) {
    switch connection.socket.isPeerGone {
    case true?: close(connection, by: .close)
    case false?:
      expect(connection, within: connection.patience)
      connection.patience = min(connection.patience * 2, .seconds(1))
    case nil: askClient(connection)
    }
  }

  /// Sends something to a client that has ended its side, where the system does not tell whether it is gone, and again later.
  ///
  /// Bytes to a client that is gone come back as a reset, so the next ones cannot be sent. Any client may be sent these, but not
  /// one of HTTP/1.0. Nothing is sent at first, since most answers are about to come.
  private func askClient(_ connection: Connection) {
    guard connection.current?.writer.hasBegun == false, connection.current?.head.isOld == false else { return }
    let isFirst = connection.patience < .milliseconds(250)
    if !isFirst {
      connection.output.append("HTTP/1.1 100 Continue\r\n\r\n")
      flush(connection)
    }
    guard !connection.isClosed else { return }
    connection.patience = isFirst ? .milliseconds(250) : min(connection.patience * 2, .seconds(1))
    expect(connection, within: connection.patience)
  }

  /// Tells the handler of a request whose body did not come whole.
  private func breakOff(_ connection: Connection) {
    let head = connection.parser.head
    guard var request = request(head, connection) else { return }
    request.httpBody = connection.body
    handler.noteBrokenUpload(request, head: head)
  }

  /// Closes a connection now.
  func close(_ connection: Connection, by ending: Ending) {
    guard !connection.isClosed else { return }
    connection.isClosed = true
    connection.deadline = nil
    if connection.isReceiving, connection.current == nil, connection.ending == nil, !isStopping { breakOff(connection) }
    // First, since a new connection may be given its descriptor.
    forget(connection)
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
        // What was answered and sent in one turn has its times.
        if connection.output.count == 0, connection.countedOutput == 0, connection.current == nil { continue }
        connection.lastProgress = .now
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
