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
    #else
      static let streamType = Int32(SOCK_STREAM)
    #endif

    /// The flags that make a write to a closed connection an error, and not a signal.
    static let sendFlags = Int32(MSG_NOSIGNAL)

    /// Makes calls return at once, and keeps child processes from inheriting the socket.
    func prepare() {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    /// The number of bytes that the peer's system has not received yet.
    var unsentByteCount: Int {
      var count: Int32 = 0
      return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
    }
  }

  func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

  func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
#endif
