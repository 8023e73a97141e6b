#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A socket on 127.0.0.1 that blocks: what a request over one costs at least.
struct BareSocket: Hashable, Sendable {
  private let descriptor: Int32

  private init(descriptor: Int32) {
    self.descriptor = descriptor
    // As the servers and clients that are compared with it do.
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  private init() {
    #if canImport(Glibc)
      self.init(descriptor: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    #else
      self.init(descriptor: socket(AF_INET, SOCK_STREAM, 0))
    #endif
  }

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return address
  }

  private func withAddress<Result>(
    _ port: Int, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
  ) -> (Result, port: Int) {
    var address = Self.address(port)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
    return (result, Int(in_port_t(bigEndian: address.sin_port)))
  }

  /// Waits for connections at a port that the system chooses.
  static func listening() -> (socket: BareSocket, port: Int) {
    let socket = BareSocket()
    _ = socket.withAddress(0) { bind(socket.descriptor, $0, $1) }
    listen(socket.descriptor, 16)
    let (_, port) = socket.withAddress(0) { address, length in
      var length = length
      return getsockname(socket.descriptor, address, &length)
    }
    return (socket, port)
  }

  static func connected(to port: Int) -> BareSocket {
    let socket = BareSocket()
    _ = socket.withAddress(port) { connect(socket.descriptor, $0, $1) }
    return socket
  }

  func accepted() -> BareSocket { BareSocket(descriptor: accept(descriptor, nil, nil)) }

  /// Waits until some have something to be read, or to be accepted.
  static func ready(of sockets: [BareSocket]) -> [BareSocket] {
    var watched = sockets.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    _ = poll(&watched, nfds_t(watched.count), -1)
    return zip(sockets, watched).compactMap { $1.revents == 0 ? nil : $0 }
  }

  func transmit(_ message: [UInt8]) { _ = send(descriptor, message, message.count, 0) }

  /// Waits for what comes next; zero at the end.
  func receive() -> Int {
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { recv(descriptor, $0.baseAddress, $0.count, 0) }
  }

  func close() {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Glibc)
      _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #elseif canImport(Android)
      _ = Android.close(descriptor)
    #endif
  }
}
