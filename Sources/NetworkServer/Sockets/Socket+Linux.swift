#if !canImport(Darwin)
  import Foundation

  #if canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #else
    import Glibc
  #endif

  extension Socket {
    #if canImport(Glibc)
      static let streamType = Int32(SOCK_STREAM.rawValue)
      fileprivate static let newFlags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    #else
      static let streamType = Int32(SOCK_STREAM)
      fileprivate static let newFlags = Int32(SOCK_CLOEXEC | SOCK_NONBLOCK)
    #endif

    /// The type for a new socket: a process that is started at this moment does not inherit it.
    static let newType = streamType | newFlags

    /// The flags that make a write to a closed connection an error, and not a signal.
    static let sendFlags = Int32(MSG_NOSIGNAL)

    /// Makes calls return at once, and keeps child processes from inheriting the socket.
    func prepare() {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    /// Whether the peer's process has closed its socket, and not only ended its side; nil if the system does not tell.
    ///
    /// A socket that no process has is in the system's table without an inode, or no longer there.
    var isPeerGone: Bool? {
      AppleDifference.silentPeers.isOn ? nil : isPeerGone(in: SystemFile.connections)
    }

    func isPeerGone(in tables: [String]) -> Bool? {
      guard let own = own?.inTable, let peer = peer?.inTable else { return nil }
      var isListed = false
      for name in tables {
        // Line by line, since Foundation takes the first page of such a file for all of it.
        guard let table = fopen(name, "re") else { continue }
        defer { fclose(table) }
        isListed = true
        var buffer = [CChar](repeating: 0, count: 512)
        while fgets(&buffer, Int32(buffer.count), table) != nil {
          let columns = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .split(separator: " ")
          // The end of an IPv6 socket has an IPv4 address at its end.
          guard columns.count > 9, columns[1].hasSuffix(peer), columns[2].hasSuffix(own) else { continue }
          return columns[9] == "0"
        }
      }
      return isListed ? true : nil
    }

    /// The number of bytes that the peer's system has not received yet.
    var unsentByteCount: Int {
      var count: Int32 = 0
      return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
    }
  }

  extension Socket.End {
    /// The end as the system's tables have it.
    fileprivate var inTable: String {
      func hexadecimal(_ number: some BinaryInteger, _ count: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, count - text.count)) + text
      }
      return address.map { hexadecimal($0, 8) }.joined() + ":" + hexadecimal(port, 4)
    }
  }

  // Swift's module of the C library does not have it, so it is looked up.
  private typealias Accept =
    @convention(c) (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?, Int32) -> Int32
  private let acceptWithFlags = RuntimeSymbol.function("accept4", as: Accept.self)

  func systemAccept(_ descriptor: Int32) -> Int32 {
    acceptWithFlags?(descriptor, nil, nil, Socket.newFlags) ?? accept(descriptor, nil, nil)
  }

  func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
#endif
