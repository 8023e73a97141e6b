/// The loop of a server's thread, which waits until a socket is ready or a command comes, and handles it.
///
/// It waits with `poll`, which every system has, and which a thousand connections do not slow down much.
final class ServerLoop {
  private typealias Instant = ContinuousClock.Instant

  let configuration: HTTPServer.Configuration
  let handler: any RequestHandler
  let mailbox: Mailbox
  private let server: HTTPServer
  private var listeners: [Socket]

  /// The watched descriptors: the waker, the listeners, and the connections from ``firstConnection`` on.
  private var watched: [pollfd] = []
  private var connections: [Connection] = []
  private var byNumber: [Int: Connection] = [:]
  private var lastNumber = 0
  /// The earliest time at which a deadline may have passed.
  private var nextDeadline: Instant?
  private var stop: Mailbox.Stop?
  /// The time at which connections are accepted again, after there were too many.
  private var acceptsAgain: Instant?
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  init(_ server: HTTPServer, _ listeners: [Socket]) {
    self.server = server
    self.listeners = listeners
    (configuration, handler, mailbox) = (server.configuration, server.handler, server.mailbox)
  }

  deinit {
    buffer.deallocate()
  }

  private var firstConnection: Int { 1 + listeners.count }
  var isStopping: Bool { stop != nil }

  func run() {
    watched = [pollfd(fd: mailbox.waker.readEnd, events: Int16(POLLIN), revents: 0)]
    // A descriptor below zero is not watched.
    let accepts = configuration.acceptance == .all
    watched += listeners.map { pollfd(fd: accepts ? $0.descriptor : -1, events: Int16(POLLIN), revents: 0) }
    let fillers = configuration.acceptance == .full ? listeners.flatMap(\.filled) : []
    defer { for filler in fillers { filler.close() } }
    while !isOver {
      let count = poll(&watched, nfds_t(watched.count), timeout)
      if count > 0 { serveReady() }
      let (commands, stop) = mailbox.take()
      for command in commands { carryOut(command) }
      if let stop { begin(stop) }
      keepDeadlines()
    }
    for connection in connections {
      connection.webSocket?.peer.end(CancellationError())
      close(connection, by: .close)
    }
    closeListeners()
    mailbox.close()
    server.end()
  }

  private var isOver: Bool {
    guard let stop else { return false }
    return connections.isEmpty || stop.deadline.map { $0 <= .now } ?? true
  }

  /// The time-out in milliseconds, rounded up; negative for no limit.
  private var timeout: Int32 {
    guard let next = [nextDeadline, stop?.deadline, acceptsAgain].compactMap({ $0 }).min() else { return -1 }
    return Int32(clamping: Int64(max(0, (next - .now) / .milliseconds(1)).rounded(.up)))
  }

  // What is ready

  private func serveReady() {
    // Backwards, since the last takes the place of a removed one.
    var index = watched.count - 1
    while index >= firstConnection {
      let ready = watched[index].revents
      if ready != 0 {
        let connection = connections[index - firstConnection]
        serve(connection, ready)
        settle(connection, at: index)
      }
      index -= 1
    }
    if watched[0].revents != 0 { mailbox.waker.clear() }
    for index in listeners.indices where watched[1 + index].revents != 0 { acceptAll(from: listeners[index]) }
  }

  private func serve(_ connection: Connection, _ ready: Int16) {
    if ready & Int16(POLLOUT) != 0 {
      flush(connection)
      if connection.unreadCount > 0 { advance(connection) }
    }
    if ready & Int16(POLLIN) != 0 {
      read(connection)
    } else if ready & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
      close(connection, by: .close)
    }
  }

  private func acceptAll(from listener: Socket) {
    // Not without end: other connections wait.
    for _ in 0..<256 {
      errno = 0
      guard let socket = listener.accept() else {
        if errno == EMFILE || errno == ENFILE {
          // Asking again at once would only waste time.
          handler.refuse(
            Refusal(status: 503, reason: "the process has no descriptor left for its connection", isAnswered: false))
          setAccepts(false)
          acceptsAgain = .now + .milliseconds(50)
        }
        return
      }
      lastNumber += 1
      let connection = Connection(number: lastNumber, socket: socket, limits: configuration.limits)
      connections.append(connection)
      byNumber[connection.number] = connection
      watched.append(pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0))
      expectProgress(of: connection)
      // Its request is usually already there.
      read(connection)
      settle(connection, at: watched.count - 1)
    }
  }

  private func setAccepts(_ accepts: Bool) {
    for index in listeners.indices { watched[1 + index].events = Int16(accepts ? POLLIN : 0) }
  }

  func read(_ connection: Connection) {
    // A client that sends without end would keep the others waiting; the rest is still there on its next turn.
    for _ in 0..<16 where !connection.isClosed && connection.reads {
      switch connection.socket.read(into: buffer) {
      case .bytes(let count):
        // Of bytes, which the standard library copies at once, even in a debug build.
        let bytes = UnsafeBufferPointer(rebasing: buffer.bindMemory(to: UInt8.self)[..<count])
        if connection.isDraining {
          drain(bytes, from: connection)
        } else {
          expectProgress(of: connection)
          connection.receive(bytes)
          advance(connection)
        }
        // Less than fits is all there is.
        if count < buffer.count { return }
      case .end:
        connection.hasEnded = true
        clientHasEnded(connection)
      case .notReady: return
      case .lost: close(connection, by: .close)
      }
    }
  }

  /// Updates the watched events of a connection, or clears its place.
  private func settle(_ connection: Connection, at index: Int) {
    guard connection.isClosed else {
      watched[index].events =
        Int16(connection.reads ? POLLIN : 0) | Int16(connection.output.count > 0 ? POLLOUT : 0)
      return
    }
    byNumber[connection.number] = nil
    let last = connections.count - 1
    connections.swapAt(index - firstConnection, last)
    watched.swapAt(index, watched.count - 1)
    connections.removeLast()
    watched.removeLast()
  }

  private func settle(_ connection: Connection) {
    if let index = connections.firstIndex(where: { $0 === connection }) {
      settle(connection, at: index + firstConnection)
    }
  }

  // Deadlines

  /// Sets the deadline for the client's next action.
  func expectProgress(of connection: Connection) {
    // An open socket may be silent for ever.
    if connection.webSocket != nil { return }
    expect(connection, within: configuration.limits.idle)
  }

  func expect(_ connection: Connection, within duration: Duration) {
    let deadline = Instant.now + duration
    connection.deadline = deadline
    nextDeadline = min(nextDeadline ?? deadline, deadline)
  }

  private func keepDeadlines() {
    let now = Instant.now
    if let acceptsAgain, acceptsAgain <= now {
      self.acceptsAgain = nil
      setAccepts(true)
    }
    guard let next = nextDeadline, next <= now else { return }
    for connection in connections {
      if let deadline = connection.deadline, deadline <= now { timeOut(connection) }
    }
    for index in connections.indices.reversed() { settle(connections[index], at: index + firstConnection) }
    nextDeadline = connections.lazy.compactMap(\.deadline).min()
  }

  private func timeOut(_ connection: Connection) {
    connection.deadline = nil
    if connection.ending == .reset {
      resetWhenSent(connection)
    } else if connection.webSocket != nil, !connection.isDraining {
      connection.ending = .close
      flush(connection)
    } else if connection.isFull {
      // The reader of the body is slow, not the client.
      expectProgress(of: connection)
    } else if connection.isDraining || connection.isBetweenRequests || connection.isBlocked {
      close(connection, by: .close)
    } else if connection.current == nil || connection.isReceiving {
      let idle = configuration.limits.idle
      refuse(
        Refusal(
          status: 408, reason: "the rest of it did not come within \(idle)",
          title: connection.isReceiving ? connection.parser.head.title : nil), on: connection)
    }
  }

  // Ends

  private func begin(_ stop: Mailbox.Stop) {
    if self.stop == nil { closeListeners() }
    self.stop = stop
    for index in connections.indices.reversed() {
      let connection = connections[index]
      connection.current?.writer.close()
      connection.webSocket?.peer.end(CancellationError())
      if connection.isIdle || connection.isDraining { close(connection, by: .close) }
      settle(connection, at: index + firstConnection)
    }
  }

  private func closeListeners() {
    for listener in listeners { listener.close() }
    watched.removeSubrange(1..<firstConnection)
    listeners = []
  }

  // Commands

  private func carryOut(_ command: Command) {
    guard let connection = byNumber[command.connection], !connection.isClosed,
      let current = connection.current, current.number == command.request, connection.ending == nil
    else { return command.refuse() }
    switch command.action {
    case .whole(let response): respond(connection, response)
    case .begin(let status, let headers): begin(connection, status, headers)
    case .write(let data, let waiter):
      connection.current?.writer.write(data, to: &connection.output)
      connection.waiters.append(waiter)
    case .bytes(let data, let waiter):
      connection.output.append(data)
      connection.waiters.append(waiter)
    case .end(let ending): finish(connection, ending)
    case .upgrade(let fields, let peer, let mostBytes): upgrade(connection, fields, to: peer, mostBytes: mostBytes)
    case .closeSocket(let frame): closeSocket(connection, frame)
    case .resume: connection.isFull = false
    }
    advance(connection)
    settle(connection)
  }
}
