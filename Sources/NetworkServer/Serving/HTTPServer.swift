/// An HTTP/1.1 server on the loopback interface, with a thread of its own.
///
/// The thread accepts, reads, parses and writes, for all connections of this server and for no other: code of a test that blocks
/// it, such as a predicate, blocks no other test. Answers that take time are created elsewhere.
package final class HTTPServer: Sendable {
  /// The addresses, the limits and the other settings of a server.
  package struct Configuration: Sendable {
    package var addresses: [LoopbackAddress] = [.ipv4]
    /// The port; 0 for one that the system chooses.
    package var port = 0
    package var acceptance = SocketAcceptance.all
    package var limits = MessageLimits()
    /// The beginning of every URL, in place of the clients' name for the server.
    package var base: String?
    /// The pages that may read the answers.
    package var pages = AllowedPages.own

    package init() {}
  }

  package let port: Int
  let configuration: Configuration
  let handler: any RequestHandler
  let mailbox: Mailbox
  private let end = Guarded(End())

  /// The end of the thread, and those who wait for it.
  private struct End {
    var hasCome = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  /// Starts a server.
  package init(_ configuration: Configuration, handler: any RequestHandler) throws(SocketError) {
    self.configuration = configuration
    self.handler = handler
    mailbox = try Mailbox()
    let listeners = try Self.listeners(configuration)
    port = listeners.first?.port ?? 0
    // Before a client can know the port.
    OwnServers.add(port)
    let fillers = configuration.acceptance == .full ? listeners.flatMap { $0.fill() } : []
    let thread = Thread { [self] in
      ServerLoop(self, listeners).run()
      for filler in fillers { filler.close() }
    }
    thread.name = "NetworkLoopback"
    thread.start()
  }

  /// Opens a socket for each address, all with the same port.
  private static func listeners(_ configuration: Configuration) throws(SocketError) -> [Socket] {
    var attempts = 20
    while true {
      var open: [Socket] = []
      do {
        for address in configuration.addresses {
          let port = open.first?.port ?? configuration.port
          open.append(try .listening(at: address, port: port, acceptance: configuration.acceptance))
        }
        return open
      } catch {
        for socket in open { socket.close() }
        attempts -= 1
        // The port that the system chose for the first address may be taken at the second.
        guard error.isPortTaken, configuration.port == 0, attempts > 0 else { throw error }
      }
    }
  }

  /// Stops the server, and returns when the port is free and every connection is closed.
  ///
  /// - Parameter limit: The longest time for unfinished answers; zero for none.
  package func stop(within limit: Duration = .zero) async {
    askToStop(limit)
    await withCheckedContinuation { continuation in
      let isOver = end.withLock { end in
        if !end.hasCome { end.waiters.append(continuation) }
        return end.hasCome
      }
      if isOver { continuation.resume() }
    }
  }

  /// Asks the thread to stop, without waiting for it.
  package func askToStop(_ limit: Duration = .zero) {
    mailbox.askToStop(by: limit > .zero ? .now + limit : nil)
  }

  /// Ends the server; called by the thread when everything is closed.
  func noteEnd() {
    OwnServers.remove(port)
    let waiters = end.withLock { end in
      end.hasCome = true
      defer { end.waiters.removeAll() }
      return end.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
