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

    /// A write to a connection that is gone is an error, and not a signal.
    static let sendFlags = Int32(MSG_NOSIGNAL)

    /// Lets calls return at once, and no child process inherit the socket.
    func prepare() {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    /// How many bytes the peer's system has not taken yet.
    var unsentByteCount: Int {
      var count: Int32 = 0
      return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
    }
  }

  func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

  func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
#endif
