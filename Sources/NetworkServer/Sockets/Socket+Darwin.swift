#if canImport(Darwin)
  import Darwin
  import Foundation

  // Written from Apple's headers; not run on an Apple platform yet.
  extension Socket {
    static let streamType = SOCK_STREAM
    static let sendFlags: Int32 = 0

    /// Lets calls return at once, and no child process inherit the socket.
    func prepare() {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      // A write to a connection that is gone is an error, and not a signal.
      set(SOL_SOCKET, SO_NOSIGPIPE, 1)
    }

    /// How many bytes the peer's system has not taken yet.
    var unsentByteCount: Int {
      var count: Int32 = 0
      var length = socklen_t(MemoryLayout<Int32>.size)
      return getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &length) == 0 ? Int(count) : 0
    }
  }

  func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

  func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
#endif
