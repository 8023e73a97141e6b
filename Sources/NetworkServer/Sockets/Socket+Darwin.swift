#if canImport(Darwin)
  import Darwin
  import Foundation

  // Written from Apple's headers; not yet run on an Apple platform.
  extension Socket {
    static let streamType = SOCK_STREAM
    /// The type for a new socket.
    static let newType = streamType
    static let sendFlags: Int32 = 0

    /// Makes calls return at once, and keeps child processes from inheriting the socket.
    func prepare() {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      // A write to a closed connection is an error, and not a signal.
      set(SOL_SOCKET, SO_NOSIGPIPE, 1)
    }

    /// Whether the peer's process has closed its socket, and not only ended its side; nil, as this system does not tell.
    var isPeerGone: Bool? { nil }

    /// The number of bytes that the peer's system has not received yet.
    var unsentByteCount: Int {
      var count: Int32 = 0
      var length = socklen_t(MemoryLayout<Int32>.size)
      return getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &length) == 0 ? Int(count) : 0
    }
  }

  func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

  func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
#endif
