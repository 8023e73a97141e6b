/// A stream socket on the loopback interface that never blocks.
///
/// Its owner closes it, once.
struct Socket: Sendable {
  /// The result of an attempt to read or write.
  enum Transfer {
    case bytes(Int)
    /// The peer has ended its side.
    case end
    /// The socket is not ready.
    case notReady
    /// The connection is lost.
    case lost
  }

  let descriptor: Int32

  /// Creates a socket that listens at an address of the loopback interface.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - port: The port; 0 for one that the system chooses.
  ///   - acceptance: The treatment of connections.
  ///   - backlog: The number of connections that may wait; nil for many, or for as few as the system allows if all are to wait.
  static func listening(
    at address: LoopbackAddress, port: Int, acceptance: SocketAcceptance, backlog: Int32? = nil
  ) throws(SocketError) -> Socket {
    guard (0...65_535).contains(port) else { throw SocketError(call: "bind", code: EINVAL) }
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
    hints.ai_socktype = Self.streamType
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address.text, "\(port)", &hints, &found) == 0, let info = found?.pointee else {
      throw SocketError(call: "getaddrinfo", code: EADDRNOTAVAIL)
    }
    defer { freeaddrinfo(found) }
    let descriptor = socket(info.ai_family, Self.newType, 0)
    guard descriptor >= 0 else { throw SocketError(call: "socket", code: errno) }
    let socket = Socket(descriptor: descriptor)
    socket.prepare()
    // A port whose last connections are still in TIME_WAIT is free again.
    socket.set(SOL_SOCKET, SO_REUSEADDR, 1)
    // Both addresses may have the same port.
    if info.ai_family == AF_INET6 { socket.set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1) }
    guard bind(descriptor, info.ai_addr, info.ai_addrlen) == 0 else { throw socket.failed("bind") }
    if acceptance == .refused { return socket }
    // Not 0, which means 128 to Apple's kernel.
    let backlog = backlog ?? (acceptance == .full ? 1 : 1_024)
    guard listen(descriptor, backlog) == 0 else { throw socket.failed("listen") }
    return socket
  }

  private func failed(_ call: String) -> SocketError {
    defer { close() }
    return SocketError(call: call, code: errno)
  }

  /// The port that the socket is bound to.
  var port: Int { own?.port ?? 0 }

  /// One end of a connection.
  struct End {
    /// The address, four bytes at a time, as they are in memory.
    let address: [UInt32]
    let port: Int
  }

  /// This end; nil if the system does not tell.
  var own: End? { end { getsockname(descriptor, $0, $1) } }

  /// The other end; nil if the system does not tell.
  var peer: End? { end { getpeername(descriptor, $0, $1) } }

  private func end(_ read: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) -> End? {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        guard read(pointer, &length) == 0 else { return nil }
        let bytes = UnsafeRawPointer(pointer)
        let places = Int32(pointer.pointee.sa_family) == AF_INET6 ? [8, 12, 16, 20] : [4]
        // The port is at the same place in both kinds of address, in network byte order.
        let port =
          Int(bytes.load(fromByteOffset: 2, as: UInt8.self)) << 8 | Int(bytes.load(fromByteOffset: 3, as: UInt8.self))
        return End(address: places.map { bytes.load(fromByteOffset: $0, as: UInt32.self) }, port: port)
      }
    }
  }

  /// Makes connections that fill the queue of a socket that accepts none: all that the system takes, and two that it doesn't.
  ///
  /// A system takes some more than requested. A client that comes afterwards waits like the last two.
  func fill() -> [Socket] {
    var made: [Socket] = []
    var pendingCount = 0
    while pendingCount < 2, made.count < Self.mostFillers, let next = connection() {
      made.append(next)
      if !next.connects(within: 50) { pendingCount += 1 }
    }
    return made
  }

  /// More than any system takes.
  private static let mostFillers = 300

  /// Returns whether a connection that was begun is made within some milliseconds.
  func connects(within milliseconds: Int32) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&state, 1, milliseconds) > 0 && Int32(state.revents) & Int32(POLLOUT) != 0
      && Int32(state.revents) & Int32(POLLERR | POLLHUP) == 0
  }

  /// Begins to connect to the socket's address.
  func connection() -> Socket? {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        guard getsockname(descriptor, pointer, &length) == 0 else { return nil }
        let made = socket(Int32(pointer.pointee.sa_family), Self.newType, 0)
        guard made >= 0 else { return nil }
        Socket(descriptor: made).prepare()
        _ = connect(made, pointer, length)
        return Socket(descriptor: made)
      }
    }
  }

  /// Accepts a waiting connection, or nil if no connection waits, or the system has no descriptor for it.
  func accept() -> Socket? {
    let connection = systemAccept(descriptor)
    guard connection >= 0 else { return nil }
    let socket = Socket(descriptor: connection)
    socket.prepare()
    socket.set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    return socket
  }

  /// Reads the available bytes.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .notReady : .lost
    }
  }

  /// Writes as many bytes as the system takes.
  func write(_ bytes: UnsafeRawBufferPointer) -> Transfer {
    while true {
      let count = send(descriptor, bytes.baseAddress, bytes.count, Self.sendFlags)
      if count >= 0 { return .bytes(count) }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .notReady : .lost
    }
  }

  /// Tells the peer that nothing more will come; its bytes can still be read.
  func endWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  func close() { _ = systemClose(descriptor) }

  /// Closes a socket that listens, so that its port is free.
  ///
  /// On Linux, a child process has all descriptors until it runs its program, and would listen in between.
  func endListening() {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
    close()
  }

  /// Ends the connection so that the peer sees a reset, and discards unsent bytes.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  func set(_ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}

/// An address of this machine that no other can reach.
package struct LoopbackAddress: Hashable, Sendable {
  /// The address as text.
  package let text: String

  package static let ipv4 = Self(text: "127.0.0.1")
  package static let ipv6 = Self(text: "::1")
}

/// The treatment of connections.
package enum SocketAcceptance: Hashable, Sendable {
  case all
  /// The port is bound, and nothing listens.
  case refused
  /// As many connections wait as the system allows, and none is accepted.
  case full
}

/// An error about a failed system call.
package struct SocketError: Error, Sendable, CustomStringConvertible {
  package let call: String
  package let code: Int32

  /// Whether another socket has the port.
  package var isPortTaken: Bool { code == EADDRINUSE }

  package var description: String { "\(call): \(String(cString: strerror(code)))" }
}
