/// The loop of a server's thread, which waits until a socket is ready or a command comes, and handles it.
///
/// The work for a request does not grow with the number of connections.
final class ServerLoop {
  private typealias Instant = ContinuousClock.Instant

  let configuration: HTTPServer.Configuration
  let handler: any RequestHandler
  let mailbox: Mailbox
  private let server: HTTPServer
  private var listeners: [Socket]

  /// Watches the waker, as 0, the listeners, below it, and the connections, by their numbers.
  private var poller = Poller()
  private var connections: [Int: Connection] = [:]
  private var lastNumber = 0
  private var deadlines = DeadlineHeap<Instant>()
  /// The bytes that wait for all clients together.
  private var unsentCount = 0
  private var stop: Mailbox.Stop?
  /// The time at which connections are accepted again, after there were too many.
  private var acceptsAgain: Instant?
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  init(_ server: HTTPServer, _ listeners: [Socket]) {
    self.server = server
    self.listeners = listeners
    configuration = server.configuration
    handler = server.handler
    mailbox = server.mailbox
  }

  deinit {
    buffer.deallocate()
  }

  var isStopping: Bool { if case nil = stop { false } else { true } }

  func run() {
    if !watchForStart() {
      poller = Poller(usesQueue: false)
      _ = watchForStart()
    }
    while !isOver {
      serveReady(poller.wait(timeout))
      let (commands, stop) = mailbox.take()
      for command in commands { carryOut(command) }
      if let stop { begin(stop) }
      keepDeadlines()
    }
    for connection in connections.values {
      connection.webSocketEnd?.peer.end(CancellationError())
      close(connection, by: .close)
    }
    closeListeners()
    mailbox.close()
    server.noteEnd()
  }

  /// Watches the waker and the listeners; returns whether the kernel's list has room for them.
  private func watchForStart() -> Bool {
    guard poller.watch(mailbox.waker.readEnd, id: 0, reads: true, isNew: true) else { return false }
    if configuration.acceptance != .all { return true }
    return listeners.enumerated().allSatisfy { index, listener in
      poller.watch(listener.descriptor, id: -1 - index, reads: true, isNew: true)
    }
  }

  private var isOver: Bool {
    guard let stop else { return false }
    return connections.isEmpty || stop.deadline.map { $0 <= .now } ?? true
  }

  /// The time-out in milliseconds, rounded up; negative for no limit.
  private var timeout: Int32 {
    guard let next = [deadlines.first?.deadline, stop?.deadline, acceptsAgain].compactMap({ $0 }).min() else {
      return -1
    }
    return Int32(clamping: Int64(max(0, (next - .now) / .milliseconds(1)).rounded(.up)))
  }

  // What is ready

  private func serveReady(_ ready: [Poller.Ready]) {
    for event in ready {
      if event.id == 0 {
        mailbox.waker.clear()
      } else if event.id < 0 {
        let index = -1 - event.id
        if listeners.indices.contains(index) { acceptAll(from: listeners[index]) }
      } else if let connection = connections[event.id] {
        serve(connection, event)
        settle(connection)
      }
    }
  }

  private func serve(_ connection: Connection, _ ready: Poller.Ready) {
    if ready.isWritable {
      flush(connection)
      if connection.unreadCount > 0 { advance(connection) }
    }
    if ready.isReadable, connection.reads {
      read(connection)
    } else if ready.isBroken {
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
            Refusal(
              status: 503, reason: "the process has no file descriptor left for its connection", isAnswered: false))
          setAccepts(false)
          acceptsAgain = .now + .milliseconds(50)
        }
        return
      }
      lastNumber += 1
      guard poller.watch(socket.descriptor, id: lastNumber, reads: true, isNew: true) else {
        // One that is not watched would never be served.
        let reason = "the system cannot watch its connection: \(String(cString: strerror(errno)))"
        handler.refuse(Refusal(status: 503, reason: reason, isAnswered: false))
        socket.reset()
        continue
      }
      let connection = Connection(number: lastNumber, socket: socket, limits: configuration.limits)
      connections[connection.number] = connection
      expectProgress(of: connection)
      // Its request is usually already there.
      read(connection)
      settle(connection)
    }
  }

  private func setAccepts(_ accepts: Bool) {
    for (index, listener) in listeners.enumerated() {
      poller.watch(listener.descriptor, id: -1 - index, reads: accepts)
    }
  }

  func read(_ connection: Connection) {
    // A client that sends without end would keep the others waiting; the rest is still there on its next turn.
    for _ in 0..<16 where !connection.isClosed && connection.reads {
      let room = min(buffer.count, connection.mostBytes)
      switch connection.socket.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room])) {
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
        if count < room { return }
      case .end:
        connection.hasEnded = true
        clientHasEnded(connection)
      case .notReady: return
      case .lost: close(connection, by: .close)
      }
    }
  }

  /// Updates what a connection is watched for, or clears its place.
  private func settle(_ connection: Connection) {
    if connection.countedOutput == 0, connection.output.count > 0 { connection.lastProgress = .now }
    unsentCount += connection.output.count - connection.countedOutput
    connection.countedOutput = connection.output.count
    guard !connection.isClosed else {
      unsentCount -= connection.countedOutput
      connection.countedOutput = 0
      connections[connection.number] = nil
      return
    }
    let wanted = (connection.reads, connection.output.count > 0)
    if wanted != connection.watched {
      connection.watched = wanted
      poller.watch(connection.socket.descriptor, id: connection.number, reads: wanted.0, writes: wanted.1)
    }
    if unsentCount > configuration.limits.unsent { closeSlowest() }
  }

  /// Closes the connection whose client has not read for the longest time.
  private func closeSlowest() {
    let waiting = connections.values.filter { $0.output.count > 0 && !$0.isClosed }
    guard let slowest = waiting.min(by: { $0.lastProgress < $1.lastProgress }) else { return }
    let reason = """
      its client does not read: \(unsentCount) bytes wait for all clients, and the limit is \(configuration.limits.unsent)
      """
    handler.refuse(
      Refusal(status: 503, reason: reason, title: slowest.current?.head.title ?? slowest.lastTitle, isAnswered: false))
    close(slowest, by: .reset)
    settle(slowest)
  }

  /// Stops watching a connection, before its socket is closed.
  func forget(_ connection: Connection) { poller.forget(connection.socket.descriptor, id: connection.number) }

  // Deadlines

  /// Sets the deadline for the client's next action.
  func expectProgress(of connection: Connection) {
    // An open socket may be silent for ever.
    if connection.webSocketEnd != nil { return }
    expect(connection, within: configuration.limits.idle)
  }

  func expect(_ connection: Connection, within duration: Duration) {
    let deadline = Instant.now + duration
    connection.deadline = deadline
    // A later one is found when the one in the queue has passed.
    if connection.queuedDeadline.map({ deadline < $0 }) ?? true {
      connection.queuedDeadline = deadline
      deadlines.add(connection.number, at: deadline)
    }
  }

  private func keepDeadlines() {
    let now = Instant.now
    if let acceptsAgain, acceptsAgain <= now {
      self.acceptsAgain = nil
      setAccepts(true)
    }
    while let next = deadlines.first, next.deadline <= now {
      deadlines.removeFirst()
      guard let connection = connections[next.number], connection.queuedDeadline == next.deadline else { continue }
      connection.queuedDeadline = nil
      guard let deadline = connection.deadline else { continue }
      if deadline <= now {
        timeOut(connection)
        settle(connection)
      } else {
        connection.queuedDeadline = deadline
        deadlines.add(next.number, at: deadline)
      }
    }
  }

  private func timeOut(_ connection: Connection) {
    connection.deadline = nil
    if connection.ending == .reset {
      resetWhenSent(connection)
    } else if connection.hasEnded, connection.webSocketEnd == nil, connection.current != nil, !connection.isReceiving,
      connection.ending == nil
    {
      lookForClient(connection)
    } else if connection.webSocketEnd != nil, !connection.isDraining {
      if let close = connection.webSocketEnd?.owedClose { connection.output.append(close) }
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
    for connection in connections.values {
      connection.current?.writer.close()
      connection.webSocketEnd?.peer.end(CancellationError())
      if connection.isIdle || connection.isDraining { close(connection, by: .close) }
      settle(connection)
    }
  }

  private func closeListeners() {
    for (index, listener) in listeners.enumerated() {
      poller.forget(listener.descriptor, id: -1 - index)
      listener.endListening()
    }
    listeners = []
  }

  // Commands

  private func carryOut(_ command: Command) {
    guard let connection = connections[command.connection], !connection.isClosed,
      command.request == 0 || connection.current?.number == command.request, connection.ending == nil
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
      // A script that still answers has its time anew.
      if connection.webSocketEnd?.owedClose != nil { expect(connection, within: .seconds(1)) }
    case .end(let ending): finish(connection, ending)
    case .upgrade(let fields, let peer, let mostBytes): upgrade(connection, fields, to: peer, mostBytes: mostBytes)
    case .closeSocket(let frame): closeSocket(connection, frame)
    case .resume: connection.isFull = false
    }
    advance(connection)
    settle(connection)
  }
}
